import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Problem } from '../../../src/problem.ts'

/** Straight to the pipe: what was said stays said when the process is killed at the next instruction. */
export const say = (line: string): void => {
  writeSync(1, `${line}\n`)
}

/** A Problem is an answer; anything else that is thrown is a bug and says so. */
export function complain(error: unknown): void {
  if (error instanceof Problem)
    say(`problem ${JSON.stringify({ code: error.code, fix: error.fix, message: error.message })}`)
  else say(`raw ${JSON.stringify(error instanceof Error ? error.stack : String(error))}`)
}

export async function* heard(): AsyncIterable<string> {
  yield* createInterface({ input: process.stdin })
}

export async function told(): Promise<string> {
  for await (const line of heard()) return line
  return ''
}
