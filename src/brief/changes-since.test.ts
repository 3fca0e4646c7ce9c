import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventOfType, session, storedEvents } from '../../tests/support/events.ts'
import { commit, git, gitRepository } from '../../tests/support/git.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type PlainTree, plainTree } from '../../tests/support/tree.ts'
import { systemClock } from '../host/clock.ts'
import { blobHash } from '../integrations/repository.ts'
import { workingTree } from '../integrations/working-tree.ts'
import { foldSession, noSession, type Session } from '../session/session.ts'
import { filesAskedSince, goneFiles, sinceSentences, uncommittedFiles } from './changes-since.ts'
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
  sinceSentences({ view: sessionWith(paths) }, plainTree(tree))

const commits = (number: number) =>
  Array.from({ length: number }, (_, n) => ({ id: `${n}`, subject: `commit ${n}`, at: 2000 + n }))

describe('changes since the last session', () => {
  test('there are no changes if nothing happened', () => {
    expect(lines({ branch: 'main', moves: {} })).toEqual([])
  })

  test('changes include the number of commits and the last three subjects', () => {
    expect(lines({ moves: { commits: commits(2) } })).toEqual(['2 commits since: "commit 0", "commit 1".'])
    expect(lines({ moves: { commits: commits(7), isCut: true } })[0]).toMatch(
      /^At least 7 commits since: the last: "commit 4", .*"commit 6"\.$/,
    )
  })

  test('commits on other branches are counted but not listed', () => {
    const moves = { commits: commits(2).map((one) => (one.id === '0' ? { ...one, branch: 'side' } : one)) }
    expect(lines({ branch: 'main', moves })).toEqual([
      '1 commit since: "commit 1".',
      '1 commit since on other branches.',
    ])
  })

  test('a branch switch is reported without reporting the files as deleted', () => {
    const files = { '/w/a': 'gone' } as const
    expect(lines({ branch: 'b', files, moves: { switched: { from: 'a', to: 'b' } } }, ['/w/a'])).toEqual([
      'Its files are on a, and this is b.',
    ])
    expect(lines({ branch: 'side' })).toEqual(['Its files are on main, and this is side.'])
    expect(lines({ branch: 'side', moves: {} }), 'the session itself switched').toEqual([])
  })

  test('changes include pulls and resets', () => {
    expect(lines({ moves: { pulls: 1, resets: 2 } })).toEqual([
      'HEAD was moved since: 1 merge, pull or rebase, 2 resets.',
    ])
  })

  test('changes include edited, deleted and renamed files', () => {
    const paths = ['/w/a', '/w/b', '/w/c', '/w/d']
    const files = { '/w/a': 'changed', '/w/b': 'gone', '/w/c': 'gone', '/w/d': 'same' } as const
    expect(lines({ files, renames: { '/w/c': '/w/e' } }, paths)).toEqual([
      'Edited since: a.',
      'c is e now.',
      'Deleted since: b.',
    ])
  })

  test('if the checkout is gone, only that is reported', () => {
    expect(lines({ exists: false }, ['/w/a'])).toEqual(['The folder /w is gone.'])
  })
})

test('uncommitted files are listed with their state and with paths relative to the checkout', () => {
  const commits = {
    '/w/src/a': 'modified',
    '/w/b': 'staged',
    '/w/c': 'untracked',
    '/w/d': 'committed',
  } as const
  const view = sessionWith(Object.keys(commits))
  expect(uncommittedFiles({ view }, plainTree({ commits }))).toEqual(['src/a', 'b (staged)', 'c (new)'])
})

test('changes since the last session are reported correctly in a real repository that other people have changed', async () => {
  const folder = gitRepository(temporaryFolder())
  const write = (name: string, text: string): string => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const paths = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'notes.md'].map((name) => write(name, `one ${name}`))
  git(folder, 'add', 'src')
  const lastNight = systemClock.now() - 3_600_000
  const before = sessionWith(paths, lastNight, folder)
  const settled = {
    at: lastNight,
    bytes: 12,
    writtenAt: lastNight,
    blob: blobHash(Buffer.from('one src/c.ts')),
  }
  const files = before.craft.files.map((one) => (one.path.endsWith('c.ts') ? { ...one, settled } : one))
  const view = { ...before, craft: { ...before.craft, files } }
  commit(folder, 'feat: a, b and c')
  write('src/b.ts', 'two')
  git(folder, 'mv', 'src/c.ts', 'src/z.ts')
  const tree = workingTree({ checkout: folder })
  const gone = goneFiles({ view }, tree)
  const report = await tree.startGit({ paths: filesAskedSince({ view }), gone, headMoves: true })()
  const inspected = inspectedTree(tree, report)
  expect(sinceSentences({ view }, inspected)).toEqual([
    '1 commit since: "feat: a, b and c".',
    'Edited since: a.ts, b.ts, notes.md.',
    'c.ts is z.ts now.',
  ])
  expect(uncommittedFiles({ view }, inspected)).toContain('src/b.ts')
  git(folder, 'checkout', '-q', '-b', 'review')
  const later = workingTree({ checkout: folder })
  const then = inspectedTree(later, await later.startGit({ headMoves: true })())
  expect(sinceSentences({ view }, then)).toContain('Its files are on main, and this is review.')
})
