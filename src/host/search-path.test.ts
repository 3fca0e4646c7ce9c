import { expect, test } from 'vitest'
import { safeSearchPath } from './search-path.ts'

test.each([
  ['/usr/bin:/bin', '/usr/bin:/bin'],
  ['.:/usr/bin', '/usr/bin'],
  [':/usr/bin:', '/usr/bin'],
  ['bin:../bin:/usr/bin', '/usr/bin'],
  ['/work/app:/work/app/node_modules/.bin:/work/app/../app/bin:/usr/bin', '/usr/bin'],
  ['/work/apple/bin:/work:/usr/bin', '/work/apple/bin:/work:/usr/bin'],
  ['', '/usr/bin:/bin'],
  ['.', '/usr/bin:/bin'],
  [undefined, '/usr/bin:/bin'],
])('folders that a repository controls are removed from the PATH %j', (path, expected) => {
  expect(safeSearchPath(path, '/work/app', '/home/me')).toBe(expected)
})

test.each(['/home/me', '/home', '/'])(
  'programs in the home folder are found if the checkout is %s',
  (checkout) => {
    expect(safeSearchPath('.:/home/me/bin:/usr/bin', checkout, '/home/me')).toBe('/home/me/bin:/usr/bin')
  },
)
