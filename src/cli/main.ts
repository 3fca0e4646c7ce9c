import { writeSync } from 'node:fs'
import { loadPart } from './code-cache.ts'

declare const LEFTOFF_VERSION: string

const input = process.argv.slice(2)

/** `--version` loads nothing, a hook only what hooks need. */
if (input.length === 1 && input[0] === '--version') writeSync(1, `${LEFTOFF_VERSION}\n`)
else void run(partFor(input))

function partFor([command, ...words]: readonly string[]): 'hook' | 'mcp' | 'cli' {
  if (command === 'hook' && !words.includes('--help')) return 'hook'
  return command === 'mcp' && words.length === 0 ? 'mcp' : 'cli'
}

async function run(name: string): Promise<void> {
  const { part, saveCache } = loadPart(name)
  await part.main(input, LEFTOFF_VERSION)
  saveCache()
  leave()
}

/** Exits without Node's own cleanup, which takes milliseconds: everything is written and closed by now. */
function leave(): void {
  const { reallyExit } = process as { reallyExit?: (code: number) => never }
  reallyExit?.call(process, Number(process.exitCode ?? 0))
}
