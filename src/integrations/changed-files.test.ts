import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCheckout, type TestCheckout } from '../../tests/support/checkout.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import type { ChangePeriod } from '../brief/working-tree.ts'
import { workingTree } from './working-tree.ts'

const LONG_AGO = new Date(Date.now() - 7_200_000)
const period = (more: Partial<ChangePeriod> = {}): ChangePeriod => ({
  since: Date.now() - 3_600_000,
  until: Date.now() + 3_600_000,
  withCommits: false,
  ...more,
})

/** A checkout with committed files, all of them written long ago. */
function olderCheckout(...names: readonly string[]): TestCheckout {
  const here = createCheckout()
  for (const name of names) utimesSync(here.write(name, `content of ${name}`), LONG_AGO, LONG_AGO)
  here.commitAll('one')
  return here
}

const changesIn = async (here: TestCheckout, more: Partial<ChangePeriod> = {}) =>
  (await here.tree.changedFiles(period(more)))
    .map(({ path, change }) => `${change} ${path.slice(here.folder.length + 1)}`)
    .toSorted()

test('edited, new and deleted files of the period are found', async () => {
  const here = olderCheckout('src/a.ts', 'src/b.ts', 'c.ts')
  here.write('src/a.ts', 'changed')
  here.write('made/by/generator.ts', 'new')
  rmSync(here.path('src/b.ts'))
  expect(await changesIn(here)).toEqual([
    'created made/by/generator.ts',
    'deleted src/b.ts',
    'edited src/a.ts',
  ])
})

test('files that changed before or after the period and ignored files are left out', async () => {
  const here = olderCheckout('a.ts', '.gitignore')
  utimesSync(here.write('a.ts', 'changed'), LONG_AGO, LONG_AGO)
  here.write('b.ts', 'new')
  expect(await changesIn(here, { until: Date.now() - 1_800_000 })).toEqual([])
  here.write('.gitignore', 'b.ts')
  expect(await changesIn(here)).toEqual(['edited .gitignore'])
})

test('a moved file is listed as one renamed and one created file', async () => {
  const here = olderCheckout('a.ts')
  renameSync(here.path('a.ts'), here.path('b.ts'))
  expect(await changesIn(here)).toEqual(['created b.ts', 'renamed a.ts'])
})

test('files that were committed in the period are found on request', async () => {
  const here = olderCheckout('a.ts')
  here.write('a.ts', 'changed')
  here.write('c.ts', 'new')
  here.commitAll('two')
  expect(await changesIn(here)).toEqual([])
  expect(await changesIn(here, { withCommits: true })).toEqual(['created c.ts', 'edited a.ts'])
})

test('if git is slow in a checkout, it is not run there again for an hour', async () => {
  const here = olderCheckout('a.ts')
  here.write('a.ts', 'changed')
  const marks = join(temporaryFolder(), 'marks')
  const ask = () =>
    workingTree({ checkout: here.folder, marks }).changedFiles(period({ until: Date.now() + 1000 }))
  expect(await ask(), 'git works').toHaveLength(1)
  // Git fails immediately, which counts as slow: it should not be run again before a later turn.
  writeFileSync(here.path('.git/HEAD'), 'broken')
  expect(await ask()).toEqual([])
  writeFileSync(here.path('.git/HEAD'), 'ref: refs/heads/main\n')
  expect(await ask()).toEqual([])
  const later = Date.now() + 2 * 3_600_000
  const again = workingTree({ checkout: here.folder, marks }).changedFiles(period({ until: later }))
  expect(await again).toHaveLength(1)
})
