import { stripColours } from '../../shell/colours.ts'
import { type Family, families } from './frameworks.ts'

/** Results that a runner printed. */
export interface TestOutput {
  /** Undefined if unknown. */
  readonly outcome?: 'passed' | 'failed'
  readonly passed?: number
  readonly failed?: number
  readonly skipped?: number
  /** Names of the first twenty failed tests. */
  readonly failing: readonly string[]
  /** Whether the output contains counts, which proves that it is complete. */
  readonly isCounted: boolean
}

const MOST_READ = 256 * 1024
const MOST_NAMES = 20
const MOST_NAME = 200

/** Reads the output of tests. A runner hidden behind a script such as `npm test` is recognised by its output. */
export function readTestOutput(name: string, output: string): TestOutput {
  const text = stripColours(output.slice(-MOST_READ)).replaceAll('\r', '')
  const named = families().filter(({ names }) => names.test(name))
  const others = families().filter((family) => !named.includes(family))
  for (const family of [...named, ...others]) {
    if (!named.includes(family) && !isSigned(family, text)) continue
    const read = readAs(family, text)
    if (read.outcome) return read
  }
  return { failing: [], isCounted: false, ...(BROKEN.test(text) && { outcome: 'failed' }) }
}

/** Failed before any test ran. */
const BROKEN =
  /^(?:error: could not compile|error\[E\d{4}\]|.{0,200}\[(?:build|setup) failed\]|.{0,200}: error TS\d{4}|.{0,200}SyntaxError: |ModuleNotFoundError: |ImportError: |npm (?:ERR!|error) |.{0,200}Compilation fail)/m

const isSigned = ({ summary, sign }: Family, text: string): boolean =>
  sign?.test(text) || summary.some((line) => line.test(text))

function readAs(family: Family, text: string): TestOutput {
  const failing = namesIn(text, family.failing)
  const counts = countsIn(text, family)
  const isFailed = failing.length > 0 || (counts.failed ?? 0) > 0 || (family.failed?.test(text) ?? false)
  const isPassed = (counts.passed ?? 0) > 0 || (family.passed?.test(text) ?? false)
  const outcome = isFailed ? 'failed' : isPassed ? 'passed' : undefined
  return { ...counts, failing, isCounted: Object.keys(counts).length > 0, ...(outcome && { outcome }) }
}

function namesIn(text: string, patterns: readonly RegExp[]): readonly string[] {
  const names = new Set<string>()
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const name = match.slice(1).filter(Boolean).join(' ').replaceAll(/\s+/g, ' ').trim()
      if (name !== '' && names.size < MOST_NAMES) names.add(Array.from(name).slice(0, MOST_NAME).join(''))
    }
  }
  return [...names]
}

type Counts = Pick<TestOutput, 'passed' | 'failed' | 'skipped'>
type Kind = 'passed' | 'failed' | 'skipped' | 'total'

function countsIn(text: string, { summary, isRepeated }: Family): Counts {
  const sums: Partial<Record<Kind, number>> = {}
  for (const line of summary) {
    const found = text.match(new RegExp(line, 'gm')) ?? []
    for (const one of isRepeated ? found : found.slice(-1))
      for (const [kind, count] of numbersIn(one)) sums[kind] = (sums[kind] ?? 0) + count
  }
  const { total, ...counts } = sums
  if (total === undefined || counts.passed !== undefined) return counts
  return { ...counts, passed: Math.max(0, total - (counts.failed ?? 0) - (counts.skipped ?? 0)) }
}

const KINDS: readonly (readonly [Kind, string])[] = [
  ['passed', 'pass(?:ed|ing)?'],
  ['failed', 'fail(?:ed|ing|ures?|s)?|errors?|errored|timed out'],
  ['skipped', 'skip(?:ped|s)?|pending|todo|ignored'],
  ['total', 'tests?|run|runs|examples?|completed|total|executed'],
]
const WORD = KINDS.map(([kind, words]) => `(?<KIND${kind}>${words})`).join('|')
const worded = (place: string): string => WORD.replaceAll('KIND', place)
/** `3 passed`, `Passed: 3`, and `# pass 3` as in TAP. */
const NUMBER = new RegExp(
  `(?<![\\w.:/])(\\d{1,7})\\s+(?:tests?\\s+)?(?:${worded('a')})\\b|\\b(?:${worded('b')})(?:[:=]\\s{0,10}|(?<=[ℹ#] \\w{4,9}) )(\\d{1,7})\\b(?!\\s+[a-z])`,
  'gi',
)

function numbersIn(line: string): readonly (readonly [Kind, number])[] {
  return [...line.matchAll(NUMBER)].flatMap((match) => {
    const kind = KINDS.find(([one]) => match.groups?.[`a${one}`] ?? match.groups?.[`b${one}`])?.[0]
    const count = match.find((part, index) => index > 0 && part !== undefined && /^\d+$/.test(part))
    return kind && count !== undefined ? [[kind, Number(count)] as const] : []
  })
}
