import { writeSync } from 'node:fs'

declare const LEFTOFF_VERSION: string
/** This file is always built as CommonJS, which starts faster than an ES module. */
declare const require: (file: string) => { main(input: readonly string[], version: string): Promise<void> }

const input = process.argv.slice(2)

/** What runs at every prompt loads little: the version nothing at all, the status only what it shows. */
if (input.length === 1 && input[0] === '--version') writeSync(1, `${LEFTOFF_VERSION}\n`)
else void require(isPlainStatus(input) ? './status.cjs' : './cli.cjs').main(input, LEFTOFF_VERSION)

/** `session status [ID] [--json]`; anything else about it, such as --help, is for the whole command line. */
function isPlainStatus([group, command, ...rest]: readonly string[]): boolean {
  const isPlain = (word: string): boolean => word === '--json' || !word.startsWith('-')
  return group === 'session' && command === 'status' && rest.length <= 2 && rest.every(isPlain)
}
