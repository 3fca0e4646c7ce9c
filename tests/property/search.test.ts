import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Ranking, rank } from '../../src/search/rank-files.ts'
import type { SessionFacts } from '../../src/search/session-facts.ts'
import { NOTHING_INDEXED } from '../../src/search/session-index.ts'
import { MemoryIndex } from '../../src/search/sqlite/sqlite-index.ts'
import { pathsIn, relativeTo } from '../../src/text/paths.ts'
import { LIMIT_MS, runs } from './runs.ts'

const relative = relativeTo(['/w'])
const word = fc.constantFrom(
  'drain',
  'spool',
  'redact',
  'getTaskStatus',
  'brief',
  'test',
  'src/app/ingest/drain-spool.ts',
  '#151',
)
const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '))
const path = fc.constantFrom(
  'src/app/ingest/drain-spool.ts',
  'src/spool/maildir.ts',
  'src/redact/rule-match.ts',
  'docs/brief.md',
  'main.go',
)
const count = fc.nat({ max: 3 })
const facts: fc.Arbitrary<SessionFacts> = fc
  .record({
    session: fc.uuid(),
    lastAt: fc.nat(1000),
    prompts: fc.array(text, { maxLength: 3 }),
    answers: fc.array(text, { maxLength: 3 }),
    mentioned: fc.array(path, { maxLength: 3 }),
    files: fc.array(fc.tuple(path, fc.record({ edits: count, reads: count })), {
      maxLength: 5,
    }),
  })
  .map(({ files, mentioned, ...session }) => ({
    ...session,
    files: new Map(files),
    mentioned: new Set(mentioned),
  }))
const history = fc.uniqueArray(facts, { maxLength: 8, selector: ({ session }) => session })

const EMPTY = {
  project: 'one',
  seq: 1,
  after: 0,
  settled: [],
  corrections: [],
  summary: '',
  progress: NOTHING_INDEXED,
}

function asked(sessions: readonly SessionFacts[], prompt: string, files = 5): Ranking {
  const index = new MemoryIndex()
  for (const one of sessions) index.put({ ...EMPTY, facts: one })
  const evidence = index.evidence({ projects: ['one'], prompt, relative })
  index.close()
  return rank(evidence, { files, sessions: 3 })
}

const holds = (property: fc.IPropertyWithHooks<[readonly SessionFacts[], string]>): void =>
  fc.assert(property, { numRuns: runs(50) })

describe('a ranking', () => {
  test('a ranking does not depend on the order in which sessions were indexed', { timeout: LIMIT_MS }, () => {
    holds(
      fc.property(history, text, (sessions, prompt) => {
        expect(asked(sessions.toReversed(), prompt)).toEqual(asked(sessions, prompt))
      }),
    )
  })

  test('a ranking contains each file once, up to the limit, best first', { timeout: LIMIT_MS }, () => {
    holds(
      fc.property(history, text, (sessions, prompt) => {
        const ranking = asked(sessions, prompt, 3)
        expect(ranking.files.length).toBeLessThanOrEqual(3)
        expect(ranking.sessions.length).toBeLessThanOrEqual(3)
        const paths = ranking.files.map((file) => file.path)
        expect(new Set(paths).size).toBe(paths.length)
        const scores = ranking.files.map(({ score }) => score)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      }),
    )
  })

  test('a ranking proposes only files that a session or the prompt has named', { timeout: LIMIT_MS }, () => {
    holds(
      fc.property(history, text, (sessions, prompt) => {
        const known = new Set([
          ...sessions.flatMap(({ files, mentioned }) => [...files.keys(), ...mentioned]),
          ...pathsIn(prompt),
        ])
        const strange = asked(sessions, prompt, 100).files.filter((file) => !known.has(file.path))
        expect(strange).toEqual([])
      }),
    )
  })

  test('a ranking with a lower limit is the beginning of a ranking with a higher limit', {
    timeout: LIMIT_MS,
  }, () => {
    holds(
      fc.property(history, text, (sessions, prompt) => {
        expect(asked(sessions, prompt, 2).files).toEqual(asked(sessions, prompt, 9).files.slice(0, 2))
      }),
    )
  })
})
