import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keptFrom, sqliteIndex } from '../../../tests/support/indexes.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import type { Prepared, Ready } from '../../brief/prepared.ts'
import { noGist } from '../../session/digest.ts'
import { relativeTo } from '../../text/paths.ts'
import { NO_HOLDERS, NO_PATHS, NO_TRACES } from '../forgiving-shelf.ts'
import { NOT_LATELY } from '../lately.ts'
import { MemoryIndex } from '../memory-index.ts'
import { postingsOf } from '../postings.ts'
import { rank } from '../rank.ts'
import type { Entry } from '../session-index.ts'
import { SqliteIndex } from './sqlite-index.ts'

const WORDS = ['parser', 'list', 'token', 'render', 'brief', 'spool', 'index', 'shell'] as const
const PATHS = [
  'src/parser.ts',
  'src/parser.test.ts',
  'src/render/list.ts',
  'docs/spool.md',
  'src/shell.ts',
] as const

const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((all) => all.join(' '))
const entry = fc
  .record({
    session: fc.integer({ min: 1, max: 6 }),
    project: fc.constantFrom('one', 'two'),
    lastAt: fc.integer({ min: 1, max: 50 }),
    prompt: words,
    edits: fc.subarray([...PATHS]),
    named: fc.subarray([...PATHS]),
  })
  .map(
    ({ session, project, lastAt, prompt, edits, named }): Entry => ({
      project: session > 4 ? 'two' : project,
      seq: lastAt,
      gist: { ...noGist, seq: lastAt },
      settled: [],
      lessons: [],
      digest: prompt,
      postings: postingsOf({
        session: `ses_${session}-${project}`,
        startedAt: lastAt - 1,
        lastAt,
        prompts: [prompt],
        answers: [],
        files: new Map(edits.map((path) => [path, { edits: 1, reads: 0 }])),
        named: new Set(named),
      }),
    }),
  )
  .map((made) => ({ ...made, project: made.postings.session.endsWith('one') ? 'one' : 'two' }))

test('ranks as the reference does, whatever was put into it and however often', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), words, (entries, prompt) => {
      const [real, reference] = [sqliteIndex(), new MemoryIndex()]
      // The last of a session stands; paths that an earlier one met stay known, so each session is put once.
      const last = new Map(entries.map((one) => [one.postings.session, one]))
      for (const one of last.values()) for (const index of [real, reference]) index.put(one)
      const query = { prompt, relative: relativeTo(['/work']) }
      for (const until of [undefined, 25]) {
        const [found, expected] = [real, reference].map((index) =>
          rank(index.shelf(['one'], until), query, { files: 20, sessions: 5, explain: true }),
        )
        expect(found).toEqual(expected)
      }
      const most = { files: 20, sessions: 5, explain: true }
      expect(rank(keptFrom(real, ['one']).shelf, query, most)).toEqual(
        rank(reference.shelf(['one']), query, most),
      )
      expect(real.standing()).toEqual(reference.standing())
    }),
    { numRuns: 60 },
  )
})

test.each([29, 30, 31, 32, 33, 83])('ranks as the reference does among %i sessions', (number) => {
  const [real, reference] = [sqliteIndex(), new MemoryIndex()]
  for (let session = 0; session < number; session += 1) {
    const made = {
      session: `ses_${session}`,
      startedAt: session,
      lastAt: session + 1,
      prompts: [session % 3 === 0 ? 'repair the parser' : `render list ${session}`],
      answers: [],
      files: new Map([[`src/file-${session}.ts`, { edits: 1, reads: 0 }]]),
      named: new Set<string>(),
    }
    const entry = {
      project: 'one',
      seq: 1,
      gist: noGist,
      settled: [],
      lessons: [],
      digest: '',
      postings: postingsOf(made),
    }
    for (const index of [real, reference]) index.put(entry)
  }
  const query = { prompt: 'make the tests of the parser pass', relative: relativeTo(['/work']) }
  const [found, expected, kept] = [real, reference, { shelf: () => keptFrom(real, ['one']).shelf }].map(
    (index) => rank(index.shelf(['one']), query, { files: 20, sessions: 3, explain: true }),
  )
  expect(found).toEqual(expected)
  expect(kept).toEqual(expected)
})

