import { type CommandKeys, commandKeys } from '../shell/command-key.ts'
import { stripColours } from '../shell/command-line.ts'
import { truncate } from '../text/truncate.ts'
import { last } from './fold.ts'
import type { TestResult } from './test-runs.ts'

/** A command or test run that failed and has not succeeded since. */
export interface Failure {
  /** The command that failed. */
  readonly what: string
  readonly at: number
  readonly why?: string
  /** Keys of the commands that must still succeed. Empty for test runs, which are resolved by later runs. */
  readonly open: readonly string[]
  /** The test runner, if the failure is a test run. */
  readonly test?: string
}

interface ToolReturn {
  readonly tool: string
  readonly command?: string | undefined
  readonly outcome: 'ok' | 'failed' | 'interrupted'
  readonly output?: string | undefined
  readonly at: number
}

const MAX_FAILURES = 20
const MAX_WHAT = 500

/**
 * Only commands count as failures, because an agent immediately retries a failed edit or an unknown tool. An
 * interrupted command has neither failed nor succeeded.
 */
export function failuresAfter(failures: readonly Failure[], returned: ToolReturn): readonly Failure[] {
  const { command, outcome, output, at } = returned
  if (command === undefined || outcome === 'interrupted') return failures
  return outcome === 'failed'
    ? withFailure(failures, { command, output, at })
    : withSuccess(failures, { command, output })
}

interface CommandReturn {
  readonly command: string
  readonly output: string | undefined
}

function withFailure(
  failures: readonly Failure[],
  { command, output, at }: CommandReturn & { readonly at: number },
): readonly Failure[] {
  const keys = commandKeys(command)
  if (isAnswer(keys, output)) return failures
  const open = keys.blamed.length > 0 ? keys.blamed : [command]
  const why = output && errorLine(output)
  return addFailure(failures, { what: truncate(command, MAX_WHAT), at, ...(why && { why }), open })
}

/** A repeated failure replaces the earlier one. */
function addFailure(failures: readonly Failure[], failure: Failure): readonly Failure[] {
  const key = failure.open.join(' ')
  return last([...failures.filter(({ open }) => open.join(' ') !== key), failure], MAX_FAILURES)
}

function withSuccess(failures: readonly Failure[], { command, output }: CommandReturn): readonly Failure[] {
  if (failures.length === 0) return failures
  const keys = commandKeys(command)
  // The exit code is that of the last command in the pipeline, so the output may still report a failure.
  if (keys.isPiped && output && errorLine(output, { sureOnly: true })) return failures
  const done = new Set(keys.proven)
  if (done.has(COMMIT)) return []
  if (!failures.some(({ open }) => open.some((key) => done.has(key)))) return failures
  return failures
    .map((failure) => ({ ...failure, open: failure.open.filter((key) => !done.has(key)) }))
    .filter(({ open, test }) => open.length > 0 || test !== undefined)
}

const COMMIT = 'git commit'

/** Replaces the failed command with the test run and the names of the failed tests. */
export function withFailedTests(failures: readonly Failure[], ran: TestResult): readonly Failure[] {
  const { name, command = name, at, failing = [] } = ran
  const before = failures.at(-1)
  // Whether the last failure is the command of this test run.
  const isTold =
    before?.test === undefined && (before?.at === at || before?.what === truncate(command, MAX_WHAT))
  const previous = isTold ? before : undefined
  const named = failing.slice(0, MAX_NAMED).join(', ')
  const why = named === '' ? previous?.why : truncate(named, MAX_WHY)
  const failure = {
    what: previous?.what ?? truncate(command, MAX_WHAT),
    at,
    ...(why && { why }),
    open: [],
    test: name,
  }
  return last([...failures.filter((one) => one !== previous && one.test !== name), failure], MAX_FAILURES)
}

export const withoutTests = (failures: readonly Failure[], name: string): readonly Failure[] =>
  failures.filter(({ test }) => test !== name)

const MAX_NAMED = 3
const MAX_WHY = 200

/**
 * Failures that may still matter to the next session: those of the last turn, if no test has passed since. Earlier
 * failures no longer matter.
 */
export const openFailures = (state: FailureState): readonly Failure[] =>
  state.craft.failures.filter((failure) => isStillOpen(failure, state))

