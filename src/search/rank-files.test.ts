import { describe, expect, test } from 'vitest'
import { type FileEvidence, rank, type SessionFiles } from './rank-files.ts'

const LIMITS = { files: 6, sessions: 2 }
const file = (path: string, signals: FileEvidence['signals']): FileEvidence => ({ path, signals })
const files = (...all: readonly FileEvidence[]) => rank({ files: all, sessions: [] }, LIMITS).files

describe('files', () => {
  test('files are ranked by the weighted sum of their signals, then by path', () => {
    const ranked = files(
      file('read.ts', { touched: 1, read: 1 }),
      file('b.ts', { touched: 1 }),
      file('a.ts', { touched: 1 }),
      file('named.ts', { touched: 1, named: 1 }),
    )
    expect(ranked.map(({ path }) => path)).toEqual(['named.ts', 'read.ts', 'a.ts', 'b.ts'])
  })

  test('each file lists the signals that matched as reasons, strongest first', () => {
    expect(files(file('a.ts', { edited: 0.5, named: 1, read: 0 }))[0]?.reasons).toEqual(['named', 'edited'])
  })

  test('files beyond the limit are left out', () => {
    expect(files(...Array.from({ length: 20 }, (_, n) => file(`${n}.ts`, { touched: 1 })))).toHaveLength(6)
  })
})

describe('sessions', () => {
  const choose = (...sessions: readonly SessionFiles[]) =>
    rank(
      {
        files: [file('a.ts', { named: 1 }), file('b.ts', { path: 1 }), file('c.ts', { edited: 0.5 })],
        sessions,
      },
      LIMITS,
    ).sessions.map(({ session }) => session)

  test('a session is chosen only if it contains a file that no better session contains', () => {
    expect(
      choose(
        { session: 'same', paths: ['a.ts'] },
        { session: 'best', paths: ['a.ts', 'b.ts'] },
        { session: 'other', paths: ['c.ts'] },
      ),
    ).toEqual(['best', 'other'])
  })

  test('sessions that contain none of the files are left out', () => {
    expect(choose({ session: 'unrelated', paths: ['x.ts'] })).toEqual([])
  })
})
