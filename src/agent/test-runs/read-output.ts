import { stripColours } from '../../shell/command-line.ts'
import { type TestFramework, testFrameworks } from './runners.ts'

/** Results that a runner printed. */
export interface TestOutput {
  /** The outcome of the run; undefined if unknown. */
  readonly outcome?: 'passed' | 'failed'
  readonly passed?: number
  readonly failed?: number
  readonly skipped?: number
  /** Names of the first twenty failed tests. */
  readonly failing: readonly string[]
  /** Whether the output contains counts, which proves that it is complete. */
  readonly isCounted: boolean
}

const MAX_LENGTH = 256 * 1024
const MAX_NAMES = 20
const MAX_NAME_LENGTH = 200

/** Reads test output. A runner hidden behind a script such as `npm test` is recognized by its output. */
export function readTestOutput(name: string, output: string): TestOutput {
  const text = stripColours(output.slice(-MAX_LENGTH)).replaceAll('\r', '')
  const named = testFrameworks().filter(({ names }) => names.test(name))
  const others = testFrameworks().filter((framework) => !named.includes(framework))
  for (const framework of [...named, ...others]) {
    if (!named.includes(framework) && !isRecognised(framework, text)) continue
    const result = readAs(framework, text)
    if (result.outcome) return result
  }
  return { failing: [], isCounted: false, ...(BROKEN.test(text) && { outcome: 'failed' }) }
}

/** Signs of a failure before any test ran. */
const BROKEN =
  /^(?:error: could not compile|error\[E\d{4}\]|.{0,200}\[(?:build|setup) failed\]|.{0,200}: error TS\d{4}|.{0,200}SyntaxError: |ModuleNotFoundError: |ImportError: |npm (?:ERR!|error) |.{0,200}Compilation fail)/m

const isRecognised = ({ summary, sign }: TestFramework, text: string): boolean =>
  sign?.test(text) || summary.some((line) => line.test(text))

function readAs(framework: TestFramework, text: string): TestOutput {
  const failing = namesIn(text, framework.failing)
  const counts = countsIn(text, framework)
  const isFailed = failing.length > 0 || (counts.failed ?? 0) > 0 || (framework.failed?.test(text) ?? false)
  const isPassed = (counts.passed ?? 0) > 0 || (framework.passed?.test(text) ?? false)
  const outcome = isFailed ? 'failed' : isPassed ? 'passed' : undefined
  return { ...counts, failing, isCounted: Object.keys(counts).length > 0, ...(outcome && { outcome }) }
}

function namesIn(text: string, patterns: readonly RegExp[]): readonly string[] {
  const names = new Set<string>()
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const name = match.slice(1).filter(Boolean).join(' ').replaceAll(/\s+/g, ' ').trim()
      if (name !== '' && names.size < MAX_NAMES)
        names.add(Array.from(name).slice(0, MAX_NAME_LENGTH).join(''))
    }
  }
  return [...names]
}

type Counts = Pick<TestOutput, 'passed' | 'failed' | 'skipped'>
type CountKind = 'passed' | 'failed' | 'skipped' | 'total'

function countsIn(text: string, { summary, isRepeated }: TestFramework): Counts {
  const sums: Partial<Record<CountKind, number>> = {}
  for (const line of summary) {
    const lines = text.match(new RegExp(line, 'gm')) ?? []
    for (const one of isRepeated ? lines : lines.slice(-1))
      for (const [kind, count] of numbersIn(one)) sums[kind] = (sums[kind] ?? 0) + count
  }
  const { total, ...counts } = sums
  if (total === undefined || counts.passed !== undefined) return counts
  return { ...counts, passed: Math.max(0, total - (counts.failed ?? 0) - (counts.skipped ?? 0)) }
}

const KINDS: readonly (readonly [CountKind, string])[] = [
  ['passed', 'pass(?:ed|ing)?'],
  ['failed', 'fail(?:ed|ing|ures?|s)?|errors?|errored|timed out'],
  ['skipped', 'skip(?:ped|s)?|pending|todo|ignored'],
  ['total', 'tests?|run|runs|examples?|completed|total|executed'],
]
const WORD = KINDS.map(([kind, words]) => `(?<KIND${kind}>${words})`).join('|')
const wordPattern = (place: string): string => WORD.replaceAll('KIND', place)
/** `3 passed`, `Passed: 3`, and `# pass 3` as in TAP. */
const NUMBER = new RegExp(
  `(?<![\\w.:/])(\\d{1,7})\\s+(?:tests?\\s+)?(?:${wordPattern('a')})\\b|\\b(?:${wordPattern('b')})(?:[:=]\\s{0,10}|(?<=[ℹ#] \\w{4,9}) )(\\d{1,7})\\b(?!\\s+[a-z])`,
  'gi',
)

function numbersIn(line: string): readonly (readonly [CountKind, number])[] {
  return [...line.matchAll(NUMBER)].flatMap((match) => {
    const kind = KINDS.find(([one]) => match.groups?.[`a${one}`] ?? match.groups?.[`b${one}`])?.[0]
    const count = match.find((part, index) => index > 0 && part !== undefined && /^\d+$/.test(part))
    return kind && count !== undefined ? [[kind, Number(count)] as const] : []
  })
}
