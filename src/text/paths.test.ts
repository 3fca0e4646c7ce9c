import { describe, expect, test } from 'vitest'
import { cpuTimeMs } from '../../tests/support/cpu-time.ts'
import { isFile, pathsIn, relativeTo, stemOfName, withoutWeb } from './paths.ts'

describe('relative paths', () => {
  const relative = relativeTo(['/home/ann/code/app', '/home/ann/code/app/.worktrees/two', 'D:\\code\\app'])
  test.each([
    ['/home/ann/code/app/src/a.ts', 'src/a.ts'],
    ['/Home/Ann/code/app/src/a.ts', 'src/a.ts'],
    ['/home/ann/code/app/.worktrees/two/src/a.ts', 'src/a.ts'],
    ['/home/ann/code/app/.claude/worktrees/agent-1/src/a.ts', 'src/a.ts'],
    ['D:\\code\\app\\src\\a.ts', 'src/a.ts'],
    ['./src/a.ts', 'src/a.ts'],
    ['src/a.ts', 'src/a.ts'],
  ])('the relative path of %s is %s', (path, own) => {
    expect(relative(path)).toBe(own)
  })

  test.each([
    '/tmp/a.ts',
    '~/notes.md',
    'C:\\a.ts',
    '../a.ts',
    '/home/ann/code/app/.git/config',
    '/home/ann/code/apple/a.ts',
  ])('the path %s is outside the repository', (path) => {
    expect(relative(path)).toBeUndefined()
  })
})

describe('paths in text', () => {
  test.each([
    ['fix src/a.ts:12, please', 'src/a.ts'],
    ['`src/a.ts`', 'src/a.ts'],
    ['(see src/a.ts).', 'src/a.ts'],
    ['Read(src/a.ts)', 'src/a.ts'],
    ['[a](src/a.ts)', 'src/a.ts'],
    ['@src/a.ts', 'src/a.ts'],
    ['+++ b/src/a.ts', 'src/a.ts'],
    ['D:\\app\\a.ts', 'D:/app/a.ts'],
    ['app/(shop)/[id]/page.tsx', 'app/(shop)/[id]/page.tsx'],
  ])('the text %s contains the path %s', (text, path) => {
    expect(pathsIn(text)).toContain(path)
  })

  test('URLs are not paths, but their issue numbers are kept', () => {
    expect(pathsIn('https://example.com/a/b.ts')).toEqual([])
    expect(withoutWeb('see https://example.com/issues/151 now')).toBe('see 151 now')
  })

  test('a very long word is read in linear time', () => {
    const began = cpuTimeMs()
    pathsIn('a/'.repeat(100_000))
    pathsIn('a.'.repeat(100_000))
    pathsIn('('.repeat(100_000))
    expect(cpuTimeMs() - began).toBeLessThan(2000)
  })
})

test.each([
  ['src/a.ts', true],
  ['.github/workflows/ci.yml', true],
  ['src/fold', false],
  ['v1.2.3', false],
])('whether %s has a file extension: %s', (path, expected) => {
  expect(isFile(path)).toBe(expected)
})

test.each(['a/foo.go', 'a/foo_test.go', 'foo.spec.ts', 'test_foo.py', 'Foo.ts'])(
  'the file %s has the stem foo',
  (path) => {
    expect(stemOfName(path)).toBe('foo')
  },
)
