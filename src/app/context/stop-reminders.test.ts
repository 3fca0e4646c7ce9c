import { expect, test } from 'vitest'
import {
  edited,
  measured,
  next,
  prompt,
  STARTED,
  tested,
  viewAfter,
} from '../../../tests/support/session-view.ts'
import type { Session } from '../../session/session.ts'
import { defaultSettings } from '../settings.ts'
import { remindAtStop } from './stop-reminders.ts'

const GATED = { settings: { ...defaultSettings, 'stop.evidence-gate': true } }
const PLAIN = { settings: defaultSettings }
const ASK = {
  isContinued: false,
  isAttended: false,
  answer: 'I renamed the parser.',
  uncommitted: async () => ['/w/a.ts'],
}
const nudge = (kind: string, at: number) => ['nudge.given', { kind }, at] as const
const WORKED = [STARTED, prompt('go'), edited('/w/a.ts')] as const
const view: Session = viewAfter(...WORKED)

test('a stop gets three reminders (uncommitted, untested, no next step) and is not blocked', async () => {
  const reminder = await remindAtStop(PLAIN, view, ASK)
  expect(reminder).toMatchObject({ blocks: false, draft: { type: 'nudge.given' } })
  expect(reminder?.reminders.map(({ kind }) => kind)).toEqual(['uncommitted', 'unproven', 'no-next'])
  expect(reminder?.text).toMatch(
    /^Not committed: a\.ts\. Changed since tests last passed: a\.ts\. No next step/,
  )
})

test('reminders are given once per session, and never when the agent stops again after a blocked stop', async () => {
  expect(await remindAtStop(PLAIN, viewAfter(...WORKED, nudge('close', 1)), ASK)).toBeUndefined()
  expect(await remindAtStop(GATED, view, { ...ASK, isContinued: true })).toBeUndefined()
})

test('the evidence gate is off by default', async () => {
  expect((await remindAtStop(PLAIN, view, ASK))?.blocks).toBe(false)
  expect((await remindAtStop(GATED, view, ASK))?.blocks).toBe(true)
})

test('the evidence gate blocks once per prompt', async () => {
  expect((await remindAtStop(GATED, viewAfter(...WORKED), ASK))?.text).toMatch(
    /^\[PHASE: SESSION_STOP\] Before you finish/,
  )
  const gated = viewAfter(...WORKED, nudge('gate', 5000))
  expect((await remindAtStop(GATED, gated, ASK))?.blocks).toBe(false)
  const asked = viewAfter(...WORKED, nudge('gate', 5000), ['prompt.submitted', { text: 'more' }, 6000])
  expect((await remindAtStop(GATED, asked, ASK))?.blocks).toBe(true)
})

test('reminders can be disabled', async () => {
  const settings = { ...defaultSettings, 'stop.reminders': false }
  expect(await remindAtStop({ settings }, view, ASK)).toBeUndefined()
})

test('git runs only if a reminder is possible', async () => {
  const uncommitted = () => {
    throw new Error('looked')
  }
  expect(
    await remindAtStop(PLAIN, viewAfter(...WORKED, nudge('close', 1)), { ...ASK, uncommitted }),
  ).toBeUndefined()
})

test('the reminder about a full context is given once, before other reminders, even if the session changed nothing', async () => {
  const FULL = 'The context holds 190,000 tokens: write a handoff and start a new session.'
  for (const happened of [WORKED, [STARTED, prompt('go')]]) {
    const full = viewAfter(...happened, measured(190_000))
    expect(await remindAtStop(PLAIN, full, ASK)).toMatchObject({ text: FULL, blocks: false })
    expect((await remindAtStop(PLAIN, full, { ...ASK, isAttended: true }))?.blocks).toBe(false)
  }
  const told = viewAfter(STARTED, prompt('go'), measured(190_000), nudge('exhausted', 1))
  expect(await remindAtStop(PLAIN, told, ASK)).toBeUndefined()
})

test.each(['Done.', 'I have a question about the parser.', 'All tests pass!'])(
  "reminders depend on unfinished work, not on the agent's claims: %s",
  async (answer) => {
    expect((await remindAtStop(PLAIN, view, { ...ASK, answer }))?.text).toMatch(/^Not committed: a\.ts/)
  },
)

test.each([
  'Done.\n\nNext steps:\n- handle dates\n- commit',
  'The parser works. Still to do: the dates.',
  'I changed a.ts. It is not committed yet.',
])('an answer that mentions the next step gets no reminder: %s', async (answer) => {
  expect(await remindAtStop(PLAIN, view, { ...ASK, answer })).toBeUndefined()
})

test('committed and tested work gets no reminder', async () => {
  const clean = { ...ASK, uncommitted: async () => [] }
  expect(await remindAtStop(PLAIN, viewAfter(...WORKED, tested('passed')), clean)).toBeUndefined()
})

test('untested work without a noted next step blocks the stop if a person is present', async () => {
  const attended = await remindAtStop(PLAIN, view, { ...ASK, isAttended: true })
  expect(attended?.blocks).toBe(true)
  expect(attended?.text).toMatch(/^\[PHASE: SESSION_STOP\] Not committed: a\.ts.*note_next/)
  for (const happened of [next('docs'), tested('passed')]) {
    const noted = viewAfter(...WORKED, happened)
    expect((await remindAtStop(PLAIN, noted, { ...ASK, isAttended: true }))?.blocks).toBe(false)
  }
})

test('a session that changed nothing gets no reminder', async () => {
  expect(await remindAtStop(GATED, viewAfter(STARTED, prompt('what is this?')), ASK)).toBeUndefined()
})
