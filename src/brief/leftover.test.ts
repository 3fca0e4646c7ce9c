import { expect, test } from 'vitest'
import { emptyDigest } from '../session/digest.ts'
import { noSession } from '../session/session.ts'
import { digestText } from './leftover.ts'

test('of nothing there is nothing to say', () => {
  expect(digestText(noSession, undefined)).toBe('')
})

test('however much there was, it stays short, and is the same every time', () => {
  const remark = (n: number) =>
    ({
      kind: 'decision',
      text: `decision ${n} ${'x'.repeat(500)}`,
      event: 'evt',
      at: n,
      speaker: 'user',
      weight: 0.9,
      turn: n,
    }) as const
  const gist = {
    ...emptyDigest,
    remarks: Array.from({ length: 50 }, (_, n) => remark(n)),
    lastAnswer: { text: 'done\n\n'.repeat(500), event: 'evt', at: 9 },
  }
  const digest = digestText(noSession, gist)
  expect(digest.length).toBeLessThan(1400)
  expect(digest).toContain('; 44 more')
  expect(digestText(noSession, gist)).toBe(digest)
})
