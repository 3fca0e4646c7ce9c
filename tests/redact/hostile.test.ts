import { expect, test } from 'vitest'
import { createRedactor, redactorWith } from '../../src/redact/redact.ts'
import { createRuleDetector } from '../../src/redact/rule-match.ts'
import { allRules } from '../../src/redact/rules/all-rules.ts'
import { generalHostileTexts, type HostileText, hostileTexts } from './hostile-texts.ts'

/** A full megabyte in nightly runs. Otherwise less, which is enough to reveal backtracking. */
const LENGTH = process.env.LEFTOFF_RUNS ? 1 << 20 : 1 << 12
/** The goal is 100 ms per megabyte. Texts full of secrets or a busy machine can take longer. */
const LIMIT_MS = process.env.LEFTOFF_RUNS ? 600 : 50

/** CPU time, because other processes share the machine. */
function cpuMs(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const slowest = (redact: (text: string) => unknown, hostile: readonly HostileText[]): readonly string[] =>
  hostile.flatMap(({ name, text }) => {
    const input = text(LENGTH)
    const first = cpuMs(() => redact(input))
    // The first run may include compilation.
    const ms = first > LIMIT_MS ? cpuMs(() => redact(input)) : first
    return ms > LIMIT_MS ? [`${name}: ${ms.toFixed(0)} ms`] : []
  })

test('no rule is slow on a text that is designed to attack it', { timeout: 600_000 }, () => {
  for (const rule of allRules)
    expect(slowest(redactorWith([createRuleDetector(rule)]), hostileTexts(rule.id)), rule.id).toEqual([])
})

test('the detectors for names, keys and base64 are not slow on hostile texts', { timeout: 600_000 }, () => {
  expect(slowest(createRedactor([]), generalHostileTexts)).toEqual([])
})

test('redaction time grows linearly with the length of a text', () => {
  const redact = createRedactor([])
  const both = (text: (length: number) => string): readonly [number, number] => {
    const [short, long] = [text(1 << 13), text(1 << 16)]
    redact(short)
    const many = cpuMs(() => {
      for (let i = 0; i < 8; i += 1) redact(short)
    })
    return [many, cpuMs(() => redact(long))]
  }
  const worse = generalHostileTexts.filter(({ text }) => {
    const [many, one] = both(text)
    return one > 6 * many + 60
  })
  expect(worse.map(({ name }) => name)).toEqual([])
})

test('redacting hostile texts stays within the effort limit', () => {
  const redact = createRedactor([])
  const dropped = [...generalHostileTexts, ...allRules.flatMap(({ id }) => hostileTexts(id))].filter(
    ({ text }) => redact(text(2048)).findings.some(({ rule }) => rule === 'not-examined'),
  )
  expect(dropped.map(({ name }) => name)).toEqual([])
})
