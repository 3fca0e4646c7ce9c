import { expect, test } from 'vitest'
import { byFolder, fromFolders, rootOf } from './name-lists.ts'
import { namesIn } from './names.ts'

const keys = (text: string): readonly string[] => namesIn(text).map(({ key }) => key)

test.each([
  ['see src/app/import.ts and D:\\shop\\cart.go', ['/import.ts', '/cart.go']],
  ['`parseInvoice`, max_retries and client.getUser()', ['parseinvoice', 'max_retries', 'getuser']],
  ['it took 120 ms, then 3 tests failed', ['120 ms', '3 tests']],
  ['main loads well-known words, see https://example.org/page', []],
  ['_test.go files and .test.ts', []],
  ['a1b2c3d4e5f60718_deadbeef', []],
])('the names in %j are %j', (text, names) => {
  expect(keys(text)).toEqual(names)
})

test('paths are grouped by folder and can be parsed back', () => {
  const paths = [
    '/home/me/shop/src/a.ts',
    '/home/me/shop/src/b.ts',
    '/home/me/shop/docs/c.md',
    '/home/me/shop/d.ts',
  ]
  const root = rootOf(paths)
  const told = byFolder(paths, root)
  expect(root).toBe('/home/me/shop/')
  expect(told).toBe('src: a.ts, b.ts; docs: c.md; d.ts')
  expect(fromFolders(told)).toEqual(['src/a.ts', 'src/b.ts', 'docs/c.md', 'd.ts'])
})
