import { readdirSync, writeSync } from 'node:fs'
import { isAgentName } from '../agent/adapter.ts'
import { MOST_PAYLOAD_BYTES } from '../app/ingest/drain-spool.ts'
import { below } from '../host/below.ts'
import { pathsIn } from '../host/paths.ts'
import { told } from '../host/standard-input.ts'
import { once } from '../once.ts'
import { loadedWithCache } from './code-cache.ts'
import { quickParts, textIn } from './quick-parts.ts'

declare const LEFTOFF_VERSION: string
/** This file is always built as CommonJS, which starts faster than an ES module. */
declare const __dirname: string

const input = process.argv.slice(2)
const paths = once(() => pathsIn(process.env))

/** What runs at every prompt loads little: the version nothing at all, the status only what it shows. */
if (input.length === 1 && input[0] === '--version') writeSync(1, `${LEFTOFF_VERSION}\n`)
else if (input[0] === 'hook' && !input.includes('--help')) void hook()
else void run(partsFor(input))

function partsFor(words: readonly string[]): readonly string[] {
  if (words[0] === 'mcp' && words.length === 1) return ['mcp.cjs']
  return isPlainStatus(words) ? ['status.cjs', 'cli.cjs'] : ['cli.cjs']
}

/** What is told decides which parts may answer, and which code they will run; that it is understood is theirs to see. */
async function hook(): Promise<void> {
  const payload = await told(MOST_PAYLOAD_BYTES)
  const occasion = occasionIn(payload)
  const quick = isAgentName(input[1] ?? '') ? quickParts({ occasion, payload, names: waiting() }) : []
  return run([...quick.map((part) => `${part}-${input[1]}.cjs`), 'hook.cjs'], { payload, occasion })
}

/** It becomes part of the name of a file. */
function occasionIn(payload: string): string {
  const name = textIn(payload, 'hook_event_name')
  return /^\w{1,30}$/.test(name) ? name : ''
}

function waiting(): readonly string[] {
  try {
    return readdirSync(below(paths().spool, 'new'))
  } catch {
    return []
  }
}

interface Given {
  readonly payload?: string
  readonly occasion?: string
}

/** The first part that can answer does. */
async function run(files: readonly string[], { payload = '', occasion = '' }: Given = {}): Promise<void> {
  for (const file of files) {
    const { part, keep } = loadedWithCache({ file: below(__dirname, file), folder: cacheFolder(), occasion })
    const isAnswered = await part.main(input, LEFTOFF_VERSION, payload)
    if (isAnswered === false) continue
    keep() // of a part that declined, little has run
    return leave()
  }
}

/** Everything is written and closed; what Node would still tidy up, the kernel does faster. */
function leave(): void {
  const { reallyExit } = process as { reallyExit?: (code: number) => never }
  reallyExit?.call(process, Number(process.exitCode ?? 0))
}

function cacheFolder(): string | undefined {
  try {
    return below(paths().home, 'cache')
  } catch {
    return undefined // a user without a home folder hears of it from the command itself
  }
}

/** `session status [ID] [--json]`; anything else about it, such as --help, is for the whole command line. */
function isPlainStatus([group, command, ...rest]: readonly string[]): boolean {
  const isPlain = (word: string): boolean => word === '--json' || !word.startsWith('-')
  return group === 'session' && command === 'status' && rest.length <= 2 && rest.every(isPlain)
}
