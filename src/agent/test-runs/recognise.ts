import { TestRan } from '../../event/tool.ts'
import { parseCommandLine, programName, type ShellCommand, unwrapCommand } from '../../shell/command-line.ts'
import { type EventDraft, eventDraft, type ToolOutcome } from '../event-draft.ts'
import { toLabel } from '../stored-text.ts'
import { readTestOutput, type TestOutput } from './read-output.ts'

interface FinishedCommand {
  readonly source: readonly string[]
  readonly command: string | undefined
  readonly outcome: ToolOutcome
  readonly output?: string | undefined
  readonly at?: number | undefined
  /** Whether the outcome is a guess from the output, because the client reported no exit code. */
  readonly isGuessed?: boolean
}

/** Drafts a `test.ran` event if the command ran tests and their outcome is known. */
export function testRunDrafts({
  source,
  command,
  output = '',
  at,
  ...how
}: FinishedCommand): readonly EventDraft[] {
  const run =
    command && command.length <= MAX_COMMAND && MAYBE.test(command) ? testCommandIn(command) : undefined
  if (!run || how.outcome === 'interrupted' || IN_BACKGROUND.test(output)) return []
  const printed = readTestOutput(run.name, output)
  const outcome = outcomeOf(run, printed, how)
  if (!outcome) return []
  const { passed, failed, skipped, failing } = printed
  const data = {
    name: toLabel(run.name),
    command: toLabel(run.text),
    outcome,
    ...(passed !== undefined && { passed }),
    ...(failed !== undefined && { failed }),
    ...(skipped !== undefined && { skipped }),
    ...(outcome === 'failed' && failing.length > 0 && { failing: [...failing] }),
  }
  return [eventDraft(TestRan, source, data, at)]
}

const MAX_COMMAND = 4000
/** A cheap filter, because most commands run no tests. */
const MAYBE =
  /test|spec|unit|jest|mocha|check|tox|nox|cypress|playwright|\bbats\b|\btap\b|\bava\b|verify|e2e|pest|npm t\b/i
/** Background commands keep running after the tool returns. */
const IN_BACKGROUND = /^Command (?:running|was manually backgrounded|did not complete within)/

type CommandOutcome = Pick<FinishedCommand, 'outcome' | 'isGuessed'>

/** Uses the exit code if the tests determine it, otherwise the runner's output. */
function outcomeOf(
  run: TestCommand,
  printed: TestOutput,
  { outcome, isGuessed }: CommandOutcome,
): TestOutput['outcome'] {
  if (run.decides === 'always' && !isGuessed) return outcome === 'ok' ? 'passed' : 'failed'
  if (run.decides === 'when-ok' && !isGuessed && outcome === 'ok') return 'passed'
  const isWhole = printed.isCounted || !run.pipes.some((pipe) => CUTTING.test(pipe) && !/fail/i.test(pipe))
  if (printed.outcome !== undefined)
    return printed.outcome === 'passed' && !isWhole ? undefined : printed.outcome
  return run.decides === 'always' && isGuessed && outcome === 'failed' ? 'failed' : undefined
}

/** Filters that may have removed the failure message from the output. */
const CUTTING = /^(?:head|e?grep|rg|sed|awk|cut)\b/

/** A test run within a shell command. */
interface TestCommand {
  /** The runner without its arguments: `go test`, `npm test:unit`. */
  readonly name: string
  /** The runner with its arguments. */
  readonly text: string
  /** When the command line's exit code is the exit code of the tests. */
  readonly decides: 'always' | 'when-ok' | 'never'
  /** Commands that the output is piped through. */
  readonly pipes: readonly string[]
}

/** Finds the last test run in a command line. Earlier ones are usually first attempts. */
function testCommandIn(line: string): TestCommand | undefined {
  const steps = parseCommandLine(line)
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const words = unwrapCommand(steps[at]?.words ?? [])
    const name = steps[at]?.operator === '|' ? undefined : runnerOf(words)
    const after = steps.slice(at + 1)
    const isDetached = DETACHED.test(line)
    if (name)
      return {
        name,
        text: words.join(' '),
        decides: isDetached ? 'never' : decisiveness(after),
        pipes: pipesOf(after),
      }
  }
  return undefined
}

const DETACHED = /[^&]&\s*$/

