import { describe, expect, test } from 'vitest'
import { parseHook } from '../../../tests/support/payloads.ts'
import { DAY, MINUTE, TestWorld } from '../../../tests/support/world.ts'
import { claudeCode } from '../../agent/claude-code/index.ts'
import { eventFromDraft, sessionIdOf } from '../../agent/event-draft.ts'
import { changeState } from '../lifecycle/change-state.ts'
import { handleHook, latest, type MeasuredUsage, measurementDraft } from './handle-hook.ts'

const onError = (error: unknown): void => {
  throw error
}

/** One hook of the session, as Claude Code sends it. */
async function send(world: TestWorld, session: string, payload: object): Promise<string> {
  const hook = parseHook(claudeCode, {
    session_id: session,
    transcript_path: '/nowhere.jsonl',
    cwd: world.place.directory,
    ...payload,
  })
  const call = { hook, at: world.time }
  return (await handleHook(world, { agent: claudeCode, call, onError })).text ?? ''
}

const START = { hook_event_name: 'SessionStart', source: 'startup' }
const prompt = (text: string) => ({ hook_event_name: 'UserPromptSubmit', prompt: text })
const STOP = { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'Done.' }
const isArchived = async (world: TestWorld, session: string): Promise<boolean> =>
  (await world.view(sessionIdOf('claude-code', session))).life.archivedAt !== undefined

describe('if the user never runs a leftoff command', () => {
  test('expired sessions are archived when a turn ends (L10, B4, M5)', async () => {
    const world = new TestWorld()
    await send(world, 'old', START)
    await send(world, 'old', prompt('paint the shed'))
    await send(world.advance(8 * DAY), 'new', START)
    await send(world, 'new', prompt('paint the door'))
    expect(await isArchived(world, 'old')).toBe(false)
    await send(world, 'new', STOP)
    expect([await isArchived(world, 'old'), await isArchived(world, 'new')]).toEqual([true, false])
  })

  test('a turn that ends archives only one expired session, because the agent waits for it', async () => {
    const world = new TestWorld()
    for (const session of ['one', 'two', 'three']) {
      await send(world, session, START)
      await send(world, session, prompt('paint the shed'))
      await send(world, session, { hook_event_name: 'SessionEnd', reason: 'other' })
    }
    await send(world.advance(8 * DAY), 'new', START)
    const archived = async (): Promise<number> => {
      const all = await Promise.all(['one', 'two', 'three'].map((session) => isArchived(world, session)))
      return all.filter(Boolean).length
    }
    for (const count of [1, 2, 3]) {
      await send(world.advance(MINUTE), 'new', prompt(`paint door ${count}`))
      await send(world, 'new', STOP)
      expect(await archived()).toBe(count)
    }
  })

  test.each([
    [true, false],
    [false, true],
  ])(
    'the setting archive-on-end (%j) decides whether the next start archives an ended session (S2)',
    async (isOn, isBriefed) => {
      const world = new TestWorld().set({ 'session.archive-on-end': isOn })
      await send(world, 'first', START)
      await send(world, 'first', prompt('paint the shed'))
      await changeState(world, sessionIdOf('claude-code', 'first'), { move: 'end', trigger: 'command' })
      const brief = await send(world.advance(MINUTE), 'second', START)
      expect([await isArchived(world, 'first'), brief.includes('paint the shed')]).toEqual([isOn, isBriefed])
    },
  )
})

const logged: MeasuredUsage = { used: 12_000, window: 200_000, at: 100, source: 'transcript' }
const displayed: MeasuredUsage = { used: 11_000, window: 1_000_000, at: 50, source: 'status line' }

test('a context measurement records its source', () => {
  const draft = measurementDraft(logged, undefined)
  if (!draft) throw new Error('no draft')
  expect(eventFromDraft({ agent: 'claude-code', session: 's', receivedAt: 7 }, draft)).toMatchObject({
    type: 'context.measured',
    at: 7,
    data: { used: 12_000, window: 200_000, source: 'transcript' },
  })
})

test('an unchanged or missing measurement creates no event', () => {
  expect(measurementDraft(logged, { used: 12_000, window: 200_000, at: 1 })).toBeUndefined()
  expect(measurementDraft(logged, { used: 11_000, window: 200_000, at: 1 })).toBeDefined()
  expect(measurementDraft(undefined, undefined)).toBeUndefined()
})

test('the later measurement is used, with the window size from the status line', () => {
  expect(latest(logged, displayed)).toEqual({ ...logged, window: 1_000_000 })
  expect(latest(logged, { ...displayed, at: 150 })).toEqual({ ...displayed, at: 150 })
})

test('a status line with only the window size is not a measurement', () => {
  const windowOnly = { ...displayed, used: 0, at: 150 }
  expect(latest(undefined, windowOnly)).toBeUndefined()
  expect(latest(logged, windowOnly)).toEqual({ ...logged, window: 1_000_000 })
})

test('a measurement without a time counts as older', () => {
  const { at: _, ...undated } = logged
  expect(latest(undated, displayed)).toEqual(displayed)
  expect(latest(logged, undefined)).toEqual(logged)
  expect(latest(undefined, displayed)).toEqual(displayed)
  expect(latest(undefined, undefined)).toBeUndefined()
})
