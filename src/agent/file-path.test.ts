import { expect, test } from 'vitest'
import { absolutePath } from './file-path.ts'

test.each([
  ['/home/dev/app', 'src/a.ts', '/home/dev/app/src/a.ts'],
  ['/home/dev/app/', './src//a.ts', '/home/dev/app/src/a.ts'],
  ['/home/dev/app', '../b/a.ts', '/home/dev/b/a.ts'],
  ['/a', '../../../b', '/b'],
  ['/home/dev/app', '/etc/hosts', '/etc/hosts'],
  ['/home/dev/app', '~/a.ts', '~/a.ts'],
  ['C:\\app', 'src/a.ts', 'C:\\app\\src\\a.ts'],
  ['C:\\app', 'D:\\a.ts', 'D:\\a.ts'],
  [undefined, 'a.ts', 'a.ts'],
])('from %s the path %s is %s', (directory, path, expected) => {
  expect(absolutePath(directory, path)).toBe(expected)
})
