import { expect, test } from 'vitest'
import { failureKind } from './failure.ts'

const driverError = (message: string): Error =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR' })

test.each([
  ['no such column: hash', 'corrupt'],
  ['table session_view has no column named archived', 'corrupt'],
  ['table forgotten already exists', 'corrupt'],
  ['Value is too large to be represented as a JavaScript number: 1', 'corrupt'],
  ['database is locked', 'busy'],
  ['something else', 'other'],
])('the SQLite message "%s" is classified as %s', (message, kind) => {
  expect(failureKind(driverError(message))).toBe(kind)
})
