import { plainWords, programIn } from './plain-words.ts'
import { type Step, stepsIn } from './steps.ts'

/**
 * What a line for the shell does, each part in two or three words: the same command with other flags, for other files
 * or cut by another pipe is the same.
 */
export interface LineKeys {
  /** What may have failed where the line failed. */
  readonly blamed: readonly string[]
  /** What succeeded where the line did. */
  readonly proven: readonly string[]
  /** What gave the exit code. */
  readonly last: string
  /** The exit code is that of another command, to which the output was piped. */
  readonly isPiped: boolean
}

export function keysOf(line: string): LineKeys {
  const steps = stepsIn(line)
  const sources = steps.filter(({ joint, words }) => joint !== '|' && !CLOSING.has(words[0] ?? ''))
  return {
    blamed: distinct(lastGroup(sources, (joint) => joint === '&&' || joint === '||')),
    proven: distinct(lastGroup(sources, (joint) => joint === '&&')),
    last: keyOf(steps.at(-1)?.words ?? []),
    isPiped: steps.at(-1)?.joint === '|',
  }
}

/** The commands at the end that hang together. */
function lastGroup(steps: readonly Step[], hangs: (joint: Step['joint']) => boolean): readonly Step[] {
  let from = steps.length - 1
  while (from > 0 && hangs(steps[from]?.joint ?? '')) from -= 1
  return steps.slice(Math.max(0, from))
}

function distinct(steps: readonly Step[]): readonly string[] {
  const keys = steps.map(({ words }) => keyOf(words)).filter((key) => key !== '')
  const telling = keys.filter((key) => !ASIDE.has(key))
  return [...new Set(telling.length > 0 ? telling : keys)]
}

const CLOSING: ReadonlySet<string> = new Set(['done', 'fi', 'esac'])
/** They prepare or follow what a line is about. */
const ASIDE: ReadonlySet<string> = new Set([
  'cd',
  'echo',
  'export',
  'source',
  'set',
  'true',
  'pushd',
  'popd',
  'sleep',
  'printf',
  'for',
  'wait',
])

/** Programs that do many things: the words after them say which. */
const MANY_SIDED = new Set(
  'git npm pnpm yarn bun go cargo docker podman kubectl make gh pip pip3 uv poetry dotnet mvn gradle gradlew mvnw terraform brew apt apt-get rails rake bundle composer mise just task nx turbo deno swift mix helm aws gcloud az systemctl alembic prisma flutter gem conda'.split(
    ' ',
  ),
)
const DEEP = new Set(
  'npm pnpm yarn bun docker gh uv mise aws gcloud az gradle gradlew nx turbo prisma'.split(' '),
)
const INTERPRETERS = /^(?:node|tsx|ts-node|python[\d.]*|ruby|php|perl|bash|sh|zsh|deno|bun)$/
const FLAG_WITH_VALUE = /^(?:-[CFw]|--(?:prefix|filter|dir|cwd|workspace|git-dir|work-tree))$/
const SUBCOMMAND = /^[A-Za-z][\w:@-]{0,60}$/

function keyOf(words: readonly string[]): string {
  const plain = plainWords(words)
  const program = programIn(plain)
  const rest = plain.slice(1)
  if (MANY_SIDED.has(program)) return [program, ...subcommands(rest, DEEP.has(program) ? 2 : 1)].join(' ')
  if (!INTERPRETERS.test(program)) return program
  const script = rest.find((word) => !word.startsWith('-') || /^-(?:c|e|m|-test|-eval)$/.test(word))
  return [
    program.replace(/[\d.]+$/, ''),
    ...(script ? [script === '-m' ? moduleIn(rest) : script] : []),
  ].join(' ')
}

const moduleIn = (words: readonly string[]): string => words[words.indexOf('-m') + 1] ?? ''

/** Up to the first flag or path; flags before them are passed over. */
function subcommands(words: readonly string[], most: number): readonly string[] {
  let at = 0
  while (words[at]?.startsWith('-')) at += FLAG_WITH_VALUE.test(words[at] ?? '') ? 2 : 1
  const found: string[] = []
  for (; found.length < most && SUBCOMMAND.test(words[at] ?? ''); at += 1) found.push(words[at] ?? '')
  return found
}
