import { describe, expect, test } from 'vitest'
import { MINUTE, PROCESS, TestWorld } from '../../../tests/support/world.ts'
import { claudeCode } from '../../agent/claude-code/index.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import type { HookCall } from './hook-call.ts'
import { ingest } from './ingest.ts'

const SESSION = '56fdcf13-eec9-4a34-9184-c88fd11ec76c'
const ID = sessionIdOf('claude-code', SESSION)

function hookCall(world: TestWorld, event: string, fields: object = {}, process = PROCESS): HookCall {
  const payload = { session_id: SESSION, cwd: '/work/app', hook_event_name: event, ...fields }
  const hook = claudeCode.parse(JSON.stringify(payload))
  if (hook.kind !== 'parsed') throw new Error(`${event} was ${hook.kind}`)
  return { hook, at: world.time, process: () => process }
}

const start = (world: TestWorld, source = 'startup', process = PROCESS) =>
  hookCall(world, 'SessionStart', { source, transcript_path: '/t.jsonl' }, process)
const prompt = (world: TestWorld, text: string, id = text) =>
  hookCall(world, 'UserPromptSubmit', { prompt: text, prompt_id: id })
const stop = (world: TestWorld, id: string) =>
  hookCall(world, 'Stop', { prompt_id: id, last_assistant_message: `done with ${id}` })
const end = (world: TestWorld) => hookCall(world, 'SessionEnd', { reason: 'other' })

function worldAlive(): TestWorld {
  const world = new TestWorld()
  world.evidence = 'alive'
  return world
}

describe('ingesting hook calls', () => {
  test('starts a session with its process, location and transcript', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [start(world)])
    const { identity, life } = await world.view(ID)
    expect(life.state).toBe('active')
    expect(identity).toMatchObject({
      agent: 'claude-code',
      agentSession: SESSION,
      process: PROCESS,
      transcript: '/t.jsonl',
    })
  })

  test('stores repeated calls once', async () => {
    const world = worldAlive()
    const all = [start(world), prompt(world, 'fix it'), end(world)]
    for (const one of [...all, ...all]) await ingest(world, claudeCode, [one])
    await ingest(world, claudeCode, [...all, ...all])
    const types = await world.types(ID)
    expect(types.filter((type) => type === 'prompt.submitted')).toHaveLength(1)
    expect(types.filter((type) => type === 'session.started')).toHaveLength(1)
  })

  test('stores a turn in one transaction', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [start(world), prompt(world, 'a'), stop(world, 'a')])
    expect(await world.types(ID)).toEqual(['session.started', 'prompt.submitted', 'response.completed'])
  })

  test('starts a session at its first call of any kind', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [prompt(world, 'hello')])
    expect(await world.types(ID)).toEqual(['session.started', 'prompt.submitted'])
  })

  test('ends a session once, and its second end changes nothing', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [start(world), end(world)])
    await ingest(world, claudeCode, [end(world.advance(MINUTE))])
    expect(await world.types(ID)).toEqual(['session.started', 'session.ended'])
  })

  test('resumes a session that had ended, and ends it again', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [start(world), end(world)])
    await ingest(world.advance(MINUTE), claudeCode, [start(world, 'resume', { ...PROCESS, pid: 99 })])
    expect((await world.view(ID)).identity.process?.pid).toBe(99)
    await ingest(world.advance(MINUTE), claudeCode, [end(world)])
    expect(await world.types(ID)).toEqual([
      'session.started',
      'session.ended',
      'session.resumed',
      'session.ended',
    ])
  })

  test('resumes a session once when it comes back with a prompt', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [start(world), end(world)])
    const back = [start(world.advance(MINUTE), 'resume', { ...PROCESS, pid: 99 }), prompt(world, 'again')]
    await ingest(world, claudeCode, back, { delivered: true })
    expect(await world.types(ID)).toEqual([
      'session.started',
      'session.ended',
      'session.resumed',
      'prompt.submitted',
    ])
  })

  test('does not change the state of a session after a compaction', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [start(world)])
    await ingest(world, claudeCode, [start(world, 'compact')])
    expect(await world.types(ID)).toEqual(['session.started'])
  })

  test('records a crash before the session continues in a new process', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [start(world)])
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    await ingest(world.advance(MINUTE), claudeCode, [start(world, 'resume', { ...PROCESS, pid: 99 })])
    expect(await world.types(ID)).toEqual(['session.started', 'session.crashed', 'session.resumed'])
  })

  test('keeps the first version if the same event arrives with different content', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [prompt(world, 'first', 'p1'), stop(world, 'p1')])
    const result = await ingest(world, claudeCode, [
      prompt(world, 'second', 'p1'),
      prompt(world, 'third', 'p2'),
    ])
    expect(result).toMatchObject({ stored: 1, duplicates: 1 })
    const texts = (await world.events(ID)).map(({ data }) => data?.text).filter(Boolean)
    expect(texts).toEqual(['first', 'done with p1', 'third'])
  })

  test('records an interruption if a prompt comes before the answer to the last one', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [start(world), prompt(world, 'a')])
    await ingest(world, claudeCode, [prompt(world, 'a')])
    expect(await world.types(ID)).not.toContain('turn.interrupted')
    await ingest(world, claudeCode, [prompt(world, 'b')])
    await ingest(world, claudeCode, [stop(world, 'b')])
    await ingest(world, claudeCode, [prompt(world, 'c')])
    expect((await world.types(ID)).filter((type) => type === 'turn.interrupted')).toHaveLength(1)
    expect((await world.view(ID)).talk.interruptions).toBe(1)
  })

  test('removes secrets before storing', async () => {
    const world = worldAlive()
    world.secrets = ['hunter2hunter2']
    await ingest(world, claudeCode, [prompt(world, 'the password is hunter2hunter2')])
    const stored = JSON.stringify(await world.events(ID))
    expect(stored).not.toContain('hunter2')
    expect(stored).toContain('the password is')
  })
})
