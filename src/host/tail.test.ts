import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { tailBelow } from './tail.ts'

function written(text: string): { root: string; path: string } {
  const root = join(temporaryFolder(), 'projects')
  mkdirSync(root)
  const path = join(root, 'a.jsonl')
  writeFileSync(path, text)
  return { root, path }
}

test('the end of a file, never more than asked', () => {
  const { root, path } = written(`${'x'.repeat(1000)}\nend`)
  expect(tailBelow([root], path, 5)).toBe('x\nend')
  expect(tailBelow([root], path)).toHaveLength(1004)
  expect(tailBelow([root], written('').path)).toBeUndefined()
})

test('of a large file only the last 64 KB are read', () => {
  const { root, path } = written('y'.repeat(300_000))
  expect(tailBelow([root], path)).toHaveLength(65_536)
})

test('what is not there, a link, or lies elsewhere is not read', () => {
  const { root, path } = written('secret')
  expect(tailBelow([root], join(root, 'missing'))).toBeUndefined()
  expect(tailBelow([temporaryFolder()], path)).toBeUndefined()
  symlinkSync(path, join(root, 'link.jsonl'))
  expect(tailBelow([root], join(root, 'link.jsonl'))).toBeUndefined()
  expect(tailBelow([root], root)).toBeUndefined()
})
