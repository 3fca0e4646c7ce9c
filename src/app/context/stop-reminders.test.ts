import { expect, test } from 'vitest'
import { edited, measured, prompt, STARTED, viewAfter } from '../../../tests/support/session-view.ts'
import type { Session } from '../../session/session.ts'
import { defaultSettings } from '../settings.ts'
import { remindAtStop } from './stop-reminders.ts'

const GATED = { settings: { ...defaultSettings, 'stop.evidence-gate': true } }
const PLAIN = { settings: defaultSettings }
const ASK = { isContinued: false, uncommitted: async () => ['/w/a.ts'] }
const nudge = (kind: string, at: number) => ['nudge.given', { kind }, at] as const
const WORKED = [STARTED, prompt('go'), edited('/w/a.ts')] as const
const view: Session = viewAfter(...WORKED)

test('a stop gets reminders about uncommitted, unproven and unnoted work, and is not blocked', async () => {
  const reminder = await remindAtStop(PLAIN, view, ASK)
  expect(reminder).toMatchObject({ blocks: false, draft: { type: 'nudge.given' } })
  expect(reminder?.reminders.map(({ kind }) => kind)).toEqual(['uncommitted', 'unproven', 'no-next'])
  expect(reminder?.text).toMatch(
    /^Not committed: a\.ts\. Changed since tests last passed: a\.ts\. No next step/,
  )
})

test('reminders are given once per session, and never if the stop was blocked before', async () => {
  expect(await remindAtStop(PLAIN, viewAfter(...WORKED, nudge('close', 1)), ASK)).toBeUndefined()
  expect(await remindAtStop(GATED, view, { ...ASK, isContinued: true })).toBeUndefined()
})

test('the evidence gate is off by default', async () => {
  expect((await remindAtStop(PLAIN, view, ASK))?.blocks).toBe(false)
  expect((await remindAtStop(GATED, view, ASK))?.blocks).toBe(true)
})

test('the gate blocks once per prompt', async () => {
  expect((await remindAtStop(GATED, viewAfter(...WORKED), ASK))?.text).toMatch(
    /^\[PHASE: SESSION_STOP\] Before you are done/,
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

test('only the most urgent reminder is given if the context window is nearly full', async () => {
  const full = await remindAtStop(PLAIN, viewAfter(...WORKED, measured(190_000)), ASK)
  expect(full?.text).toBe('The context holds 190,000 tokens: hand off and begin a new session.')
})

test('a session that did nothing gets no reminder', async () => {
  expect(await remindAtStop(GATED, viewAfter(STARTED, prompt('what is this?')), ASK)).toBeUndefined()
})
