import { Problem } from '../problem.ts'

/** Asks before erasing. Without a terminal, --yes is required. */
export async function confirmErase(what: string, { yes }: { readonly yes: boolean }): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw unconfirmed(what)
  const { createInterface } = await import('node:readline/promises')
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const reply = await prompt.question(`Erase ${what}? This cannot be undone. [y/N] `)
  prompt.close()
  if (!/^y(es)?$/i.test(reply.trim())) throw unconfirmed(what)
}

const unconfirmed = (what: string): Problem =>
  new Problem({
    code: 'not-confirmed',
    message: `not confirmed, so nothing was erased (${what})`,
    fix: 'add --yes to skip the prompt',
    outcome: 'usage',
  })
