import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { absolute, below } from './below.ts'

const piece = fc.constantFrom('a', '.', '..', '', '.git', 'x y', '...', 'ä')
const path = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('/'))

test('a path is absolute as node:path resolves it', () => {
  fc.assert(
    fc.property(path, fc.boolean(), (given, isRooted) => {
      const one = isRooted ? `/${given}` : given
      expect(absolute(one)).toBe(resolve(one))
    }),
  )
})

test('what lies below an absolute folder has the path that node:path gives it', () => {
  const name = fc.constantFrom('log.db', 'refs/heads/main', '.git', 'a b')
  fc.assert(
    fc.property(path, fc.array(name, { minLength: 1, maxLength: 3 }), (folder, names) => {
      expect(below(absolute(folder), ...names)).toBe(join(resolve(folder), ...names))
    }),
  )
})
