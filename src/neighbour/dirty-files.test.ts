import { mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commit, git, gitRepository } from '../../tests/support/git.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { dirtyFiles } from './dirty-files.ts'

function repository(): string {
  const folder = gitRepository(realpathSync(temporaryFolder()))
  for (const name of ['kept.ts', 'edited.ts', 'old name.ts']) writeFileSync(join(folder, name), `${name}\n`)
  git(folder, 'add', '.')
  commit(folder)
  return folder
}

test('names the files that differ from what is committed', () => {
  const folder = repository()
  expect(dirtyFiles(folder)).toEqual([])
  writeFileSync(join(folder, 'edited.ts'), 'changed\n')
  mkdirSync(join(folder, 'sub'))
  writeFileSync(join(folder, 'sub/näw.ts'), 'new\n')
  renameSync(join(folder, 'old name.ts'), join(folder, 'new name.ts'))
  git(folder, 'add', '-A', 'old name.ts', 'new name.ts')
  expect(dirtyFiles(folder)?.toSorted()).toEqual(
    ['edited.ts', 'new name.ts', 'sub/näw.ts'].map((name) => join(folder, name)),
  )
})

test('outside of a repository nobody can say', () => {
  expect(dirtyFiles(temporaryFolder())).toBeUndefined()
  expect(dirtyFiles('/nonexistent')).toBeUndefined()
})

test('a repository cannot have its own program started', () => {
  const folder = repository()
  const trace = join(folder, 'started')
  git(folder, 'config', 'core.fsmonitor', `touch '${trace}' #`)
  expect(dirtyFiles(folder)).toEqual([])
})
