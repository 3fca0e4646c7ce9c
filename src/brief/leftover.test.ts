import { expect, test } from 'vitest'
import { noSession } from '../session/session.ts'
import { digestText } from './leftover.ts'

test('an empty session has no summary', () => {
  expect(digestText(noSession)).toBe('')
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
    }) as const
  const asked = { asked: 'go on', askedAt: 8, askedEvent: 'evt', askedSeq: 1 }
  const answered = { answer: 'done\n\n'.repeat(500), answeredAt: 9, answerEvent: 'evt' }
  const view = {
    ...noSession,
    digest: {
      requests: [],
      remarks: Array.from({ length: 50 }, (_, n) => remark(n)),
      exchange: { ...asked, ...answered },
    },
  }
  const digest = digestText(view)
  expect(digest.length).toBeLessThan(1400)
  expect(digest).toContain('; 44 more')
  expect(digestText(view)).toBe(digest)
})
