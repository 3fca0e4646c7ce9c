import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LATER, longAgo, settledNow, soon, stage } from '../../tests/support/checkout.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import type { FileSince, Tree } from '../brief/working-tree.ts'
import { commitStatesIn } from './commit-state.ts'
import { QUICK_TREE, workingTree } from './working-tree.ts'

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