describe('an index', () => {
  const one = fc.sample(entry, 1)[0] as Entry

  test('that is damaged, or of another form, or no index at all, is made anew', () => {
    const path = join(temporaryFolder(), 'index.db')
    writeFileSync(path, 'x'.repeat(5000))
    expect(new SqliteIndex({ path, prepared: '/nowhere', readOnly: true }).standing().size).toBe(0)
    const index = sqliteIndex(path)
    index.put(one)
    expect(index.standing().size).toBe(1)
  })

  test("is nobody else's to read", () => {
    const folder = temporaryFolder()
    const index = sqliteIndex(join(folder, 'index.db'))
    index.put(one)
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0)
    chmodSync(folder, 0o700)
  })

  test('that somebody else has deleted is made again by whoever has it open', () => {
    const path = join(temporaryFolder(), 'index.db')
    const [first, other] = [sqliteIndex(path), sqliteIndex(path)]
    first.put(one)
    expect(other.standing().size).toBe(1)
    other.drop()
    expect([first.standing().size, other.standing().size]).toEqual([0, 0])
    first.put(one)
    expect(other.standing().size).toBe(1)
  })

  test('that breaks while it is asked answers with nothing', () => {
    const index = sqliteIndex()
    index.put(one)
    const shelf = index.shelf([one.project])
    expect(shelf.sessions).toBe(1)
    index.close()
    expect([shelf.sessionsWith('parser', 5), shelf.pathsWith('parser', 5)]).toEqual([NO_HOLDERS, NO_PATHS])
    expect([shelf.filesOf(0), shelf.pathsNamed('parser')]).toEqual([NO_TRACES, []])
    expect(shelf.lately()).toEqual(NOT_LATELY)
  })

  test('that is not there answers with nothing, and whoever only looks makes none', () => {
    const folder = temporaryFolder()
    const index = new SqliteIndex({
      path: join(folder, 'index.db'),
      prepared: join(folder, 'prepared'),
      readOnly: true,
    })
    expect([index.standing().size, index.shelf(['one']).sessions, index.gists([]).size]).toEqual([0, 0, 0])
    expect(readdirSync(folder)).toEqual([])
  })

  test('keeps what was prepared for a place, and what does not read back was never there', () => {
    const folder = temporaryFolder()
    const index = sqliteIndex(join(folder, 'index.db'))
    const kept = [{ claims: [], heads: {}, sessions: [] }] as unknown as readonly Prepared[]
    const ready = [{ text: 'begin here', told: [] }] as unknown as readonly Ready[]
    index.keepPrepared('here', { prepared: kept, ready })
    expect([index.prepared('here'), index.ready('here')]).toEqual([kept, ready])
    expect([index.prepared('there'), index.ready('there')]).toEqual([[], []])
    for (const name of readdirSync(join(folder, 'prepared'))) {
      const path = join(folder, 'prepared', name)
      expect(statSync(path).mode & 0o077).toBe(0)
      writeFileSync(path, readFileSync(path).subarray(0, 20))
    }
    expect([index.prepared('here'), index.ready('here')]).toEqual([[], []])
    index.keepPrepared('here', { prepared: kept, ready })
    index.drop()
    expect(readdirSync(folder)).toEqual([])
  })

  test('keeps what was prepared for the places of late, not for all there ever were', () => {
    const folder = temporaryFolder()
    const index = sqliteIndex(join(folder, 'index.db'))
    for (let i = 0; i < 150; i += 1)
      index.keepPrepared(`place ${i}`, { prepared: [{} as Prepared], ready: [] })
    expect(readdirSync(join(folder, 'prepared')).length).toBeLessThanOrEqual(200)
    expect(index.prepared('place 149')).toEqual([{}])
  })
})
