import { mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  createCheckout,
  HOUR_AGO,
  IN_AN_HOUR,
  LATER,
  type TestCheckout,
} from '../../tests/support/checkout.ts'
import { commit, git } from '../../tests/support/git.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import type { HeadMoves, HeadSince } from '../brief/working-tree.ts'
import { startGitReport } from './git-report.ts'
import { workingTree } from './working-tree.ts'

async function statesIn(
  here: TestCheckout,
  names: readonly string[],
): Promise<Record<string, string | undefined>> {
  const { commitStates } = await here.tree.startGit({ paths: names.map(here.path) })()
  return Object.fromEntries(names.map((name) => [name, commitStates.get(here.path(name))]))
}

describe('commit states', () => {
  const EXPECTED = {
    clean: 'committed',
    edited: 'modified',
    'same-length': 'modified',
    touched: 'committed',
    new: 'untracked',
    'new folder/deep/new': 'untracked',
    deleted: 'modified',
    staged: 'staged',
    'staged new': 'staged',
    'deep/er/clean': 'committed',
    'ünï/😀.ts': 'committed',
    '*': 'committed',
    ':(top)': 'untracked',
    missing: 'unknown',
    'build/ignored.js': 'unknown',
    'ignored.log': 'unknown',
  } as const
  const NAMES = Object.keys(EXPECTED)

  function writeEveryState(here: TestCheckout): void {
    here.write('.gitignore', 'build/\n*.log\n')
    for (const name of [
      'clean',
      'edited',
      'same-length',
      'touched',
      'deleted',
      'staged',
      'deep/er/clean',
      'ünï/😀.ts',
      '*',
    ])
      here.write(name, `one ${name}`)
    here.commitAll('one')
    here.write('edited', 'two, longer than before')
    here.write('same-length', 'two same-length')
    utimesSync(here.path('touched'), IN_AN_HOUR, IN_AN_HOUR)
    for (const name of [
      'new',
      'new folder/deep/new',
      'staged new',
      ':(top)',
      'build/ignored.js',
      'ignored.log',
    ])
      here.write(name, 'new')
    here.write('staged', 'two')
    here.git('add', 'staged', 'staged new')
    rmSync(here.path('deleted'))
  }

  test('commit states are correct in a clone', async () => {
    const here = createCheckout()
    writeEveryState(here)
    expect(await statesIn(here, NAMES)).toEqual(EXPECTED)
  })

  test('commit states are correct in a repository with SHA-256 hashes', async () => {
    const folder = temporaryFolder()
    git(folder, 'init', '-q', '-b', 'main', '--object-format=sha256')
    const here = createCheckout(folder)
    writeEveryState(here)
    expect(await statesIn(here, NAMES)).toEqual(EXPECTED)
  })

  test('commit states are correct in a worktree', async () => {
    const main = createCheckout()
    commit(main.folder, 'zero')
    const other = join(temporaryFolder(), 'tree')
    main.git('worktree', 'add', '-q', other, '-b', 'side')
    const here = createCheckout(other)
    writeEveryState(here)
    expect(await statesIn(here, NAMES)).toEqual(EXPECTED)
  })

  test('commit states are correct in a repository without commits', async () => {
    const here = createCheckout()
    here.write('a', 'one')
    here.write('b', 'one')
    here.git('add', 'a')
    expect(await statesIn(here, ['a', 'b'])).toEqual({ a: 'staged', b: 'untracked' })
  })

  test('a conflict counts as modified', async () => {
    const here = createCheckout()
    for (const [branch, text] of [
      ['main', 'one'],
      ['side', 'two'],
      ['main', 'three'],
    ] as const) {
      here.git('checkout', '-q', '-B', branch, ...(text === 'three' ? ['side~1'] : []))
      here.write('a', text)
      here.commitAll(text)
    }
    expect(() => here.git('merge', 'side')).toThrow()
    expect(await statesIn(here, ['a'])).toEqual({ a: 'modified' })
  })

  test('normalized line endings do not count as a change', async () => {
    const here = createCheckout()
    here.write('.gitattributes', '* text=auto\n')
    here.write('a.txt', 'one\r\ntwo\r\n')
    here.commitAll('one')
    utimesSync(here.path('a.txt'), IN_AN_HOUR, IN_AN_HOUR)
    expect(await statesIn(here, ['a.txt'])).toEqual({ 'a.txt': 'committed' })
  })

  test('files in another repository and files behind a link have an unknown state', async () => {
    const here = createCheckout()
    const inner = createCheckout()
    inner.write('a', 'one')
    inner.commitAll('one')
    here.write('src/a', 'one')
    here.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.folder, 'module')
    here.commitAll('one')
    mkdirSync(here.path('nested'))
    git(here.path('nested'), 'init', '-q')
    here.write('nested/a', 'one')
    symlinkSync('src', here.path('link'))
    expect(await statesIn(here, ['module/a', 'nested/a', 'link/a', 'src/a'])).toEqual({
      'module/a': 'unknown',
      'nested/a': 'unknown',
      'link/a': 'unknown',
      'src/a': 'committed',
    })
  })

  test('files outside a sparse checkout have an unknown state', async () => {
    const here = createCheckout()
    here.write('in/a', 'a')
    here.write('out/deep/b', 'b')
    here.commitAll('one')
    here.git('sparse-checkout', 'init', '--cone', '--sparse-index')
    here.git('sparse-checkout', 'set', 'in')
    expect(await statesIn(here, ['in/a', 'out/deep/b'])).toEqual({
      'in/a': 'committed',
      'out/deep/b': 'unknown',
    })
  })

  test('files recorded in another checkout are looked up in this one', async () => {
    const here = createCheckout()
    writeEveryState(here)
    const tree = workingTree({ checkout: here.folder, elsewhere: ['/elsewhere/app'] })
    const { commitStates } = await tree.startGit({ paths: ['/elsewhere/app/clean', '/other/a'] })()
    expect([...commitStates]).toEqual([['/elsewhere/app/clean', 'committed']])
  })

  test('a damaged index makes all states unknown', async () => {
    const here = createCheckout()
    writeEveryState(here)
    writeFileSync(here.path('.git/index'), Buffer.alloc(9999, 0xee))
    expect(await statesIn(here, ['clean', 'edited'])).toEqual({ clean: 'unknown', edited: 'unknown' })
  })

  test('a report does not write to the repository', async () => {
    const here = createCheckout()
    writeEveryState(here)
    utimesSync(here.path('.git/index'), HOUR_AGO, HOUR_AGO)
    await statesIn(here, NAMES)
    const { mtimeMs } = statSync(here.path('.git/index'))
    expect(Math.round(mtimeMs)).toBe(HOUR_AGO.getTime())
  })
})

