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
  /** The arguments of the run that they failed in; empty for a full run. */
  readonly scope?: readonly string[]
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

/** A partial run says nothing about the other tests. */
export function afterRun(before: TestRun | undefined, ran: TestResult): TestRun {
  const { name, outcome, at, passed, failed, skipped } = ran
  const scope = scopeOf(ran)
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
    ...(failing.length > 0 && { failing, scope: outcome === 'failed' ? scope : (before?.scope ?? []) }),
  }
}

const isCovered = (test: string, scope: readonly string[]): boolean =>
  scope.length === 0 || scope.some((part) => test.includes(part) || part.includes(test))

/** Files, folders and names; not flags, numbers, or words for a full run. */
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
