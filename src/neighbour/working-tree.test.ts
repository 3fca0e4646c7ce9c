import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commit, git, gitRepository } from '../../tests/support/git.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import type { FileSince, Tree } from '../brief/tree.ts'
import { commitStatesIn } from './commit-state.ts'
import { QUICK_TREE, workingTree } from './working-tree.ts'

interface Stage {
  readonly folder: string
  readonly tree: Tree
  path(name: string): string
  write(name: string, text: string): string
  git(...args: readonly string[]): string
  commitAll(subject: string): string
}

function stage(folder = gitRepository(temporaryFolder())): Stage {
  const path = (name: string): string => join(folder, name)
  return {
    folder,
    // A new one for every question: a tree remembers what it has read of git.
    get tree() {
      return workingTree({ commits: commitStatesIn, checkout: folder })
    },
    path,
    write(name, text) {
      mkdirSync(join(path(name), '..'), { recursive: true })
      writeFileSync(path(name), text)
      return path(name)
    },
    git: (...args) => git(folder, ...args),
    commitAll(subject) {
      git(folder, 'add', '-A')
      return commit(folder, subject)
    },
  }
}

const LATER = Date.now() + 60_000

/** As a session records it when it looks at the file. */
function settledNow({ tree }: Stage, path: string): FileSince {
  const settled = tree.settled(path, LATER)
  if (!settled) throw new Error(`${path} did not settle`)
  return { at: Date.now(), settled: { ...settled, at: Date.now() } }
}

const longAgo = new Date(Date.now() - 3_600_000)
const soon = new Date(Date.now() + 3_600_000)

describe('a file that settled', () => {
  test('is the same while nobody touches it', () => {
    const here = stage()
    const path = here.write('src/a.ts', 'one')
    expect(here.tree.file(path, settledNow(here, path))).toBe('same')
  })

  test('is changed by other content of the same length, even with the same time', () => {
    const here = stage()
    const path = here.write('a.ts', 'one')
    utimesSync(path, 1_700_000_000, 1_700_000_000)
    const since = settledNow(here, path)
    here.write('a.ts', 'two')
    utimesSync(path, 1_700_000_000, 1_700_000_000)
    expect(here.tree.file(path, since)).toBe('changed')
  })

  test('is the same after another branch was checked out and left again: only its time has changed', () => {
    const here = stage()
    const path = here.write('a.ts', 'one')
    here.commitAll('one')
    const since = settledNow(here, path)
    here.git('checkout', '-q', '-b', 'side')
    here.write('a.ts', 'two')
    here.commitAll('two')
    expect(here.tree.file(path, since)).toBe('changed')
    here.git('checkout', '-q', 'main')
    utimesSync(path, soon, soon)
    expect(here.tree.file(path, since)).toBe('same')
  })

  test('is gone when it is deleted, moved, or its folder is', () => {
    const here = stage()
    const [one, two, three] = ['a/1', 'b/2', 'c/3'].map((name) => here.write(name, 'x')) as [
      string,
      string,
      string,
    ]
    const since = [one, two, three].map((path) => settledNow(here, path)) as [FileSince, FileSince, FileSince]
    rmSync(one)
    renameSync(two, here.path('b/moved'))
    rmSync(here.path('c'), { recursive: true })
    expect([one, two, three].map((path, n) => here.tree.file(path, since[n] as FileSince))).toEqual([
      'gone',
      'gone',
      'gone',
    ])
  })

  test('in one worktree is found in another by its content', () => {
    const here = stage()
    const path = here.write('a.ts', 'one')
    here.commitAll('one')
    const since = settledNow(here, path)
    const other = join(temporaryFolder(), 'tree')
    here.git('worktree', 'add', '-q', other, '-b', 'side')
    const there = (): Tree =>
      workingTree({ commits: commitStatesIn, checkout: other, elsewhere: [here.folder] })
    expect(there().file(path, since)).toBe('same')
    writeFileSync(join(other, 'a.ts'), 'two')
    expect(there().file(path, since)).toBe('changed')
    rmSync(join(other, 'a.ts'))
    expect(there().file(path, since)).toBe('gone')
  })

  test('too large to be hashed is told by its time and length', () => {
    const here = stage()
    const path = here.write('big', 'x'.repeat(300_000))
    const since = settledNow(here, path)
    expect(since.settled?.blob).toBeUndefined()
    expect(here.tree.file(path, since)).toBe('same')
    utimesSync(path, soon, soon)
    expect(here.tree.file(path, since)).toBe('changed')
  })

  test('does not settle where it was written after the moment that is asked for', () => {
    const here = stage()
    const path = here.write('a.ts', 'one')
    expect(here.tree.settled(path, Date.now() - 60_000)).toBeUndefined()
    expect(here.tree.settled(path, Date.now())).toMatchObject({ bytes: 3 })
  })

  test('carries the name that git has for its content', () => {
    const here = stage()
    const path = here.write('a.ts', 'übung\n')
    expect(here.tree.settled(path, LATER)?.blob).toBe(here.git('hash-object', 'a.ts'))
  })
})