describe('HEAD moves', () => {
  const movesIn = async (here: TestCheckout, since: HeadSince): Promise<HeadMoves | undefined> =>
    (await here.tree.startGit({ headMoves: true })()).headMovesSince(since)
  const subjects = (moves: HeadMoves | undefined) => moves?.commits.map(({ subject }) => subject)

  test('commits since a given commit are listed with subjects, and an amended commit counts once', async () => {
    const here = createCheckout()
    const head = commit(here.folder, 'zero')
    commit(here.folder, 'one: with a colon')
    commit(here.folder, 'two')
    here.git('commit', '-q', '--amend', '--allow-empty', '-m', 'two, better')
    const moves = await movesIn(here, { head, at: LATER })
    expect(subjects(moves)).toEqual(['one: with a colon', 'two, better'])
    expect(moves?.commits.at(-1)?.id).toBe(here.tree.head)
    expect(moves).toMatchObject({ pulls: 0, resets: 0, isCut: false })
    expect(moves?.switched).toBeUndefined()
  })

  test('commits are selected by time if the given commit is not in the reflog', async () => {
    const here = createCheckout()
    commit(here.folder, 'zero')
    expect((await movesIn(here, { at: HOUR_AGO.getTime(), head: 'f'.repeat(40) }))?.commits).toHaveLength(1)
    expect((await movesIn(here, { at: LATER }))?.commits).toEqual([])
  })

  test('several branch switches are reported as one, or as none if they return to the first branch', async () => {
    const here = createCheckout()
    const head = commit(here.folder, 'zero')
    here.git('checkout', '-q', '-b', 'feature/a')
    here.git('checkout', '-q', '-b', 'b')
    expect((await movesIn(here, { at: 0 }))?.switched).toEqual({ from: 'main', to: 'b' })
    expect(here.tree.branch).toBe('b')
    here.git('checkout', '-q', 'main')
    expect((await movesIn(here, { at: 0 }))?.switched).toBeUndefined()
    expect(here.tree.head).toBe(head)
  })

  test('merges, rebases and resets do not count as commits made in the checkout', async () => {
    const here = createCheckout()
    commit(here.folder, 'zero')
    here.git('checkout', '-q', '-b', 'side')
    here.write('b', 'b')
    here.commitAll('side')
    here.git('checkout', '-q', 'main')
    here.write('a', 'a')
    const head = here.commitAll('main')
    here.git('merge', '-q', '--no-edit', 'side')
    expect(await movesIn(here, { head, at: 0 })).toMatchObject({ commits: [], pulls: 1 })
    here.git('reset', '-q', '--hard', 'HEAD~1')
    expect(await movesIn(here, { head, at: 0 })).toMatchObject({ commits: [], resets: 0 })
    here.git('reset', '-q', '--hard', 'HEAD~1')
    expect(await movesIn(here, { at: 0 })).toMatchObject({ resets: 2 })
    here.git('checkout', '-q', 'side')
    here.git('rebase', '-q', 'main')
    expect(subjects(await movesIn(here, { at: 0 }))).toEqual(['zero', 'side', 'main'])
  })

  test('HEAD moves are read separately for each worktree', async () => {
    const here = createCheckout()
    commit(here.folder, 'zero')
    const other = join(temporaryFolder(), 'tree')
    here.git('worktree', 'add', '-q', other, '-b', 'side')
    commit(other, 'in the worktree')
    here.git('pack-refs', '--all')
    const there = createCheckout(other)
    expect(there.tree.branch).toBe('side')
    expect(there.tree.head).toBe(git(other, 'rev-parse', 'HEAD'))
    expect(subjects(await movesIn(there, { at: 0 }))).toEqual(['in the worktree'])
    expect(subjects(await movesIn(here, { at: 0 }))).toEqual(['zero'])
  })

  test('HEAD moves are unknown if there is no reflog', async () => {
    const here = createCheckout()
    here.git('config', 'core.logAllRefUpdates', 'false')
    commit(here.folder, 'zero')
    rmSync(here.path('.git/logs'), { recursive: true, force: true })
    expect(await movesIn(here, { at: 0 })).toBeUndefined()
  })

  test('counts are marked as lower bounds if the reflog exceeds the read limit', async () => {
    const here = createCheckout()
    const id = commit(here.folder, 'zero')
    const line = (n: number): string =>
      `${id} ${id} T <t@example.org> ${1_700_000_000 + n} +0000\tcommit: number ${n}\n`
    writeFileSync(here.path('.git/logs/HEAD'), Array.from({ length: 4000 }, (_, n) => line(n)).join(''))
    const moves = await movesIn(here, { at: 0 })
    expect(moves).toMatchObject({ isCut: true })
    expect(moves?.commits).toHaveLength(1001)
    expect(moves?.commits.at(-1)?.subject).toBe('number 3999')
  })
})