function decisiveness(after: readonly ShellCommand[]): TestCommand['decides'] {
  if (after.length === 0) return 'always'
  return after.every(({ operator }) => operator === '&&') ? 'when-ok' : 'never'
}

function pipesOf(after: readonly ShellCommand[]): readonly string[] {
  const other = after.findIndex(({ operator }) => operator !== '|')
  return after.slice(0, other < 0 ? undefined : other).map(({ words }) => words.join(' '))
}

function runnerOf(words: readonly string[]): string | undefined {
  const program = programName(words)
  const rest = words.slice(1)
  if (rest.some((word) => NO_RUN.has(word))) return undefined
  if (MANAGERS.has(program)) return scriptOf(program, rest)
  const line = [program, ...rest].join(' ').slice(0, 400)
  for (const runner of RUNNERS) {
    const [, ...names] = runner.exec(line) ?? []
    if (names.length > 0)
      return names
        .filter(Boolean)
        .join(' ')
        .replace(/w( |$)/, '$1')
  }
  return undefined
}

/** Arguments that list or prepare tests instead of running them. */
const NO_RUN: ReadonlySet<string> = new Set([
  '--help',
  '-h',
  '--version',
  '--listTests',
  '--list',
  '-list',
  '--collect-only',
  '--co',
  '--no-run',
  'install',
])

const MANAGERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun'])
const FLAG_WITH_VALUE = /^(?:-[CFw]|--(?:prefix|filter|dir|cwd|workspace))$/
const BEFORE_SCRIPT: ReadonlySet<string> = new Set(['run', 'run-script', 'workspaces', 'foreach'])
const SCRIPT = /^(?:t|tst|tests?|test[:_.-][\w:.-]{1,60}|[\w-]{1,40}[:.-]test|(?:test:)?e2e)$/
const BINARY = /^(?:vitest|jest|mocha|ava|tap|playwright|cypress)$/

/** `npm run test:unit`, `pnpm --filter app test`, `yarn jest`. */
function scriptOf(manager: string, words: readonly string[]): string | undefined {
  let at = 0
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (FLAG_WITH_VALUE.test(word) || word === 'workspace') at += 1
    else if (!word.startsWith('-') && !BEFORE_SCRIPT.has(word)) break
  }
  const script = words[at] ?? ''
  if (BINARY.test(script)) return runnerOf(words.slice(at))
  if (!SCRIPT.test(script)) return undefined
  return `${manager} ${script === 't' || script === 'tst' ? 'test' : script}`
}

/** The capture groups together form the runner's name. A trailing `w` means a wrapper script for the same tool. */
const RUNNERS: readonly RegExp[] = [
  /^(vitest|jest|mocha|ava|tap|pytest|tox|nox|rspec|phpunit|pest|ctest|gotestsum|nose2|bats)(?: (?!list )|$)/,
  /^(playwright) (?:-\S{1,60} ){0,4}(test)\b/,
  /^(cypress) (run)\b/,
  /^(node) (?:\S{1,200} ){0,8}?(--test)(?: |$)/,
  /^(?:python[\d.]{0,5}|py) (?:-\w{1,10} ){0,3}?-m (pytest|unittest|nose2|tox)\b/,
  /^(?:python[\d.]{0,5} )?(manage\.py) (test)\b/,
  /^(cargo) (?:\+\S{1,40} )?(?:-\S{1,60} ){0,4}(test|nextest)\b/,
  /^(go) (?:-C \S{1,200} )?(test)\b(?!.* -c\b)/,
  /^(deno|swift|dotnet|mix|sbt|bazel|flutter|dart|rails|composer|lerna|nx|turbo|meson) (?:(?:-\S{1,60}|run|run-many) ){0,4}(tests?)\b/,
  /^(zig) build (test)\b/,
  /^(mvnw?|gradlew?) (?:\S{1,200} ){0,10}?(?::?[\w-]{1,60}:){0,6}(test|verify|check|integrationTest|testDebugUnitTest)(?: |$)/,
  /^(make|gmake|just|task|mise|rake|ninja|moon|earthly) (?:\S{1,200} ){0,6}?\+?((?:test|spec|check)(?:[:._-][\w:.-]{1,60})?|[\w-]{1,40}[:-]tests?)(?: |$)/,
  /^(ruby) (?:-\S{1,60} ){0,4}\S{0,200}(?:_|\b)(test)(?:_\w{1,80})?\.rb\b/,
]
