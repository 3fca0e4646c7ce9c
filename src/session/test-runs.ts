import type { KnownEvent, KnownEventOf } from '../event/catalogue.ts'
import { commandKeys } from '../shell/command-key.ts'
import { type Fold, last } from './fold.ts'
import { languageOfFile } from './language.ts'

/** The last run of one test runner, and the tests that still fail. */
export interface TestRun {
  readonly name: string
  readonly outcome: 'passed' | 'failed'
  readonly at: number
  readonly passed?: number
  readonly failed?: number
  readonly skipped?: number
  /** Tests that failed in this or an earlier run and have not passed since. */
  readonly failing?: readonly string[]
  /** The arguments of the run in which these tests failed; empty for a full run. */
  readonly scope?: readonly string[]
  /** The arguments of this run, if it was not a full run. */
  readonly part?: readonly string[]
  /** When a later command ran the same runner, but a pipeline or chain hid the result. */
  readonly ranAgainAt?: number
}

export interface TestResult {
  readonly name: string
  readonly command?: string | undefined
  readonly outcome: 'passed' | 'failed'
  readonly at: number
  readonly passed?: number | undefined
  readonly failed?: number | undefined
  readonly skipped?: number | undefined
  readonly failing?: readonly string[] | undefined
}

const MAX_FAILING = 20

/** A partial run does not affect tests that it did not include. */
export function afterRun(before: TestRun | undefined, ran: TestResult): TestRun {
  const { name, outcome, at, passed, failed, skipped } = ran
  const scope = scopeOf(ran)
  const part = partOf(ran).slice(0, MAX_PART)
  const isSame = (before?.scope ?? []).join(' ') === scope.join(' ')
  const left = (before?.failing ?? []).filter((one) => !isSame && !isCovered(one, scope))
  const failing = [...new Set([...(outcome === 'failed' ? (ran.failing ?? []) : []), ...left])].slice(
    0,
    MAX_FAILING,
  )
  return {
    name,
    outcome,
    at,
    ...(passed !== undefined && { passed }),
    ...(failed !== undefined && { failed }),
    ...(skipped !== undefined && { skipped }),
    ...(part.length > 0 && { part }),
    ...(failing.length > 0 && { failing, scope: outcome === 'failed' ? scope : (before?.scope ?? []) }),
  }
}

/**
 * Marks the runs whose runner was started again by a later command. If that command's result is not hidden,
 * it replaces the mark.
 */
export function afterCommand(tests: readonly TestRun[], command: string, at: number): readonly TestRun[] {
  const isCandidate = (run: TestRun): boolean => at > run.at && command.includes(run.name.split(' ')[0] ?? '')
  if (!tests.some(isCandidate)) return tests
  const { named } = commandKeys(command)
  return tests.map((run) => (isCandidate(run) && named.includes(run.name) ? { ...run, ranAgainAt: at } : run))
}

const MAX_PART = 4

/** Paths, test names, and the values of flags that select tests. The runner's own name may be a path. */
function partOf({ name, command = '' }: TestResult): readonly string[] {
  const [own = ''] = command.split(/\s(?=[|&;<>]|\d>)/)
  const words = own.split(/\s+/)
  return words
    .filter((word, at) => {
      const isSelected = SELECTS.test(words[at - 1] ?? '') && !word.startsWith('-')
      return isSelected || (NAMES_TESTS.test(word) && !name.split(' ').includes(word))
    })
    .map((word) => word.replaceAll(/^\.\/|[\^$'"]/g, ''))
}

const SELECTS =
  /^(?:-run|--run|-k|-t|--grep|--filter|--testNamePattern|--testPathPattern|--test-name-pattern)$/
const NAMES_TESTS =
  /^(?!-|\/|\.\/\.\.\.|~)(?:\S{1,200}::\S{1,200}|\S{0,200}[^.\s/]\/\S{0,200}(?<!\.{3})|\S{1,200}[._](?:test|spec)\.\w{1,5}|\S{1,200}_test\.\w{1,5}|test_\S{1,200}\.py)$/

const isCovered = (test: string, scope: readonly string[]): boolean =>
  scope.length === 0 || scope.some((part) => test.includes(part) || part.includes(test))

/** The files, folders and names in the arguments. Excludes flags, numbers, and words that stand for a full run. */
function scopeOf({ name, command = '' }: TestResult): readonly string[] {
  const own = new Set([...name.split(' '), 'run', 'exec', '--', '.', './...', 'python', 'python3'])
  return command
    .split(/\s+/)
    .filter((word) => !own.has(word) && !/^(?:-|\d+\w?$|[\w.-]{0,40}=)/.test(word))
    .slice(1 - MAX_FAILING)
    .map((word) =>
      word
        .replace(/^\.\//, '')
        .replace(/\/?\.{3}$/, '')
        .replaceAll(/[\^$'"]/g, ''),
    )
    .filter((word) => word !== '' && !RUNNER.test(word))
}

/** The runner itself, or its path. */
const RUNNER =
  /^(?:(?:\S{0,200}\/)?(?:npm|pnpm|yarn|bun|npx|pytest|jest|vitest|mocha|mvnw?|gradlew?|phpunit|pest|rspec|rails)|test(?::\S{0,60})?)$/

interface UntestedEdit {
  readonly path: string
  readonly at: number
}

/** Whether the tests have passed since the code was changed. */
export interface Proof {
  /** Code files that were changed since the tests last passed. */
  readonly unproven: readonly UntestedEdit[]
  readonly passedAt?: number
  readonly passedName?: string
}

const MAX_UNPROVEN = 50

export const proof: Fold<Proof> = {
  initial: { unproven: [] },
  apply(state, event) {
    if (event.type === 'file.changed') return afterEdit(state, event)
    return event.type === 'test.ran' && event.outcome === 'passed' ? afterPass(state, event) : state
  },
}

/** Ignores prose, which needs no test. An event filled in from a transcript may be older than the current state. */
function afterEdit(state: Proof, event: KnownEventOf<'file.changed'>): Proof {
  const { path, at } = event
  if (languageOfFile(path) === undefined || (isLate(event) && at <= (state.passedAt ?? -1))) return state
  const others = state.unproven.filter((one) => one.path !== path)
  return { ...state, unproven: last([...others, { path, at }], MAX_UNPROVEN) }
}

function afterPass(state: Proof, event: KnownEventOf<'test.ran'>): Proof {
  const { at, name } = event
  if (isLate(event) && at < (state.passedAt ?? -1)) return state
  const unproven = isLate(event) ? state.unproven.filter((one) => one.at > at) : []
  return { unproven, passedAt: at, passedName: name }
}

const isLate = ({ via }: KnownEvent): boolean => via !== undefined
