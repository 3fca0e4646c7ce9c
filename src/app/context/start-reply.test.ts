import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { MINUTE, PROCESS, TestWorld } from '../../../tests/support/world.ts'
import { agents } from '../../agent/agents.ts'
import { claudeCode } from '../../agent/claude-code/index.ts'
import { ATTENDED } from '../../event/turn.ts'
import { handleHook } from '../ingest/handle-hook.ts'
import { approve, reject, rulesOf } from '../memory/rules.ts'

/** A session that is killed after the user corrected the agent. */
async function crashed(): Promise<TestWorld> {
  const world = new TestWorld()
  const id = await world.startSession({ process: PROCESS })
  await world.log.append(id, [
    eventOfType('agent.noticed', { kind: ATTENDED }, world.time),
    eventOfType('prompt.submitted', { text: 'set up the parser', origin: 'user' }, world.time),
    eventOfType('response.completed', { text: 'I ran npm install.' }, world.time),
    eventOfType(
      'prompt.submitted',
      { text: 'No, never use npm here, always use pnpm.', origin: 'user' },
      world.time,
    ),
  ])
  world.evidenceByPid.set(PROCESS.pid, 'gone')
  return world.advance(MINUTE)
}

/** The text that an agent reads at the start of a session. */
const started = async (world: TestWorld, name: string, agent = claudeCode): Promise<string> =>
  (await startReply(world, name, agent)).text ?? ''

async function startReply(world: TestWorld, name: string, agent = claudeCode, source = 'startup') {
  const start = { session_id: name, cwd: '/work/app', hook_event_name: 'SessionStart', source }
  const hook = agent.parse(JSON.stringify({ ...start, timestamp: '2026-11-16T12:00:00Z' }))
  if (hook.kind !== 'parsed') throw new Error(hook.kind)
  const call = { hook, at: world.advance(MINUTE).time }
  const onError = (error: unknown): void => {
    throw error
  }
  return handleHook(world, { agent, call, onError })
}

const TAKE_BACK = /leftoff memory reject (mem_\w+)/

describe('a rule that was approved without a review', () => {
  test('an unreviewed rule is announced at the next start, with the command that reverts it', async () => {
    const world = await crashed()
    const text = await started(world, 'next')
    const [rule] = await rulesOf(world)
    expect(rule).toMatchObject({ state: 'approved', by: 'threshold' })
    expect(text).toContain('Tell the user: leftoff made "Never use npm here, always use pnpm."')
    expect(TAKE_BACK.exec(text)?.[1]).toBe(rule?.id)
  })

  test('an unreviewed rule is announced again until the user decides', async () => {
    const world = await crashed()
    for (const name of ['one', 'two', 'three']) expect(await started(world, name)).toMatch(TAKE_BACK)
    const codex = agents.get('codex')
    expect(codex && (await started(world, 'four', codex))).toMatch(TAKE_BACK)
    const [rule] = await rulesOf(world)
    await approve(world, rule?.id ?? '')
    const kept = await started(world, 'five')
    expect(kept).toContain('Never use npm here, always use pnpm.')
    expect(kept).not.toMatch(TAKE_BACK)
    await reject(world, rule?.id ?? '')
    expect(await started(world, 'six')).not.toContain('Standing rules')
  })
})

describe('the startup line for the user', () => {
  test('the startup line reports what the agent received', async () => {
    const world = await crashed()
    const [{ notice }] = [await startReply(world, 'next')]
    expect(notice).toMatch(/^leftoff: briefed from 1 session, about \d+ tokens \(leftoff brief shows it\)/)
  })

  test('the startup line does not need the tokenizer, which is too slow to load in a hook', async () => {
    const world = await crashed()
    const countTokens = (): number => {
      throw new Error('the tokenizer was loaded')
    }
    expect((await startReply(Object.assign(world, { countTokens }), 'next')).notice).toContain('leftoff:')
  })

  test('the startup line names an unreviewed rule and the command that reverts it, until the user decides', async () => {
    const world = await crashed()
    const { notice } = await startReply(world, 'next')
    const [rule] = await rulesOf(world)
    expect(notice).toContain(
      `New rule without a review: "Never use npm here, always use pnpm." (to revert: leftoff memory reject ${rule?.id})`,
    )
    await approve(world, rule?.id ?? '')
    expect((await startReply(world, 'later')).notice).not.toContain('without a review')
  })

  test('the startup line is omitted after a compaction, if it is turned off, or if there is nothing to report', async () => {
    expect((await startReply(new TestWorld(), 'first')).notice).toBeUndefined()
    const world = await crashed()
    await startReply(world, 'next')
    expect((await startReply(world, 'next', claudeCode, 'compact')).notice).toBeUndefined()
    world.set({ 'brief.notice': false })
    expect((await startReply(world, 'other')).notice).toBeUndefined()
  })

  test.each([
    ['claude-code', 'SessionStart', { systemMessage: 'seen' }],
    ['codex', 'SessionStart', { systemMessage: 'seen' }],
    ['gemini-cli', 'BeforeAgent', { systemMessage: 'seen' }],
    ['opencode', 'session.start', { notice: 'seen' }],
  ])('the startup line is shown to %s users', (name, event, expected) => {
    const reply = agents.get(name)?.reply({ event, text: 'for the agent', notice: 'seen' }) ?? ''
    expect(JSON.parse(reply)).toMatchObject(expected)
    expect(agents.get(name)?.reply({ event, text: 'for the agent' })).not.toContain('seen')
  })
})
