import { expect, test } from 'vitest'
import { failureKind } from './failure.ts'

const said = (message: string): Error => Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR' })

test.each([
  ['no such column: hash', 'corrupt'],
  ['table session_view has no column named archived', 'corrupt'],
  ['database is locked', 'busy'],
  ['something else', 'other'],
])('the SQLite message "%s" is classified as %s', (message, kind) => {
  expect(failureKind(said(message))).toBe(kind)
})
