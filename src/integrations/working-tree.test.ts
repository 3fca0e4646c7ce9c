import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCheckout, HOUR_AGO, IN_AN_HOUR, LATER, snapshotNow } from '../../tests/support/checkout.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type FileSince, NO_GIT_REPORT, type WorkingTree } from '../brief/working-tree.ts'
import { workingTree } from './working-tree.ts'

describe('a file with a snapshot', () => {
  test('a file is unchanged until it is edited', () => {
    const here = createCheckout()
    const path = here.write('src/a.ts', 'one')
    expect(here.tree.fileState(path, snapshotNow(here, path))).toBe('same')
  })

  test('a file is changed if its content differs, even with the same length and mtime', () => {
    const here = createCheckout()
    const path = here.write('a.ts', 'one')
    utimesSync(path, 1_700_000_000, 1_700_000_000)
    const since = snapshotNow(here, path)
    here.write('a.ts', 'two')
    utimesSync(path, 1_700_000_000, 1_700_000_000)
    expect(here.tree.fileState(path, since)).toBe('changed')
  })

  test('a file is unchanged after a switch to another branch and back, which changes only its mtime', () => {
    const here = createCheckout()
    const path = here.write('a.ts', 'one')
    here.commitAll('one')
    const since = snapshotNow(here, path)
    here.git('checkout', '-q', '-b', 'side')
    here.write('a.ts', 'two')
    here.commitAll('two')
    expect(here.tree.fileState(path, since)).toBe('changed')
    here.git('checkout', '-q', 'main')
    utimesSync(path, IN_AN_HOUR, IN_AN_HOUR)
    expect(here.tree.fileState(path, since)).toBe('same')
  })

  test('a file is gone if it or its folder was deleted or moved', () => {
    const here = createCheckout()
    const [one, two, three] = ['a/1', 'b/2', 'c/3'].map((name) => here.write(name, 'x')) as [
      string,
      string,
      string,
    ]
    const since = [one, two, three].map((path) => snapshotNow(here, path)) as [
      FileSince,
      FileSince,
      FileSince,
    ]
    rmSync(one)
    renameSync(two, here.path('b/moved'))
    rmSync(here.path('c'), { recursive: true })
    expect([one, two, three].map((path, n) => here.tree.fileState(path, since[n] as FileSince))).toEqual([
      'gone',
      'gone',
      'gone',
    ])
  })

  test('a file with a snapshot from one worktree is compared by content in another', () => {
    const here = createCheckout()
    const path = here.write('a.ts', 'one')
    here.commitAll('one')
    const since = snapshotNow(here, path)
    const other = join(temporaryFolder(), 'tree')
    here.git('worktree', 'add', '-q', other, '-b', 'side')
    const there = (): WorkingTree => workingTree({ checkout: other, elsewhere: [here.folder] })
    expect(there().fileState(path, since)).toBe('same')
    writeFileSync(join(other, 'a.ts'), 'two')
    expect(there().fileState(path, since)).toBe('changed')
    rmSync(join(other, 'a.ts'))
    expect(there().fileState(path, since)).toBe('gone')
  })

  test('a file that is too large to hash is compared by mtime and size', () => {
    const here = createCheckout()
    const path = here.write('big', 'x'.repeat(300_000))
    const since = snapshotNow(here, path)
    expect(since.settled).toBeDefined()
    expect(since.settled?.blob).toBeUndefined()
    expect(here.tree.fileState(path, since)).toBe('same')
    utimesSync(path, IN_AN_HOUR, IN_AN_HOUR)
    expect(here.tree.fileState(path, since)).toBe('changed')
  })

  test('a file that was written after the given time gets no snapshot', () => {
    const here = createCheckout()
    const path = here.write('a.ts', 'one')
    expect(here.tree.snapshot(path, Date.now() - 60_000)).toBeUndefined()
    expect(here.tree.snapshot(path, Date.now())).toMatchObject({ bytes: 3 })
  })

  test('a snapshot contains the same hash that git computes', () => {
    const here = createCheckout()
    const path = here.write('a.ts', 'übung\n')
    expect(here.tree.snapshot(path, LATER)?.blob).toBe(here.git('hash-object', 'a.ts'))
  })
})

describe('a file without a snapshot', () => {
  test('a file without a snapshot is changed if it was written after the given time', () => {
    const here = createCheckout()
    const path = here.write('a.ts', 'one')
    utimesSync(path, HOUR_AGO, HOUR_AGO)
    expect(here.tree.fileState(path, { at: Date.now() })).toBe('same')
    expect(here.tree.fileState(path, { at: HOUR_AGO.getTime() - 60_000 })).toBe('changed')
  })
})

describe('limits for files', () => {
  test.each([
    ['a link', 'link'],
    ['a file behind a link that leads out', 'out/secret'],
    ['a folder', 'folder'],
    ['a device', '/dev/zero'],
    ['a relative path', 'src/a.ts'],
    ['a redacted path', '/work/[redacted:token:40]/a.ts'],
  ])('a path has an unknown state and gets no snapshot if it is %s', (_, name) => {
    const here = createCheckout()
    const outside = temporaryFolder()
    writeFileSync(join(outside, 'secret'), 'x')
    symlinkSync(outside, here.path('out'))
    symlinkSync(join(outside, 'secret'), here.path('link'))
    mkdirSync(here.path('folder'))
    const path = name.startsWith('/') || name.startsWith('src') ? name : here.path(name)
    expect(here.tree.fileState(path, { at: 0 })).toBe('unknown')
    expect(here.tree.snapshot(path, LATER)).toBeUndefined()
  })

  test('files beyond the limit have an unknown state', () => {
    const here = createCheckout()
    const path = here.write('a.ts', 'one')
    const tree = workingTree({
      checkout: here.folder,
      limits: { files: 2 },
    })
    expect([1, 2, 3].map(() => tree.fileState(path, { at: LATER }))).toEqual(['same', 'same', 'unknown'])
  })

  test('a file whose content exceeds the limit has an unknown state', () => {
    const here = createCheckout()
    const path = here.write('a.ts', 'one')
    const since = snapshotNow(here, path)
    utimesSync(path, IN_AN_HOUR, IN_AN_HOUR)
    const tree = workingTree({
      checkout: here.folder,
      limits: { contentBytes: 2 },
    })
    expect(tree.fileState(path, since)).toBe('unknown')
  })

  test('a deleted checkout has no branch and no files, and git is not started', async () => {
    const folder = join(temporaryFolder(), 'gone')
    const tree = workingTree({ checkout: folder })
    expect([tree.exists, tree.branch, tree.head]).toEqual([false, undefined, undefined])
    expect(tree.fileState(join(folder, 'a'), { at: 0 })).toBe('gone')
    const report = await tree.startGit({ paths: [join(folder, 'a')], headMoves: true })()
    expect(report).toBe(NO_GIT_REPORT)
  })
})
