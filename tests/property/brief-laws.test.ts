import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Claim, makeClaim, SECTIONS, withoutRepeats } from '../../src/brief/claim.ts'
import { claimLine, writeBrief } from '../../src/brief/write-brief.ts'
import { countTokens } from '../../src/host/tokenizer.ts'
import { session } from '../support/events.ts'
import { LIMIT_MS, runs } from './runs.ts'

const claim: fc.Arbitrary<Claim> = fc
  .record({
    section: fc.constantFrom(...SECTIONS),
    text: fc.oneof(fc.lorem({ maxCount: 25 }), fc.constantFrom('npm test', 'src/a.ts (edited)', 'x')),
    at: fc.integer({ min: 0, max: 1000 }),
    score: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map((draft) => makeClaim({ session: session('s'), because: [] }, draft))

const claims = fc.array(claim, { maxLength: 60 }).map(withoutRepeats)
const budget = fc.integer({ min: 80, max: 3000 })
const write = (all: readonly Claim[], most: number) => writeBrief(all, { budget: most, count: countTokens })

const QUOTES: ReadonlySet<string> = new Set(['asked', 'answer'])
const NOTED: readonly string[] = ['blockers', 'next', 'questions', 'decisions', 'facts']

test(
  'a brief stays within its budget, shows each claim at most once and reports omissions',
  () => {
    let cut = 0
    fc.assert(
      fc.property(claims, budget, (all, most) => {
        const found = write(all, most)
        if (!found) return
        expect(countTokens(found.text)).toBeLessThanOrEqual(most)
        const keys = found.lines.map(({ claim: { section, text } }) => `${section} ${text}`)
        expect(new Set(keys).size).toBe(keys.length)
        const left = Object.values(found.left).reduce((sum, n) => sum + n, 0)
        expect(found.lines.length + left).toBe(all.length)
        if (left > 0) {
          cut += 1
          const announced = /^Left out: (.+)$/m.exec(found.text)?.[1] ?? ''
          const numbers = [...announced.matchAll(/(\d+) [a-z]/g)].map(([, n]) => Number(n))
          expect(numbers.reduce((sum, n) => sum + n, 0)).toBe(left)
          expect(announced).toMatch(/\(leftoff (?:brief --budget \d+|session list)\)$/)
        }
      }),
      { numRuns: runs(200) },
    )
    expect(cut).toBeGreaterThan(10)
  },
  LIMIT_MS,
)

test(
  'notes appear in the order in which they were made, and only quotes are truncated',
  () => {
    fc.assert(
      fc.property(claims, budget, (all, most) => {
        const lines = write(all, most)?.lines ?? []
        for (const section of NOTED) {
          const times = lines.filter((line) => line.claim.section === section).map((line) => line.claim.at)
          expect(times).toEqual(times.toSorted((a, b) => a - b))
        }
        for (const { claim: shown } of lines)
          if (!QUOTES.has(shown.section)) expect(all.map(claimLine)).toContain(claimLine(shown))
      }),
      { numRuns: runs(200) },
    )
  },
  LIMIT_MS,
)

const IMPORTANT = ['goal', 'blockers', 'next', 'decisions'] as const

test(
  'a brief of 300 tokens always contains the goal, blockers, next steps and decisions',
  () => {
    const short = fc.lorem({ maxCount: 12 })
    const important = fc
      .tuple(...IMPORTANT.map(() => short))
      .map((texts) =>
        IMPORTANT.map((section, index) =>
          makeClaim(
            { session: session('s'), because: [] },
            { section, text: texts[index] ?? '', at: 1, score: 0.9 },
          ),
        ),
      )
    fc.assert(
      fc.property(claims, important, (all, wanted) => {
        const found = write(withoutRepeats([...wanted, ...all]), 300)
        const shown = new Set(found?.lines.map(({ claim: { section } }) => section))
        for (const section of IMPORTANT) expect([...shown]).toContain(section)
      }),
      { numRuns: runs(200) },
    )
  },
  LIMIT_MS,
)
