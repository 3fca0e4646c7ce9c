import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { DAY, MINUTE, TestWorld } from '../../../tests/support/world.ts'
import type { ParsedHook } from '../../agent/adapter.ts'
import { claudeCode } from '../../agent/claude-code/index.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import type { SessionId } from '../../event/identity.ts'
import { ingest } from '../ingest/ingest.ts'
import { record } from '../ingest/record.ts'
import { changeState } from '../lifecycle/change-state.ts'
import { refreshIndex } from '../search/refresh-index.ts'
import { contextFor } from './context-for.ts'
import type { HookReply } from './hook-reply.ts'

const PROMPT = 'why is the parser of lists recursive?'

/** An ended session about a single subject. */
async function over(world: TestWorld, topic: string): Promise<SessionId> {
  const id = await world.startSession()
  const facts = [
    eventOfType('prompt.submitted', { text: `Work on the ${topic}.` }, world.advance(MINUTE).time),
    eventOfType('decision.made', { choice: `the ${topic} is recursive` }, world.advance(MINUTE).time),
    eventOfType('file.changed', { path: `/work/app/src/${topic}.ts`, change: 'edited' }, world.time),
    eventOfType('fact.pinned', { text: `the ${topic} knows lists` }, world.advance(MINUTE).time),
  ]
  for (const one of facts) await record(world, id, [one])
  await changeState(world.advance(MINUTE), id, { move: 'end', trigger: 'command' })
  return id
}

function heard(payload: object): ParsedHook {
  const found = claudeCode.parse(JSON.stringify({ session_id: 'now', cwd: '/work/app', ...payload }))
  if (found.kind !== 'parsed') throw new Error('the payload was not understood')
  return found
}

const prompted = (prompt: string): ParsedHook =>
  heard({ hook_event_name: 'UserPromptSubmit', prompt_id: 'p1', prompt })

const replyTo = (world: TestWorld, prompt = PROMPT): Promise<HookReply | undefined> =>
  contextFor(world, claudeCode, prompted(prompt))

describe('the reply to the first prompt of a session', () => {
  test('the reply to the first prompt contains only conclusions about its subject', async () => {
    const world = new TestWorld()
    await over(world, 'parser')
    for (const topic of ['spool', 'cache', 'shell', 'table']) await over(world.advance(20 * DAY), topic)
    await refreshIndex(world)
    const text = (await replyTo(world, 'look at the parser'))?.text
    expect(text).toContain('the parser is recursive')
    expect(text).toContain('the parser knows lists')
    expect(text).not.toContain('the shell')
  })

  test('the reply to the first prompt does not repeat claims that the agent has already read', async () => {
    const world = new TestWorld()
    await over(world, 'parser')
    await refreshIndex(world)
    const start = { hook: heard({ hook_event_name: 'SessionStart', source: 'startup' }), at: world.time }
    await ingest(world, claudeCode, [start])
    const says = (await replyTo(world))?.drafts ?? []
    const told = says.flatMap((one) => one.data.told as string[])
    expect(told.length).toBeGreaterThan(1)
    await ingest(world, claudeCode, [{ ...start, hook: { ...start.hook, drafts: says } }])
    expect(await replyTo(world)).toBeUndefined()
  })

  test('the reply to the first prompt includes conclusions from a session that has just ended', async () => {
    const world = new TestWorld()
    await over(world, 'parser')
    await refreshIndex(world)
    await over(world, 'parser of lists')
    expect((await replyTo(world))?.text).toContain('the parser of lists is recursive')
  })

  test('the reply to the first prompt contains nothing from its own session', async () => {
    const world = new TestWorld()
    const own = sessionIdOf('claude-code', 'now')
    const start = heard({ hook_event_name: 'SessionStart', source: 'startup' })
    await ingest(world, claudeCode, [{ hook: start, at: world.time }])
    for (const text of ['the parser is recursive', 'the parser of lists is slow'])
      await record(world, own, [eventOfType('decision.made', { choice: text }, world.time)])
    await over(world, 'cache')
    await refreshIndex(world)
    const text = (await replyTo(world))?.text
    expect(text).toContain('the cache is recursive')
    expect(text).not.toContain('the parser')
  })
})
