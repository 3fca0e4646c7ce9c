import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { indexEntry, sqliteIndex } from '../../../tests/support/indexes.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { connect } from '../../log/sqlite/driver.ts'
import { relativeTo } from '../../text/paths.ts'
import { SqliteIndex } from './sqlite-index.ts'

const entry = indexEntry('ses_1', { prompt: 'repair the parser', edited: ['src/parser.ts'] })
const QUERY = { projects: ['one'], prompt: 'parser', relative: relativeTo(['/work']) }
const NOTHING = { files: [], sessions: [] }

describe('search', () => {
  const index = () => {
    const created = sqliteIndex()
    created.put(indexEntry('said', { prompt: 'teach the lexer heredocs', summary: 'Goal: heredocs' }))
    created.put(indexEntry('noted', { project: 'two', summary: 'Decided: zanzibar quoting stays off' }))
    created.put(indexEntry('edited', { edited: ['src/lexer.ts'] }))
    return created
  }
  const search = (words: string, projects?: readonly string[]) =>
    index()
      .search({ words, projects, limit: 5 })
      .map(({ session }) => session)

  test('finds sessions by their messages, edited files and summary, best first', () => {
    expect(search('lexer heredocs')).toEqual(['said', 'edited'])
    expect(search('zanzibar')).toEqual(['noted'])
    expect(index().search({ words: 'zanzibar', limit: 1 })).toMatchObject([
      { summary: 'Decided: zanzibar quoting stays off' },
    ])
  })

  test('finds only sessions of the given projects', () => {
    expect(search('zanzibar lexer', ['one'])).not.toContain('noted')
    expect(search('zanzibar', ['one'])).toEqual([])
  })

  test.each(['', 'the', '" OR *'])('finds nothing without words: "%s"', (words) => {
    expect(search(words)).toEqual([])
  })
})

describe('an index entry', () => {
  test('replaces the earlier entry of its session', () => {
    const index = sqliteIndex()
    index.put(entry)
    index.put(indexEntry('ses_1', { at: 9, prompt: 'paint the shed' }))
    expect(index.indexedSeqs()).toEqual(new Map([['ses_1', 9]]))
    expect(index.search({ words: 'parser', limit: 5 })).toEqual([])
    expect(index.search({ words: 'shed', limit: 5 })).toHaveLength(1)
  })

  test('moves with its session to another project', () => {
    const index = sqliteIndex()
    index.put(entry)
    index.put({ ...entry, project: 'two' })
    expect(index.search({ words: 'parser', limit: 5, projects: ['one'] })).toEqual([])
    expect(index.search({ words: 'parser', limit: 5, projects: ['two'] })).toHaveLength(1)
    expect(index.evidence(QUERY).sessions).toEqual([])
  })
})

describe('an index file', () => {
  test.each([
    ['is damaged', (path: string) => writeFileSync(path, 'x'.repeat(5000))],
    [
      'has another version',
      (path: string) => {
        const db = connect(path, { readOnly: false, busyMs: 100 })
        db.exec('CREATE VIRTUAL TABLE session USING fts5(text); PRAGMA user_version = 8001')
        db.close()
      },
    ],
  ])('that %s is replaced by the next write', (_, damage) => {
    const path = join(temporaryFolder(), 'index.db')
    damage(path)
    expect(new SqliteIndex({ path, readOnly: true }).indexedSeqs().size).toBe(0)
    const index = sqliteIndex(path)
    index.put(entry)
    expect(index.indexedSeqs().size).toBe(1)
  })

  test('can be read by its owner only', () => {
    const folder = temporaryFolder()
    sqliteIndex(join(folder, 'index.db')).put(entry)
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0)
  })

  test('that another process has deleted is created again by the next write', () => {
    const path = join(temporaryFolder(), 'index.db')
    const [first, other] = [sqliteIndex(path), sqliteIndex(path)]
    first.put(entry)
    expect(other.indexedSeqs().size).toBe(1)
    other.drop()
    expect([first.indexedSeqs().size, other.indexedSeqs().size]).toEqual([0, 0])
    first.put(entry)
    expect(other.indexedSeqs().size).toBe(1)
  })

  test('that is dropped leaves no file behind', () => {
    const folder = temporaryFolder()
    const index = sqliteIndex(join(folder, 'index.db'))
    index.put(entry)
    index.drop()
    expect(readdirSync(folder)).toEqual([])
  })

  test('that does not exist counts as empty and is not created by reading', () => {
    const folder = temporaryFolder()
    const options = { path: join(folder, 'index.db') }
    for (const readOnly of [true, false]) {
      const index = new SqliteIndex({ ...options, readOnly })
      expect(index.indexedSeqs().size).toBe(0)
      expect(index.evidence(QUERY)).toEqual(NOTHING)
      expect(index.search({ words: 'parser', limit: 5 })).toEqual([])
    }
    expect(readdirSync(folder)).toEqual([])
  })

  test('that turns out to be damaged counts as empty', () => {
    const path = join(temporaryFolder(), 'index.db')
    const index = sqliteIndex(path)
    index.put(entry)
    index.close()
    const db = connect(path, { readOnly: false, busyMs: 100 })
    db.exec('DROP TABLE path_text')
    db.close()
    expect(index.evidence(QUERY)).toEqual(NOTHING)
  })
})
