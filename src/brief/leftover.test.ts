import { expect, test } from 'vitest'
import { emptyDigest } from '../session/digest.ts'
import { noSession } from '../session/session.ts'
import { digestText } from './leftover.ts'

test('an empty session has no summary', () => {
  expect(digestText(noSession, undefined)).toBe('')
})

test('the summary is short and deterministic for any session', () => {
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
