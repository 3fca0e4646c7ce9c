import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digestOfFew, sha256, sha256Hex } from './sha256.ts'

const theirs = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const ours = (bytes: Uint8Array): string => Buffer.from(digestOfFew(bytes)).toString('hex')

test('what we hash ourselves is what Node hashes, at every length around the size of a block', () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) & 255)
    expect(ours(bytes), String(length)).toBe(theirs(bytes))
  }
})

test('what we hash ourselves is what Node hashes, whatever it is', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
      expect(ours(bytes)).toBe(theirs(bytes))
    }),
  )
})

test('a text has the same hash before and after Node has taken over', () => {
  const text = 'ünï \ud800 text'
  const first = sha256Hex(text)
  for (let round = 0; round < 20; round += 1) sha256('x'.repeat(2000))
  expect(sha256Hex(text)).toBe(first)
  expect(first).toBe(theirs(Buffer.from(text)))
})
