import { createInterface } from 'node:readline/promises'
import { Problem } from '../problem.ts'
import type { Out } from './out.ts'

/** A terminal that reads one key at a time. */
export interface TerminalKeys {
  show(text: string): void
  key(): Promise<string>
  /** Reads a line, prefilled with `before`. */
  line(before: string): Promise<string>
}

/** Reads keys from the terminal; undefined when there is none. */
export function terminalKeys(out: Pick<Out, 'talk'>): (TerminalKeys & { close(): void }) | undefined {
  const { stdin } = process
  if (!stdin.isTTY || !process.stderr.isTTY) return undefined
  return {
    show: (text) => out.talk(text),
    key: () =>
      new Promise((done) => {
        stdin.setRawMode(true)
        stdin.resume()
        stdin.once('data', (typed) => {
          stdin.setRawMode(false)
          stdin.pause()
          done(typed.toString('utf8').slice(0, 1))
        })
      }),
    async line(before) {
      const prompt = createInterface({ input: stdin, output: process.stderr })
      const answer = prompt.question('     > ')
      prompt.write(before)
      const typed = await answer
      prompt.close()
      return typed
    },
    close: () => stdin.pause(),
  }
}

/** Asks before erasing. Without a terminal, --yes is required. */
export async function confirmErase(what: string, { yes }: { readonly yes: boolean }): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw unconfirmed(what)
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
