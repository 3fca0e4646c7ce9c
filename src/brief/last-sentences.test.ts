import { expect, test } from 'vitest'
import type { Passage, SessionDigest } from '../session/digest.ts'
import { lastSentences } from './last-sentences.ts'
import type { RankedSession } from './rank-sessions.ts'

const passage = (from: Passage['from'], ...texts: string[]): Passage => ({ from, event: 'evt', at: 1, texts })
const session = (...passages: Passage[]): RankedSession => {
  const gist: SessionDigest = { seq: 1, turns: 1, remarks: [], passages }
  return { session: 'ses', view: {}, gist, weight: 1, because: [], isLive: false } as unknown as RankedSession
}
const byScore = (main: RankedSession, told: Parameters<typeof lastSentences>[1] = []): readonly string[] =>
  lastSentences(main, told)
    .toSorted((a, b) => b.score - a.score)
    .map(({ text }) => text)

const CAUSE = 'Uploads hang because the pool of connections is never closed.'
const DONE = 'Every handler of uploads has a test of its own now.'

test('are in their original order', () => {
  const lines = lastSentences(session(passage('answered', DONE, CAUSE)), [])
  expect(lines.map(({ text }) => text)).toEqual([DONE, CAUSE])
})

test('explanations rank above reports, and announcements below', () => {
  const announced = 'Now let me look through the queue of downloads and its old timers.'
  expect(byScore(session(passage('aside', announced, DONE, CAUSE), passage('answered', '')))).toEqual([
    CAUSE,
    DONE,
    announced,
  ])
})

test('sentences that repeat other sentences or the brief are dropped', () => {
  const main = session(passage('answered', CAUSE, CAUSE))
  expect(byScore(main)).toEqual([CAUSE])
  const told = { section: 'next', text: CAUSE, session: 'ses', at: 1, score: 0.9, because: [] } as const
  expect(byScore(main, [told as never])).toEqual([])
})

test('fragments are dropped, and a session without text has none', () => {
  expect(byScore(session(passage('answered', "You're absolutely right!")))).toEqual([])
  expect(byScore(session())).toEqual([])
})
