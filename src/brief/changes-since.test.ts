import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventOfType, session, storedEvents } from '../../tests/support/events.ts'
import { commit, git, gitRepository } from '../../tests/support/git.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type PlainTree, plainTree } from '../../tests/support/tree.ts'
import { systemClock } from '../host/clock.ts'
import { workingTree } from '../integrations/working-tree.ts'
import { foldSession, noSession, type Session } from '../session/session.ts'
import { filesAskedSince, sinceClaims, sinceLines } from './changes-since.ts'
import { inspectedTree } from './working-tree.ts'

/** A session on main, last active at 1000, that changed these files. */
function sessionWith(paths: readonly string[], at = 1000, checkout = '/w'): Session {
  const place = { project: { id: 'p', name: 'p' }, checkout, directory: checkout, branch: 'main' }
  const events = [
    eventOfType('session.started', { trigger: 'hook', agent: 'a', ...place }, 1),
    ...paths.map((path) => eventOfType('file.changed', { path, change: 'edited' }, at)),
    eventOfType('prompt.submitted', { text: 'x' }, at),
  ]
  return storedEvents(session('s'), events).reduce(foldSession, noSession)
}

const lines = (tree: PlainTree, paths: readonly string[] = []): readonly string[] =>
  sinceLines({ view: sessionWith(paths) }, plainTree(tree))

const commits = (number: number) =>
  Array.from({ length: number }, (_, n) => ({ id: `${n}`, subject: `commit ${n}`, at: 2000 + n }))

describe('changes since the last session', () => {
  test('are empty if nothing happened', () => {
    expect(lines({ branch: 'main', moves: {} })).toEqual([])
  })

  test('include the number of commits and the last five subjects', () => {
    expect(lines({ moves: { commits: commits(2) } })).toEqual(['2 commits since: "commit 0", "commit 1"'])
    expect(lines({ moves: { commits: commits(7), isCut: true } })[0]).toMatch(
      /^At least 7 commits since: the last: "commit 2", .*"commit 6"$/,
    )
  })

  test('include a switched branch, from the HEAD reflog or the current branch', () => {
    expect(lines({ branch: 'b', moves: { switched: { from: 'a', to: 'b' } } })).toEqual([
      'Branch switched from a to b',
    ])
    expect(lines({ branch: 'side' })).toEqual(['Branch switched from main to side'])
    expect(lines({ branch: 'side', moves: {} }), 'the session itself switched').toEqual([])
  })

  test('include pulls and resets', () => {
    expect(lines({ moves: { pulls: 1, resets: 2 } })).toEqual([
      'HEAD was moved since: 1 merge, pull or rebase, 2 resets',
    ])
  })

  test('describe what happened to each file', () => {
    const paths = ['/w/a', '/w/b', '/w/c', '/w/d']
    const files = { '/w/a': 'changed', '/w/b': 'gone', '/w/c': 'same', '/w/d': 'same' } as const
    const states = {
      '/w/a': 'modified',
      '/w/b': 'modified',
      '/w/c': 'untracked',
      '/w/d': 'committed',
    } as const
    expect(lines({ files, commits: states, moves: { commits: commits(1) } }, paths)).toEqual([
      '1 commit since: "commit 0"',
      'Edited since: a',
      'Deleted since: b',
      'Still uncommitted: a, c',
      'Committed by now: d',
    ])
  })

  test('report only that the checkout is gone, if it is', () => {
    expect(lines({ exists: false }, ['/w/a'])).toEqual(['The folder /w is gone.'])
  })

  test('are verified claims', () => {
    const view = sessionWith([])
    const [claim] = sinceClaims({ session: session('s'), view }, plainTree({ branch: 'side' }), 5000)
    expect(claim).toMatchObject({ section: 'since', at: 5000, check: { kind: 'verified' } })
  })
})

test('are correct in a real repository that others have changed', async () => {
  const folder = gitRepository(temporaryFolder())
  const write = (name: string, text: string): string => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const paths = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'notes.md'].map((name) => write(name, 'one'))
  git(folder, 'add', 'src')
  const lastNight = systemClock.now() - 3_600_000
  const view = sessionWith(paths, lastNight, folder)
  commit(folder, 'feat: a, b and c')
  git(folder, 'checkout', '-q', '-b', 'review')
  write('src/b.ts', 'two')
  rmSync(join(folder, 'src/c.ts'))
  const tree = workingTree({ checkout: folder })
  const report = await tree.startGit({ paths: filesAskedSince({ view }), headMoves: true })()
  expect(sinceLines({ view }, inspectedTree(tree, report))).toEqual([
    '1 commit since: "feat: a, b and c"',
    'Branch switched from main to review',
    'Edited since: a.ts, b.ts, notes.md',
    'Deleted since: c.ts',
    'Still uncommitted: b.ts, notes.md',
    'Committed by now: a.ts',
  ])
})
