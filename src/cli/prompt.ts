import { Problem } from '../problem.ts'
import type { Out } from './out.ts'

/** A terminal that reads one key at a time. */
export interface TerminalKeys {
  show(text: string): void
  key(): Promise<string>
  /** Reads a line, prefilled with `before`. */
  line(before: string): Promise<string>
}

/** Reads keys from the terminal. Returns undefined if there is no terminal. */
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
      const prompt = createPrompt(stdin)
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
  if (!isTerminal()) throw unconfirmed(what)
  if (!(await askYes(`Erase ${what}? This cannot be undone.`))) throw unconfirmed(what)
}

/** Loads readline only when needed: it loads streams, and most commands ask nothing. */
const createPrompt = (input: NodeJS.ReadableStream) =>
  process.getBuiltinModule('node:readline/promises').createInterface({ input, output: process.stderr })

/** Whether a person can answer a question. */
export const isTerminal = (): boolean => process.stdin.isTTY === true

/** Ctrl-C and the end of the input count as no. */
export async function askYes(question: string): Promise<boolean> {
  const prompt = createPrompt(process.stdin)
  const closed = new Promise<string>((resolve) => prompt.once('close', () => resolve('')))
  const reply = await Promise.race([prompt.question(`${question} [y/N] `).catch(() => ''), closed])
  prompt.close()
  return /^y(es)?$/i.test(reply.trim())
}

const unconfirmed = (what: string): Problem =>
  new Problem({
    code: 'not-confirmed',
    message: `not confirmed, so nothing was erased (${what})`,
    fix: 'add --yes to skip the prompt',
    outcome: 'usage',
  })
