import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { HOUR, locationNamed, MINUTE, PROCESS, TestWorld } from '../../../tests/support/world.ts'
import { claudeCode } from '../../agent/claude-code/index.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import { systemClock } from '../../host/clock.ts'
import { blobHash } from '../../integrations/repository.ts'
import type { TouchedFile } from '../../session/files-and-commands.ts'
import { type HookCall, ingest } from './ingest.ts'

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
  test('ingestion starts a session with its process, location and transcript', async () => {
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

  test('ingestion stores repeated calls once', async () => {
    const world = worldAlive()
    const all = [start(world), prompt(world, 'fix it'), end(world)]
    for (const one of [...all, ...all]) await ingest(world, claudeCode, [one])
    await ingest(world, claudeCode, [...all, ...all])
    const types = await world.types(ID)
    expect(types.filter((type) => type === 'prompt.submitted')).toHaveLength(1)
    expect(types.filter((type) => type === 'session.started')).toHaveLength(1)
  })

  test('ingestion stores a turn in one transaction', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [start(world), prompt(world, 'a'), stop(world, 'a')])
    expect(await world.types(ID)).toEqual(['session.started', 'prompt.submitted', 'response.completed'])
  })

  test('ingestion starts a session at its first call of any kind', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [prompt(world, 'hello')])
    expect(await world.types(ID)).toEqual(['session.started', 'prompt.submitted'])
  })

  test('ingestion ends a session only once', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [start(world), end(world)])
    await ingest(world, claudeCode, [end(world.advance(MINUTE))])
    expect(await world.types(ID)).toEqual(['session.started', 'session.ended'])
  })

  test('ingestion resumes a session that had ended, and ends it again', async () => {
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

  test('ingestion resumes an ended session once at its next prompt', async () => {
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

  test('ingestion does not change the state of a session after a compaction', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [start(world)])
    await ingest(world, claudeCode, [start(world, 'compact')])
    expect(await world.types(ID)).toEqual(['session.started'])
  })

  test('ingestion records a crash before the session continues in a new process', async () => {
    const world = worldAlive()
    await ingest(world, claudeCode, [start(world)])
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    await ingest(world.advance(MINUTE), claudeCode, [start(world, 'resume', { ...PROCESS, pid: 99 })])
    expect(await world.types(ID)).toEqual(['session.started', 'session.crashed', 'session.resumed'])
  })

  test('ingestion keeps the first version if the same event arrives with different content', async () => {
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

  test('ingestion records an interruption if a prompt arrives before the last prompt is answered', async () => {
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

  test('ingestion removes secrets before it stores events', async () => {
    const world = worldAlive()
    world.secrets = ['hunter2hunter2']
    await ingest(world, claudeCode, [prompt(world, 'the password is hunter2hunter2')])
    const stored = JSON.stringify(await world.events(ID))
    expect(stored).not.toContain('hunter2')
    expect(stored).toContain('the password is')
  })
})

/** Files have real mtimes, so this world uses the real clock. */
function stage() {
  const world = new TestWorld()
  const folder = temporaryFolder()
  world.time = systemClock.now()
  world.place = locationNamed('app', folder)
  const path = (name: string): string => join(folder, name)
  const hookCall = (event: string, fields: object = {}): HookCall => {
    const payload = { session_id: SESSION, cwd: folder, hook_event_name: event, ...fields }
    const hook = claudeCode.parse(JSON.stringify(payload))
    if (hook.kind !== 'parsed') throw new Error(`${event} was ${hook.kind}`)
    return { hook, at: world.time, process: () => PROCESS }
  }
  return {
    world,
    path,
    write(name: string, text: string) {
      mkdirSync(join(path(name), '..'), { recursive: true })
      writeFileSync(path(name), text)
    },
    edited: (name: string, call = name) =>
      hookCall('PostToolUse', {
        tool_name: 'Write',
        tool_use_id: call,
        tool_input: { file_path: path(name), content: 'x' },
        tool_response: { type: 'create' },
      }),
    stop: (id: string) => hookCall('Stop', { prompt_id: id, last_assistant_message: id }),
    ingest: (...calls: readonly HookCall[]) => ingest(world, claudeCode, calls),
    async file(name: string): Promise<TouchedFile | undefined> {
      return (await world.view(ID)).craft.files.find((file) => file.path === path(name))
    },
    async count(): Promise<number> {
      return (await world.types(ID)).filter((type) => type === 'file.settled').length
    },
  }
}

describe('a file that an agent changed', () => {
  test('a changed file gets a snapshot with its size and content', async () => {
    const here = stage()
    here.write('a.ts', 'one')
    await here.ingest(here.edited('a.ts'))
    const file = await here.file('a.ts')
    expect(file?.settled).toMatchObject({ bytes: 3, blob: blobHash(Buffer.from('one')) })
  })

  test('a changed file gets one snapshot at the end of each turn, and none on redelivery', async () => {
    const here = stage()
    here.write('a.ts', 'formatted')
    const turn = [here.edited('a.ts', '1'), here.edited('a.ts', '2'), here.stop('p')]
    await here.ingest(...turn)
    await here.ingest(...turn)
    for (const call of turn) await here.ingest(call)
    expect(await here.count()).toBe(1)
    expect((await here.file('a.ts'))?.settled?.blob).toBe(blobHash(Buffer.from('formatted')))
  })

  test('a changed file gets another snapshot if a command in a later turn rewrote it', async () => {
    const here = stage()
    here.write('a.ts', 'one')
    await here.ingest(here.edited('a.ts'), here.stop('p'))
    here.write('a.ts', 'formatted')
    here.world.time = systemClock.now()
    await here.ingest(here.stop('q'))
    expect((await here.file('a.ts'))?.settled?.blob).toBe(blobHash(Buffer.from('formatted')))
    expect(await here.count()).toBe(2)
  })

  test('a changed file gets no snapshot if it was written after the spooled call', async () => {
    const here = stage()
    here.write('a.ts', 'one')
    const late = { ...here.edited('a.ts'), at: here.world.time - HOUR }
    await here.ingest(late)
    expect(await here.file('a.ts')).toMatchObject({ change: 'created' })
    expect(await here.count()).toBe(0)
  })

  test('a changed file gets no snapshot if it is missing or outside the checkout', async () => {
    const here = stage()
    await here.ingest(here.edited('gone.ts'), here.edited('../outside.ts'))
    expect(await here.count()).toBe(0)
  })

  test('a changed file keeps its content hash when its event is redacted', async () => {
    const here = stage()
    here.write('a.ts', 'one')
    const blob = blobHash(Buffer.from('one'))
    here.world.secrets = [blob]
    await here.ingest(here.edited('a.ts'))
    expect((await here.file('a.ts'))?.settled?.blob).toBe(blob)
  })

  test('a changed file is skipped beyond the limit of forty snapshots per call', async () => {
    const here = stage()
    const names = Array.from({ length: 45 }, (_, n) => `f${n}`)
    for (const name of names) here.write(name, name)
    utimesSync(here.path('f0'), 1, 1)
    await here.ingest(...names.map((name) => here.edited(name)))
    expect(await here.count()).toBe(40)
  })
})