describe('a file that never settled', () => {
  test('is changed when it was written after the moment, else the same', () => {
    const here = stage()
    const path = here.write('a.ts', 'one')
    utimesSync(path, longAgo, longAgo)
    expect(here.tree.file(path, { at: Date.now() })).toBe('same')
    expect(here.tree.file(path, { at: longAgo.getTime() - 60_000 })).toBe('changed')
  })
})

describe('what is none of ours', () => {
  test.each([
    ['a link', 'link'],
    ['a file behind a link that leads out', 'out/secret'],
    ['a folder', 'folder'],
    ['a device', '/dev/zero'],
    ['a relative path', 'src/a.ts'],
    ['a redacted path', '/work/[redacted:token:40]/a.ts'],
  ])('%s is unknown and does not settle', (_, name) => {
    const here = stage()
    const outside = temporaryFolder()
    writeFileSync(join(outside, 'secret'), 'x')
    symlinkSync(outside, here.path('out'))
    symlinkSync(join(outside, 'secret'), here.path('link'))
    mkdirSync(here.path('folder'))
    const path = name.startsWith('/') || name.startsWith('src') ? name : here.path(name)
    expect(here.tree.file(path, { at: 0 })).toBe('unknown')
    expect(here.tree.settled(path, LATER)).toBeUndefined()
  })

  test('beyond the bound nothing is looked at', () => {
    const here = stage()
    const path = here.write('a.ts', 'one')
    const tree = workingTree({
      commits: commitStatesIn,
      checkout: here.folder,
      bounds: { ...QUICK_TREE, files: 2 },
    })
    expect([1, 2, 3].map(() => tree.file(path, { at: LATER }))).toEqual(['same', 'same', 'unknown'])
  })

  test('content beyond the bound is not read, and then nobody knows', () => {
    const here = stage()
    const path = here.write('a.ts', 'one')
    const since = settledNow(here, path)
    utimesSync(path, soon, soon)
    const tree = workingTree({
      commits: commitStatesIn,
      checkout: here.folder,
      bounds: { ...QUICK_TREE, contentBytes: 2 },
    })
    expect(tree.file(path, since)).toBe('unknown')
  })

  test('a checkout that is gone', () => {
    const folder = join(temporaryFolder(), 'gone')
    const tree = workingTree({ commits: commitStatesIn, checkout: folder })
    expect([tree.isThere, tree.branch, tree.head]).toEqual([false, undefined, undefined])
    expect(tree.file(join(folder, 'a'), { at: 0 })).toBe('gone')
    expect(tree.movesSince({ at: 0 })).toBeUndefined()
    expect([...tree.commitStates([join(folder, 'a')])]).toEqual([[join(folder, 'a'), 'unknown']])
  })
})

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

const STATES = [
  'clean',
  'edited',
  'same-length',
  'touched',
  'new',
  'gone',
  'staged',
  'deep/er/clean',
] as const

/** Every kind of file that there is, and what git itself says of it. */
function everyState(here: Stage): void {
  for (const name of STATES) if (name !== 'new') here.write(name, `one ${name}`)
  here.commitAll('one')
  here.write('edited', 'two, longer than before')
  here.write('same-length', 'two same-length')
  utimesSync(here.path('touched'), soon, soon)
  here.write('new', 'new')
  rmSync(here.path('gone'))
}

