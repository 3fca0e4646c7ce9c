import { parseCommandLine, programName, type ShellCommand, unwrapCommand } from './command-line.ts'

/**
 * Identifies each command on a shell command line by a few words. The same command with different flags,
 * files or pipes has the same key.
 */
export interface CommandKeys {
  /** Commands that may have failed if the command line failed. */
  readonly blamed: readonly string[]
  /** Commands that succeeded if the command line succeeded. */
  readonly proven: readonly string[]
  /** Every command of the line except those at the end of a pipe. Some of them may not have run. */
  readonly named: readonly string[]
  /** The command that determined the exit code. */
  readonly last: string
  /** Whether the exit code is that of the last command in a pipeline. */
  readonly isPiped: boolean
}

export function commandKeys(line: string): CommandKeys {
  const commands = parseCommandLine(line)
  const sources = commands.filter(({ operator, words }) => operator !== '|' && !CLOSING.has(words[0] ?? ''))
  return {
    blamed: distinctKeys(lastGroup(sources, (operator) => operator === '&&' || operator === '||')),
    proven: distinctKeys(lastGroup(sources, (operator) => operator === '&&')),
    named: distinctKeys(sources),
    last: keyOf(commands.at(-1)?.words ?? []),
    isPiped: commands.at(-1)?.operator === '|',
  }
}

/** The last commands of the line that are connected by the given operators. */
function lastGroup(
  commands: readonly ShellCommand[],
  connects: (operator: ShellCommand['operator']) => boolean,
): readonly ShellCommand[] {
  let from = commands.length - 1
  while (from > 0 && connects(commands[from]?.operator ?? '')) from -= 1
  return commands.slice(Math.max(0, from))
}

function distinctKeys(commands: readonly ShellCommand[]): readonly string[] {
  const keys = commands.map(({ words }) => keyOf(words)).filter((key) => key !== '')
  const relevant = keys.filter((key) => !AUXILIARY.has(key))
  return [...new Set(relevant.length > 0 ? relevant : keys)]
}

const CLOSING: ReadonlySet<string> = new Set(['done', 'fi', 'esac'])
/** Commands that accompany the main command, such as `cd`, but do none of its work. */
const AUXILIARY: ReadonlySet<string> = new Set([
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

/** Programs whose subcommands matter. */
const WITH_SUBCOMMANDS = new Set(
  'git npm pnpm yarn bun go cargo docker podman kubectl make gh pip pip3 uv poetry dotnet mvn gradle gradlew mvnw terraform brew apt apt-get rails rake bundle composer mise just task nx turbo deno swift mix helm aws gcloud az systemctl alembic prisma flutter gem conda'.split(
    ' ',
  ),
)
const WITH_NESTED_SUBCOMMANDS = new Set(
  'npm pnpm yarn bun docker gh uv mise aws gcloud az gradle gradlew nx turbo prisma'.split(' '),
)
const INTERPRETERS = /^(?:node|tsx|ts-node|python[\d.]*|ruby|php|perl|bash|sh|zsh|deno|bun)$/
const FLAG_WITH_VALUE = /^(?:-[CFw]|--(?:prefix|filter|dir|cwd|workspace|git-dir|work-tree))$/
const SUBCOMMAND = /^[A-Za-z][\w:@-]{0,60}$/

function keyOf(words: readonly string[]): string {
  const unwrapped = unwrapCommand(words)
  const program = programName(unwrapped)
  const rest = unwrapped.slice(1)
  if (WITH_SUBCOMMANDS.has(program))
    return [program, ...subcommands(rest, WITH_NESTED_SUBCOMMANDS.has(program) ? 2 : 1)].join(' ')
  if (!INTERPRETERS.test(program)) return program
  const script = rest.find((word) => !word.startsWith('-') || /^-(?:c|e|m|-test|-eval)$/.test(word))
  return [
    program.replace(/[\d.]+$/, ''),
    ...(script ? [script === '-m' ? moduleName(rest) : script] : []),
  ].join(' ')
}

const moduleName = (words: readonly string[]): string => words[words.indexOf('-m') + 1] ?? ''

/** The words up to the first flag or path, after skipping leading flags. */
function subcommands(words: readonly string[], max: number): readonly string[] {
  let at = 0
  while (words[at]?.startsWith('-')) at += FLAG_WITH_VALUE.test(words[at] ?? '') ? 2 : 1
  const found: string[] = []
  for (; found.length < max && SUBCOMMAND.test(words[at] ?? ''); at += 1) found.push(words[at] ?? '')
  return found
}
