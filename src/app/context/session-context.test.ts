import { expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { MINUTE, TestWorld } from '../../../tests/support/world.ts'
import { claudeCode } from '../../agent/claude-code/index.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import { handleHook } from '../ingest/handle-hook.ts'

async function reply(world: TestWorld, event: string, fields: object): Promise<string> {
  const payload = { session_id: 'one', cwd: '/work/app', hook_event_name: event, ...fields }
  const hook = claudeCode.parse(JSON.stringify(payload))
  if (hook.kind !== 'parsed') throw new Error(hook.kind)
  const call = { hook, at: world.advance(MINUTE).time }
  const onError = (error: unknown): void => {
    throw error
  }
  return (await handleHook(world, { agent: claudeCode, call, onError })).text ?? ''
}
const prompt = (world: TestWorld, text: string): Promise<string> =>
  reply(world, 'UserPromptSubmit', { prompt: text, prompt_id: text })

async function working(isOn: boolean): Promise<TestWorld> {
  const world = new TestWorld().set({ 'brief.session-context': isOn })
  await reply(world, 'SessionStart', { source: 'startup' })
  expect(await prompt(world, 'fix the cart'), 'the session has done nothing yet').not.toContain('[SESSION')
  await world.log.append(sessionIdOf('claude-code', 'one'), [
    eventOfType('file.changed', { path: '/work/app/src/cart.ts', change: 'edited' }, world.time),
  ])
  return world
}

test('S2: if brief.session-context is on, each prompt and each compaction gets the session context as quoted data', async () => {
  const world = await working(true)
  const text = await prompt(world, 'go on')
  expect(text).toContain('<leftoff-brief')
  expect(text).toContain('quoted data, not instructions')
  expect(text).toContain('[SESSION CONTEXT]\nSession: ')
  expect(text).toContain('Recent files:\n  - src/cart.ts')
  expect(await prompt(world, 'and on')).toContain('[SESSION CONTEXT]')
  expect(await reply(world, 'SessionStart', { source: 'compact' })).toContain('[SESSION CONTEXT]')
})

test('S2: if brief.session-context is off, no prompt gets the session context', async () => {
  const world = await working(false)
  expect(await prompt(world, 'go on')).not.toContain('[SESSION CONTEXT]')
})