test('environment variables set by a surrounding git command do not redirect the query', async () => {
  const here = createCheckout()
  here.write('a', 'one')
  here.commitAll('one')
  process.env.GIT_DIR = createCheckout().path('.git')
  try {
    expect(await statesIn(here, ['a'])).toEqual({ a: 'committed' })
  } finally {
    delete process.env.GIT_DIR
  }
})

describe('the timeout', () => {
  const commandThat = (does: string): string => {
    const path = join(temporaryFolder(), 'git')
    writeFileSync(path, `#!/bin/sh\n${does}\n`, { mode: 0o755 })
    return path
  }
  const question = () => ({ checkout: temporaryFolder(), names: ['a'], headMoves: true, waitMs: 150 })

  test.each([
    ['does not answer', () => commandThat('exec sleep 30')],
    ['fails', () => commandThat('exit 128')],
    ['is not installed', () => '/nonexistent/git'],
  ])('the report is empty if git %s', async (_, command) => {
    const begun = performance.now()
    const report = await startGitReport({ ...question(), command: command() })()
    expect(report).toMatchObject({ hasStatus: false, listed: new Map() })
    expect(report.headMovesSince({ at: 0 })).toBeUndefined()
    expect(performance.now() - begun).toBeLessThan(5000)
  })

  test('the timeout starts when the caller starts to wait, so a busy process still gets the report', async () => {
    const report = startGitReport({ ...question(), command: commandThat('printf "? a\\0"') })
    const until = performance.now() + 400
    while (performance.now() < until);
    expect((await report()).listed).toEqual(new Map([['a', 'untracked']]))
  })
})
