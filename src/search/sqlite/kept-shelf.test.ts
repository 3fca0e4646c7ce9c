import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { keptFrom, sqliteIndex } from '../../../tests/support/indexes.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import type { SessionId } from '../../event/identity.ts'
import { noGist } from '../../session/digest.ts'
import { relativeTo } from '../../text/paths.ts'
import { EMPTY_SHELF, NO_HOLDERS, NO_PATHS } from '../forgiving-shelf.ts'
import { NOT_LATELY } from '../lately.ts'
import { postingsOf } from '../postings.ts'
import { rank } from '../rank.ts'
import type { Entry } from '../session-index.ts'
import type { Shelf } from '../shelf.ts'
import { keptShelf } from './kept-shelf.ts'
import { writeShelf } from './write-shelf.ts'

describe('the postings that are kept in a file', () => {
  const project = 'one'
  const settled = (session: string, text: string): Entry['settled'][number] => ({
    section: 'decisions',
    text,
    session: session as SessionId,
    at: 1,
    score: 0.8,
    because: [],
    tokens: 9,
  })
  const made = (number: number, prompt: string): Entry => ({
    project,
    seq: number,
    gist: noGist,
    settled: [settled(`ses_${number}`, `decided\tin\n${prompt}`)],
    lessons: [],
    digest: '',
    postings: postingsOf({
      session: `ses_${number}`,
      startedAt: number,
      lastAt: number,
      prompts: [prompt],
      answers: [],
      files: new Map([[`src/a ${number}/\u00fcber \ud83d\ude00\t${number}.ts`, { edits: number, reads: 1 }]]),
      named: new Set([`docs/name-${number}.md`]),
    }),
  })

  /** Who holds a term, with what they weigh and came to: numbers differ between shelves, names do not. */
  const holdersIn = (shelf: Shelf, term: string) => {
    const { sessions, weights } = shelf.sessionsWith(term, 10)
    const held = Array.from(sessions, (session, at) => {
      const { paths, did } = shelf.filesOf(session)
      const files = Array.from(paths, (path, place) => [shelf.pathOf(path), did[place]])
      return [shelf.sessionOf(session), weights[at], shelf.lengths[session], files]
    })
    return held.sort()
  }
  const namedIn = (shelf: Shelf, stem: string) =>
    shelf.pathsNamed(stem).map(({ number, ...known }) => ({ ...known, name: shelf.pathOf(number) }))

  test('hold what was settled, and every name, whatever letters it has', () => {
    const index = sqliteIndex()
    const words = Array.from({ length: 3000 }, (_, n) => `w${n} \u00e4pfel${n}`).join(' ')
    for (const one of [made(1, words), made(2, 'repair the parser')]) index.put(one)
    const { shelf, settled: settledIn } = keptFrom(index, [project])
    const own = index.shelf([project])
    for (const term of ['w1', 'w2999', '\u00e4pfel7', 'parser', 'nowhere'])
      expect(holdersIn(shelf, term), term).toEqual(holdersIn(own, term))
    for (const stem of ['name-1', '\u00fcber \ud83d\ude00\t1', 'none'])
      expect(namedIn(shelf, stem), stem).toEqual(namedIn(own, stem))
    expect(settledIn(['ses_2' as SessionId]).get('ses_2')).toEqual([
      settled('ses_2', 'decided\tin\nrepair the parser'),
    ])
  })

  test('follow the index, and are written again only where it has moved, and not soon', () => {
    const index = sqliteIndex()
    index.put(made(1, 'repair the parser'))
    const path = keptFrom(index, [project]).path
    const before = statSync(path).ino
    const later = 11 * 60_000
    expect(statSync(keptFrom(index, [project], later).path).ino).toBe(before)
    index.put(made(2, 'render the list'))
    expect(keptFrom(index, [project], 60_000).shelf.sessions).toBe(1)
    expect(keptFrom(index, [project], later).shelf.sessions).toBe(2)
    expect(statSync(path).mode & 0o077).toBe(0)
  })

  test('of another form, or cut anywhere, are none or some, and never an error', () => {
    const index = sqliteIndex()
    for (const one of [made(1, 'repair the parser'), made(2, 'render the list')]) index.put(one)
    const { path } = keptFrom(index, [project])
    const whole = readFileSync(path)
    for (let end = 0; end < whole.length; end += 7) {
      writeFileSync(path, whole.subarray(0, end))
      const kept = keptShelf(path)
      const query = { prompt: 'repair docs/name-1.md', relative: relativeTo(['/work']) }
      expect(() => kept && rank(kept.shelf, query, { files: 5, sessions: 5 })).not.toThrow()
    }
    expect(keptShelf('/nowhere')).toBeUndefined()
  })

  test('with a byte that changed anywhere are none, or some, or odd, and never an error', () => {
    const index = sqliteIndex()
    for (const one of [made(1, 'repair the parser'), made(2, 'render the list')]) index.put(one)
    const { path } = keptFrom(index, [project])
    const whole = readFileSync(path)
    const query = { prompt: 'repair docs/name-1.md', relative: relativeTo(['/work']) }
    for (let at = 0; at < whole.length; at += 3) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ (at % 2 === 0 ? 0xff : 0x80)
      writeFileSync(path, damaged)
      const kept = keptShelf(path)
      expect(() => kept && rank(kept.shelf, query, { files: 5, sessions: 5 })).not.toThrow()
      expect(() => kept?.settled(['ses_1' as SessionId])).not.toThrow()
    }
  })

  test('of thousands of sessions are found as those of few', () => {
    const path = join(temporaryFolder(), 'many.shelf')
    const names = Array.from({ length: 5000 }, (_, n) => `src/file-${String(n).padStart(4, '0')}.ts`)
    const sessions = Array.from({ length: 3000 }, (_, n) => ({
      session: `ses_${n}`,
      length: n,
      traces: { paths: [n, n + 1], did: [1, 2] },
      settled: '[]',
    }))
    const terms = new Map(
      names.map((_, n) => [`w${n}`, { ...NO_HOLDERS, ...NO_PATHS, sessions: [n], weights: [7] }]),
    )
    const origin = { at: 1, standing: 'so' }
    writeShelf(path, { origin, sessions, paths: 5000, names, lately: NOT_LATELY, terms, stems: new Map() })
    const shelf = keptShelf(path)?.shelf ?? EMPTY_SHELF
    expect([shelf.sessions, shelf.paths, shelf.meanLength]).toEqual([3000, 5000, 1499.5])
    for (const number of [0, 7, 8, 1234, 2999]) {
      const { paths, did } = shelf.filesOf(number)
      expect([shelf.sessionOf(number), shelf.pathOf(number), shelf.lengths[number]]).toEqual([
        `ses_${number}`,
        names[number],
        number,
      ])
      expect([[...Array.from(paths)], [...Array.from(did)]]).toEqual([
        [number, number + 1],
        [1, 2],
      ])
      expect(Array.from(shelf.sessionsWith(`w${number}`, 9).sessions)).toEqual([number])
    }
    expect([shelf.sessionOf(3000), shelf.pathOf(5000)]).toEqual(['', ''])
  })
})
