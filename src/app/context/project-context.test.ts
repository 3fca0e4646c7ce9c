import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { HOUR, MINUTE, TestWorld } from '../../../tests/support/world.ts'
import type { AgentAdapter } from '../../agent/adapter.ts'
import { agents } from '../../agent/agents.ts'
import type { SessionId } from '../../event/identity.ts'
import { handleHook } from '../ingest/handle-hook.ts'
import { approve, propose } from '../memory/rules.ts'
import { contextOf } from './model-context.ts'
import { projectContext } from './project-context.ts'

const RULE = 'Use pnpm, never npm'
const NEXT = 'handle leap years in the parser'
const FACT = 'The staging host is called heron'

/** A project with one of the user's rules and an ended session with an open item. */
async function taught(): Promise<TestWorld> {
  const world = new TestWorld()
  const scope = { kind: 'project', of: world.place.project.id } as const
  await approve(world, await propose(world, { text: RULE, scope, origin: 'user' }))
  const session = await world.startSession()
  for (const [type, data] of [
    ['prompt.submitted', { text: 'write the date parser', origin: 'user' }],
    ['action.planned', { text: NEXT }],
    ['fact.pinned', { text: FACT }],
    ['session.ended', { reason: 'other' }],
  ] as const)
    await world.log.append(session, [eventOfType(type, data, world.advance(MINUTE).time)])
  return world.advance(HOUR)
}

async function hooked(world: TestWorld, agent: AgentAdapter, payload: object): Promise<string> {
  const common = { session_id: 'own', cwd: '/work/app', timestamp: '2026-11-16T12:00:00Z' }
  const hook = agent.parse(JSON.stringify({ ...common, ...payload }))
  if (hook.kind !== 'parsed') throw new Error(hook.kind)
  const call = { hook, at: world.advance(MINUTE).time }
  const onError = (error: unknown): void => {
    throw error
  }
  const { text } = await handleHook(world, { agent, call, onError })
  return agent.reply({ event: hook.event, text })
}

const adapterOf = (name: string): AgentAdapter => {
  const agent = agents.get(name)
  if (!agent) throw new Error(name)
  return agent
}

const START = { hook_event_name: 'SessionStart', source: 'startup' }
const DELEGATE = { hook_event_name: 'SubagentStart', agent_id: 'helper', agent_type: 'Explore' }

/** The context that a program's model gets. */
async function modelContext(world: TestWorld, budget = 4000): Promise<string> {
  const session: SessionId = await world.startSession()
  return (await contextOf(world, session, { budget, instructions: 'Answer briefly.' })).system
}

describe('project context', () => {
  test.each<[string, (world: TestWorld) => Promise<string>]>([
    ['a Claude Code session', (world) => hooked(world, adapterOf('claude-code'), START)],
    ['a Codex session', (world) => hooked(world, adapterOf('codex'), START)],
    ['a Claude Code sub-agent', (world) => hooked(world, adapterOf('claude-code'), DELEGATE)],
    ['a Codex sub-agent', (world) => hooked(world, adapterOf('codex'), DELEGATE)],
    ['the model in a library program or chat', (world) => modelContext(world)],
  ])("T7: %s gets the project's rules, open work and facts", async (_, read) => {
    const text = await read(await taught())
    for (const part of [RULE, NEXT, FACT]) expect(text).toContain(part)
  })
})

test('a model with a small budget gets the instructions, which use at most 40% of the budget', async () => {
  const world = await taught()
  for (const budget of [40, 200, 500, 1000]) {
    const system = await modelContext(world, budget)
    expect(world.countTokens(system)).toBeLessThanOrEqual(budget * 0.4)
    expect(system).toContain('Answer briefly.')
  }
})

test('a model that does not read AGENTS.md also gets the rules in that file', async () => {
  const world = await taught()
  world.integrations = { ...world.integrations, writtenRules: () => [RULE] }
  const ask = { parts: 'standing', budget: 400 } as const
  expect((await projectContext(world, ask))?.rules).toBeUndefined()
  expect((await projectContext(world, { ...ask, withWritten: true }))?.rules?.text).toContain(RULE)
})
