import { chmodSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Stage, soon, stage } from '../../tests/support/checkout.ts'
import { commit, git } from '../../tests/support/git.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'

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
