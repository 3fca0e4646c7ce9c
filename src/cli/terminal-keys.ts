import { createInterface } from 'node:readline/promises'
import type { Out } from './out.ts'
import type { Keys } from './review.ts'

/** Reads keys from the terminal; undefined when there is none. */
export function terminalKeys(out: Pick<Out, 'talk'>): (Keys & { close(): void }) | undefined {
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