describe('what is committed', () => {
  const states = (here: Stage, names: readonly string[] = STATES): Record<string, string | undefined> => {
    const found = here.tree.commitStates(names.map(here.path))
    return Object.fromEntries(names.map((name) => [name, found.get(here.path(name))]))
  }
  const EXPECTED = {
    clean: 'committed',
    edited: 'modified',
    'same-length': 'modified',
    touched: 'committed',
    new: 'untracked',
    gone: 'modified',
    staged: 'committed',
    'deep/er/clean': 'committed',
  }

  test.each(['2', '3', '4'])('by an index of version %s', (version) => {
    const here = stage()
    here.git('config', 'index.version', version)
    everyState(here)
    here.git('update-index', '--index-version', version)
    expect(states(here)).toEqual(EXPECTED)
  })

  test('of a repository whose hashes are SHA-256', () => {
    const folder = temporaryFolder()
    git(folder, 'init', '-q', '-b', 'main', '--object-format=sha256')
    const here = stage(folder)
    everyState(here)
    expect(states(here)).toEqual(EXPECTED)
  })

  test('of a worktree', () => {
    const main = stage()
    commit(main.folder, 'zero')
    const other = join(temporaryFolder(), 'tree')
    main.git('worktree', 'add', '-q', other, '-b', 'side')
    const here = stage(other)
    everyState(here)
    expect(states(here)).toEqual(EXPECTED)
  })

  test('what is only in the index is not said to be committed', () => {
    const here = stage()
    everyState(here)
    here.write('staged', 'two')
    here.git('add', 'staged')
    expect(states(here).staged).toBe('unknown')
    commit(here.folder, 'two')
    expect(states(here).staged).toBe('committed')
  })

  test('a name longer than the flags can say, one in other letters, and a file in conflict', () => {
    const here = stage()
    const long = `${'d'.repeat(200)}/`.repeat(19) + 'f'.repeat(250)
    here.write('ünï/😀.ts', 'one')
    here.write(long.slice(0, 3500), 'one')
    here.commitAll('one')
    expect(states(here, ['ünï/😀.ts', long.slice(0, 3500)])).toEqual({
      'ünï/😀.ts': 'committed',
      [long.slice(0, 3500)]: 'committed',
    })
    here.git('checkout', '-q', '-b', 'side')
    here.write('ünï/😀.ts', 'side')
    here.commitAll('side')
    here.git('checkout', '-q', 'main')
    here.write('ünï/😀.ts', 'main')
    here.commitAll('main')
    expect(() => here.git('merge', 'side')).toThrow()
    expect(states(here, ['ünï/😀.ts'])).toEqual({ 'ünï/😀.ts': 'unknown' })
  })

  test('a change that left length and time as they were is seen where the time proves nothing', () => {
    const here = stage()
    here.write('a', 'one')
    utimesSync(here.path('a'), soon, soon)
    here.commitAll('one')
    here.write('a', 'two')
    utimesSync(here.path('a'), soon, soon)
    expect(states(here, ['a'])).toEqual({ a: 'modified' })
    expect(here.git('status', '--porcelain'), 'git says so too').toContain('M a')
  })

  test('line ends that git changes are no change', () => {
    const here = stage()
    here.write('.gitattributes', '* text=auto\n')
    here.write('a.txt', 'one\r\ntwo\r\n')
    here.commitAll('one')
    utimesSync(here.path('a.txt'), soon, soon)
    expect(states(here, ['a.txt'])).toEqual({ 'a.txt': 'committed' })
  })

  test.each([
    ['a split index', (here: Stage) => here.git('update-index', '--split-index')],
    [
      'files that git was told not to look at',
      (here: Stage) => here.git('update-index', '--skip-worktree', 'clean'),
    ],
    [
      'files that are assumed unchanged',
      (here: Stage) => here.git('update-index', '--assume-unchanged', 'clean'),
    ],
    ['no index', (here: Stage) => rmSync(here.path('.git/index'))],
    ['noise', (here: Stage) => writeFileSync(here.path('.git/index'), Buffer.alloc(9999, 0xee))],
    [
      'half an index',
      (here: Stage) =>
        writeFileSync(here.path('.git/index'), readFileSync(here.path('.git/index')).subarray(0, 200)),
    ],
    ['an empty index', (here: Stage) => writeFileSync(here.path('.git/index'), '')],
  ])('%s says nothing', (_, spoil) => {
    const here = stage()
    everyState(here)
    spoil(here)
    expect(states(here, ['clean'])).toEqual({ clean: 'unknown' })
  })

  test('a sparse index says nothing of what is not checked out', () => {
    const here = stage()
    here.write('in/a', 'a')
    here.write('out/deep/b', 'b')
    here.commitAll('one')
    here.git('sparse-checkout', 'init', '--cone', '--sparse-index')
    here.git('sparse-checkout', 'set', 'in')
    expect(states(here, ['out/deep/b'])).toEqual({ 'out/deep/b': 'unknown' })
  })

  test('a file that cannot be read is unknown', () => {
    const here = stage()
    everyState(here)
    chmodSync(here.path('edited'), 0)
    const expected = process.getuid?.() === 0 ? 'modified' : 'unknown'
    expect(states(here, ['edited'])).toEqual({ edited: expected })
  })
})