export const isStillOpen = ({ at }: Failure, { craft, talk }: FailureState): boolean =>
  at >= (talk.lastPromptAt ?? 0) && !craft.tests.some((test) => test.outcome === 'passed' && test.at > at)

/** The parts of a session that determine whether a failure is open. */
interface FailureState {
  readonly craft: {
    readonly failures: readonly Failure[]
    readonly tests: readonly { readonly outcome: string; readonly at: number }[]
  }
  readonly talk: { readonly lastPromptAt?: number }
}

/** Programs whose exit code 1 means a result such as "not found" or "not equal" instead of a failure. */
const ANSWERING_PROGRAM =
  /^(?:e?grep|fgrep|rg|ag|ack|diff|cmp|test|\[|\[\[|which|command|type|pgrep|git (?:diff|grep|check-ignore|merge-base)|expr|fd)$/

/**
 * Programs whose failures are ignored: a missing file is a normal result, and agents work around git
 * failures.
 */
const READING_PROGRAM =
  /^(?:ls|cat|head|tail|find|stat|wc|file|tree|less|readlink|realpath|pwd|du|ps|git (?!push\b)\S+)$/

function isAnswer({ last: program, blamed }: CommandKeys, output = ''): boolean {
  if (blamed.length > 0 && blamed.every((key) => READING_PROGRAM.test(key))) return true
  if (!ANSWERING_PROGRAM.test(program)) return false
  const code = /^Exit code (\d{1,3})\b/.exec(output)?.[1]
  return code === undefined || code === '1'
}

const MAX_EDGE = 32 * 1024
const MAX_LINES = 2000
const MAX_LINE_LENGTH = 200

/** Lines that certainly report an error. */
const CERTAIN: readonly RegExp[] = [
  /^(?:\S{1,40}: )?(?:error|fatal|panic|fatal error)(?:\[\w{1,12}\])?: \S/i,
  /^(?:Uncaught )?(?:[A-Za-z_][\w.]{0,80})?(?:Error|Exception|Panic)\b(?: \[\w{1,40}\])?: ?\S/,
  /^\S{1,200}[:(]\d{1,6}(?:[:,]\d{1,6})?\)?:? (?:-\s)?(?:fatal )?error\b/i,
  /^npm (?:ERR!|error) (?!code|errno|A complete log|A log|path|command)\S/,
  /^make(?:\[\d{1,3}\])?: \*\*\* /,
  /^thread '.{1,100}' .{0,40}panicked at/,
  /^(?:\S{1,40}: ){1,3}(?:command not found|No such file or directory|Permission denied|not found)/,
]
/** Lines that often report an error. */
const LIKELY: readonly RegExp[] = [
  /^\S{1,200}\.\w{1,5}:\d{1,6}(?::\d{1,6})?: \S/,
  /^E {2,8}\S/,
  /\b(?:failed|cannot|could not|unable to|not found|undefined|unexpected|denied|refused|invalid)\b/i,
  /^(?:FAIL|ERR!|✖|✗|×)/,
]

/**
 * The line that reports the error: the first certain one, otherwise the first likely one, otherwise the last
 * non-empty line. With `sureOnly`, only a certain one.
 */
export function errorLine(
  output: string,
  { sureOnly = false }: { readonly sureOnly?: boolean } = {},
): string | undefined {
  const lines = outputLines(output)
  const sure = lines.find((line) => CERTAIN.some((sign) => sign.test(line)))
  if (sure !== undefined || sureOnly) return sure && cutLine(sure)
  const found = lines.find((line) => LIKELY.some((sign) => sign.test(line))) ?? lines.at(-1)
  return found === undefined ? undefined : cutLine(found)
}

/** The output lines, without those that clients add to failed commands. Skips the middle of long output. */
function outputLines(output: string): readonly string[] {
  const text =
    output.length <= 2 * MAX_EDGE ? output : `${output.slice(0, MAX_EDGE)}\n${output.slice(-MAX_EDGE)}`
  return text
    .split(/\r?\n/, MAX_LINES)
    .map((line) =>
      stripColours(line.slice(0, 1000))
        .replace(/<\/?tool_use_error>/g, '')
        .trim(),
    )
    .filter((line) => line !== '' && !/^(?:Exit code:? \d|Process exited|Wall time|Output:)/.test(line))
}

const cutLine = (line: string): string => Array.from(line).slice(0, MAX_LINE_LENGTH).join('')
