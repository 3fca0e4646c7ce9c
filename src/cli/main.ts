import { writeSync } from 'node:fs'
import { emptyReply } from '../agent/adapter.ts'
import { pathsIn } from '../host/paths.ts'
import { readStandardInput } from '../host/standard-input.ts'
import { requireTrustedHome } from '../host/trusted-home.ts'
import { attempt } from '../problem.ts'
import { loadPart } from './code-cache.ts'

declare const LEFTOFF_VERSION: string

const input = process.argv.slice(2)

/** `--version` loads no bundle, and a hook loads only the hook bundle. */
if (input.length === 1 && input[0] === '--version') printVersion()
else void run(partFor(input))

function printVersion(): void {
  try {
    writeSync(1, `${LEFTOFF_VERSION}\n`)
  } catch {
    process.exitCode = 1 // a full disk or a closed pipe
  }
}

function partFor([command, ...words]: readonly string[]): 'hook' | 'mcp' | 'cli' {
  if (command === 'hook' && !words.includes('--help')) return 'hook'
  return command === 'mcp' && words.length === 0 ? 'mcp' : 'cli'
}

async function run(name: string): Promise<void> {
  const home = homeState()
  if (name === 'hook' && home.kind === 'untrusted') await recordNothing(input[1] ?? '')
  else await runPart(name, home.path)
  leave()
}

/** Reads the payload anyway, because some clients treat a broken pipe as an error. */
async function recordNothing(agent: string): Promise<void> {
  await readStandardInput(0)
  attempt(() => writeSync(1, emptyReply(agent))) // fails if the client is gone
}

async function runPart(name: string, home: string | undefined): Promise<void> {
  const { part, saveCache } = loadPart(name, home)
  await part.main(input, LEFTOFF_VERSION)
  saveCache()
}

/** A hook still answers if the location of the home folder is unknown. */
function homeState(): { readonly kind: 'trusted' | 'untrusted' | 'unknown'; readonly path?: string } {
  // Commands detect these errors themselves and explain them.
  const path = attempt(() => pathsIn(process.env).home)
  if (path === undefined) return { kind: 'unknown' }
  return attempt(() => requireTrustedHome(path)) ? { kind: 'trusted', path } : { kind: 'untrusted' }
}

/** Skips Node's own cleanup, which takes milliseconds. Everything is already written and closed. */
function leave(): void {
  const { reallyExit } = process as { reallyExit?: (code: number) => never }
  reallyExit?.call(process, Number(process.exitCode ?? 0))
}
