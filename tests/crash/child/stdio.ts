import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Problem } from '../../../src/problem.ts'

/**
 * Prints synchronously, so that the line is written even if the process is killed at the next instruction.
 */
export const printLine = (line: string): void => {
  writeSync(1, `${line}\n`)
}

/** A Problem is an expected result; any other error is a bug. */
export function printError(error: unknown): void {
  if (error instanceof Problem)
    printLine(`problem ${JSON.stringify({ code: error.code, fix: error.fix, message: error.message })}`)
  else printLine(`raw ${JSON.stringify(error instanceof Error ? error.stack : String(error))}`)
}

export async function* inputLines(): AsyncIterable<string> {
  yield* createInterface({ input: process.stdin })
}

export async function readInputLine(): Promise<string> {
  for await (const line of inputLines()) return line
  return ''
}
