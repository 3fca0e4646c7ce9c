import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LATER, longAgo, stage } from '../../tests/support/checkout.ts'
import { commit, git } from '../../tests/support/git.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { commitStatesIn } from './commit-state.ts'
import { workingTree } from './working-tree.ts'

describe('how HEAD moved', () => {
  test('commits since a commit, their subjects, and an amended one once', () => {
    const here = stage()
    const head = commit(here.folder, 'zero')
    commit(here.folder, 'one: with a colon')
    commit(here.folder, 'two')
    here.git('commit', '-q', '--amend', '--allow-empty', '-m', 'two, better')
    const moves = here.tree.movesSince({ head, at: LATER })
    expect(moves?.commits.map(({ subject }) => subject)).toEqual(['one: with a colon', 'two, better'])
    expect(moves?.commits.at(-1)?.id).toBe(here.tree.head)
    expect(moves).toMatchObject({ pulls: 0, resets: 0, isCut: false })
    expect(moves?.switched).toBeUndefined()
  })

  test('by the time where the commit is not in the log', () => {
    const here = stage()
    commit(here.folder, 'zero')
    expect(here.tree.movesSince({ at: longAgo.getTime(), head: 'f'.repeat(40) })?.commits).toHaveLength(1)
    expect(here.tree.movesSince({ at: LATER })?.commits).toEqual([])
  })

  test('switches are told from the first branch to the last, and not at all when one came back', () => {
    const here = stage()
    const head = commit(here.folder, 'zero')
    here.git('checkout', '-q', '-b', 'feature/a')
    here.git('checkout', '-q', '-b', 'b')
    expect(here.tree.movesSince({ at: 0 })?.switched).toEqual({ from: 'main', to: 'b' })
    expect(here.tree.branch).toBe('b')
    here.git('checkout', '-q', 'main')
    expect(here.tree.movesSince({ at: 0 })?.switched).toBeUndefined()
    expect(here.tree.head).toBe(head)
  })

  test('merges, rebases and resets are not taken for commits made here', () => {
    const here = stage()
    commit(here.folder, 'zero')
    here.git('checkout', '-q', '-b', 'side')
    here.write('b', 'b')
    here.commitAll('side')
    here.git('checkout', '-q', 'main')
    const head = here.write('a', 'a') && here.commitAll('main')
    here.git('merge', '-q', '--no-edit', 'side')
    expect(here.tree.movesSince({ head, at: 0 })).toMatchObject({ commits: [], pulls: 1 })
    here.git('reset', '-q', '--hard', 'HEAD~1')
    expect(here.tree.movesSince({ head, at: 0 })).toMatchObject({ commits: [], resets: 0 })
    here.git('reset', '-q', '--hard', 'HEAD~1')
    expect(here.tree.movesSince({ at: 0 })).toMatchObject({ resets: 2 })
    here.git('checkout', '-q', 'side')
    here.git('rebase', '-q', 'main')
    expect(here.tree.movesSince({ at: 0 })?.commits.map(({ subject }) => subject)).toEqual([
      'zero',
      'side',
      'main',
    ])
  })

  test('of a worktree is its own', () => {
    const here = stage()
    commit(here.folder, 'zero')
    const other = join(temporaryFolder(), 'tree')
    here.git('worktree', 'add', '-q', other, '-b', 'side')
    commit(other, 'in the worktree')
    here.git('pack-refs', '--all')
    const tree = workingTree({ commits: commitStatesIn, checkout: other })
    expect(tree.branch).toBe('side')
    expect(tree.head).toBe(git(other, 'rev-parse', 'HEAD'))
    expect(tree.movesSince({ at: 0 })?.commits.map(({ subject }) => subject)).toEqual(['in the worktree'])
    expect(here.tree.movesSince({ at: 0 })?.commits.map(({ subject }) => subject)).toEqual(['zero'])
  })

  test('of which git keeps no log is unknown', () => {
    const here = stage()
    here.git('config', 'core.logAllRefUpdates', 'false')
    commit(here.folder, 'zero')
    rmSync(here.path('.git/logs'), { recursive: true, force: true })
    expect(here.tree.movesSince({ at: 0 })).toBeUndefined()
  })

  test('more often than is read says that it is cut', () => {
    const here = stage()
    commit(here.folder, 'zero')
    const line = readFileSync(here.path('.git/logs/HEAD'), 'utf8').replace(/^0+/, 'a'.repeat(40))
    appendFileSync(here.path('.git/logs/HEAD'), line.repeat(4000))
    const moves = here.tree.movesSince({ at: 0 })
    expect(moves?.isCut).toBe(true)
    expect(moves?.commits.length).toBeGreaterThan(500)
  })

  test('a log that is noise tells of no commits', () => {
    const here = stage()
    commit(here.folder, 'zero')
    writeFileSync(here.path('.git/logs/HEAD'), Buffer.alloc(300_000, 0xfe))
    expect(here.tree.movesSince({ at: 0 })?.commits).toEqual([])
  })
})
