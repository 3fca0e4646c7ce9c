import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryShelf } from '../../src/search/memory-shelf.ts'
import { type Postings, postingsOf } from '../../src/search/postings.ts'
import { type Ranking, rank } from '../../src/search/rank.ts'
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
  'src/redact/rule.ts',
  'docs/brief.md',
  'main.go',
)
const count = fc.nat({ max: 3 })
const postings: fc.Arbitrary<Postings> = fc
  .record({
    session: fc.uuid(),
    startedAt: fc.nat(1000),
    lastAt: fc.nat(1000),
    prompts: fc.array(text, { maxLength: 3 }),
    answers: fc.array(text, { maxLength: 3 }),
    named: fc.array(path, { maxLength: 3 }),
    files: fc.array(fc.tuple(path, fc.record({ edits: count, reads: count })), {
      maxLength: 5,
    }),
  })
  .map(({ files, named, ...session }) =>
    postingsOf({ ...session, files: new Map(files), named: new Set(named) }),
  )
const history = fc.uniqueArray(postings, { maxLength: 8, selector: ({ session }) => session })

const asked = (sessions: readonly Postings[], prompt: string, files = 5): Ranking =>
  rank(memoryShelf(sessions), { prompt, relative }, { files, sessions: 3 })

const holds = (property: fc.IPropertyWithHooks<[readonly Postings[], string]>): void =>
  fc.assert(property, { numRuns: runs(200) })

describe('a ranking', () => {
  test('is the same in whatever order the sessions were put in', { timeout: LIMIT_MS }, () => {
    holds(
      fc.property(history, text, (sessions, prompt) => {
        expect(asked(sessions.toReversed(), prompt)).toEqual(asked(sessions, prompt))
      }),
    )
  })

  test('has each thing once, no more than were asked for, the best first', { timeout: LIMIT_MS }, () => {
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

  test('proposes nothing that neither a session nor the prompt has named', { timeout: LIMIT_MS }, () => {
    holds(
      fc.property(history, text, (sessions, prompt) => {
        const known = new Set([
          ...sessions.flatMap(({ files, named }) => [...files.keys(), ...named]),
          ...pathsIn(prompt),
        ])
        const strange = asked(sessions, prompt, 100).files.filter((file) => !known.has(file.path))
        expect(strange).toEqual([])
      }),
    )
  })

  test('asked for fewer it gives the first of those that it gives when asked for more', {
    timeout: LIMIT_MS,
  }, () => {
    holds(
      fc.property(history, text, (sessions, prompt) => {
        expect(asked(sessions, prompt, 2).files).toEqual(asked(sessions, prompt, 9).files.slice(0, 2))
      }),
    )
  })
})
