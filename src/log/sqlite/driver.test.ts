import { expect, test } from 'vitest'
import { connect, isSafeVersion } from './driver.ts'

const SAFE = [
  '3.44.6',
  '3.44.7',
  '3.50.7',
  '3.50.10',
  '3.51.3',
  '3.51.4',
  '3.52.1',
  '3.53.0',
  '3.100.0',
  '4.0.0',
]
const UNSAFE = [
  '2.8.17',
  '3.7.0',
  '3.43.9',
  '3.44.0',
  '3.44.5',
  '3.45.0',
  '3.45.9',
  '3.46.1',
  '3.49.2',
  '3.50.0',
  '3.50.6',
  '3.51.0',
  '3.51.2',
  '3.52.0', // withdrawn by the SQLite team
  '',
  'unknown',
  '3',
  '3.51',
]

test.each(SAFE)('SQLite %s is safe for concurrent writers', (version) => {
  expect(isSafeVersion(version)).toBe(true)
})

test.each(UNSAFE)('SQLite %s is not safe for concurrent writers', (version) => {
  expect(isSafeVersion(version)).toBe(false)
})

test('the bundled SQLite version is safe for concurrent writers', () => {
  const db = connect(':memory:', { readOnly: false, busyMs: 0 })
  expect(isSafeVersion(String(db.prepare('SELECT sqlite_version() AS version').get()?.version))).toBe(true)
  db.close()
})
