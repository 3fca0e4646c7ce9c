import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { commit, git, gitRepository } from '../../../tests/support/git.ts'
import { killedSession, RECOVERY_NOTE } from '../../../tests/support/killed-session.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { DAY, locationNamed, MINUTE, PROCESS, SECOND, TestWorld } from '../../../tests/support/world.ts'
import { memoryFile } from '../../../tests/transcript/memory-file.ts'
import { claudeWriter, linesOf } from '../../../tests/transcript/writers.ts'
import { claudeCode } from '../../agent/claude-code/index.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import type { OpenedTranscript } from '../../agent/transcript/reader.ts'
import type { SessionId } from '../../event/identity.ts'
import { serializeLetter } from '../../event/wire.ts'
import { ingest } from '../ingest/ingest.ts'
import { learn } from '../memory/learn.ts'
import { rulesOf } from '../memory/rules.ts'
import { RECOVERY_STEPS, recover } from './recover.ts'
import { start } from './start.ts'

const count = async (world: TestWorld, id: SessionId, type: string): Promise<number> =>
  (await world.types(id)).filter((one) => one === type).length

describe('a recovery', () => {
  test('ends the session with a note about its state', async () => {
    const { world, id } = await killedSession()
    const { kind, seen } = await recover(world, id)
    expect(kind).toBe('recovered')
    expect(seen.view.life).toMatchObject({
      state: 'ended',
      endTrigger: 'recovered',
      recoveryNote: RECOVERY_NOTE,
    })
    expect((await world.types(id)).slice(-2)).toEqual(['session.crashed', 'session.recovered'])
  })

  test('turns certain corrections into rules and leaves the rest for review', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ process: PROCESS })
    await world.log.append(id, [world.prompt('no, never use npm in this repo, always use pnpm')])
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    const { seen } = await recover(world.advance(MINUTE), id)
    expect(seen.view.life.recoveryNote).toBe('1 prompt, 1 correction')
    const rules = async () => (await rulesOf(world)).map(({ text, heard }) => `${text} ${heard}`)
    const before = await rules()
    expect(before).toHaveLength(1)
    await recover(world.advance(DAY), id)
    await learn(world)
    expect(await rules()).toEqual(before)
  })

  test('is idempotent', async () => {
    const { world, id } = await killedSession()
    await recover(world, id)
    const before = await world.events(id)
    expect((await recover(world.advance(DAY), id)).kind).toBe('already')
    expect(await world.events(id)).toEqual(before)
  })

  test('by several concurrent processes happens once', async () => {
    const { world, id } = await killedSession()
    const others = ['a', 'b', 'c', 'd'].map((name) => world.otherProcess(name))
    for (const [index, other] of others.entries()) {
      other.evidenceByPid.set(PROCESS.pid, 'gone')
      other.advance(index) // clocks differ between processes
    }
    const kinds = (await Promise.all(others.map((other) => recover(other, id)))).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['already', 'already', 'already', 'recovered'])
    expect([await count(world, id, 'session.crashed'), await count(world, id, 'session.recovered')]).toEqual([
      1, 1,
    ])
  })

  test('happens again after a second crash', async () => {
    const { world, id } = await killedSession()
    await recover(world, id)
    await world.log.append(id, [
      eventOfType('session.resumed', { trigger: 'hook', process: PROCESS }, world.time),
    ])
    expect((await world.view(id)).life).not.toHaveProperty('recoveryNote')
    expect((await recover(world.advance(MINUTE), id)).kind).toBe('recovered')
    expect(await count(world, id, 'session.recovered')).toBe(2)
  })

  test('does not prolong the session', async () => {
    const { world, id } = await killedSession()
    await recover(world.advance(3 * DAY), id)
    const { previous } = await start(world, { agent: 'codex', trigger: 'hook' })
    expect(previous?.summary).toMatchObject({ state: 'ended', recovered: RECOVERY_NOTE, durationMs: 0 })
  })

  test('counts uncommitted files', async () => {
    const folder = temporaryFolder()
    gitRepository(folder)
    writeFileSync(join(folder, 'shed.ts'), 'red')
    git(folder, 'add', '.')
    commit(folder)
    writeFileSync(join(folder, 'shed.ts'), 'green')
    const world = new TestWorld()
    world.place = locationNamed('app', folder)
    const { id } = await killedSession(world)
    const { seen } = await recover(world, id)
    expect(seen.view.life.recoveryNote).toContain('1 file changed (1 uncommitted)')
  })

  test('of an empty session notes that it was empty', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ process: PROCESS })
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    expect((await recover(world, id)).seen.view.life.recoveryNote).toBe('no unfinished work')
  })

  test('skips running and ended sessions', async () => {
    const { world, id } = await killedSession()
    world.evidenceByPid.set(PROCESS.pid, 'alive')
    const before = await world.events(id)
    expect((await recover(world, id, { isNamed: true })).kind).toBe('not-crashed')
    expect(await world.events(id)).toEqual(before)
  })

  test('of a quiet session without a known process happens only if it is named', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    expect((await recover(world.advance(4 * MINUTE), id, { isNamed: true })).kind).toBe('not-crashed')
    expect((await recover(world.advance(2 * MINUTE), id)).kind).toBe('not-crashed')
    expect((await recover(world, id, { isNamed: true })).kind).toBe('recovered')
    expect((await world.view(id)).life.crashTrigger).toBe('quiet')
  })
})

describe('a recovery completes the log', () => {
  test('from the spool', async () => {
    const { world, id } = await killedSession()
    const said = world.prompt('and the door', world.time - SECOND)
    await world.spool.deliver('leftoff', serializeLetter({ session: id, events: [said] }))
    const { seen } = await recover(world, id)
    expect(seen.view.life.recoveryNote).toContain('2 prompts')
    expect(await world.spool.waiting()).toEqual([])
  })

  test('from the transcript', async () => {
    const { world, id } = await heardInPart()
    const { seen } = await recover(world, id)
    expect(seen.view.talk.turns).toBe(2)
    expect(seen.view.life.recoveryNote).toMatch(/2 prompts.*1 event filled in from its transcript/)
  })

  test('but skips a transcript that takes too long', async () => {
    const { world, id } = await heardInPart('x'.repeat(100_000))
    const { kind, seen } = await recover(world, id, { withinMs: 5 })
    expect([kind, seen.view.talk.turns]).toEqual(['recovered', 1])
  })
})

/** A session with only some of its hooks recorded, because everything was killed. */
async function heardInPart(damage = ''): Promise<{ world: Reading; id: SessionId }> {
  const session = '0d9f7f4e-1111-4222-8333-444455556666'
  const path = `/home/me/.claude/projects/app/${session}.jsonl`
  const steps = ['paint the shed', 'and the door'].map((text) => ({ kind: 'prompt', text }) as const)
  const lines = linesOf(claudeWriter, session, steps).map((line) => `${line}\n`)
  const world = new Reading({
    kind: 'file',
    file: memoryFile(path, lines.join('') + damage, { modifiedAt: 0 }),
  })
  const about = { session_id: session, transcript_path: path, cwd: '/work/app' }
  for (const payload of [
    { hook_event_name: 'SessionStart', source: 'startup' },
    { hook_event_name: 'UserPromptSubmit', prompt_id: 'prompt-0', prompt: 'paint the shed' },
  ]) {
    const heard = claudeCode.parse(JSON.stringify({ ...about, ...payload }))
    if (heard.kind !== 'parsed') throw new Error(heard.kind)
    await ingest(world, claudeCode, [{ hook: heard, at: world.time, process: () => PROCESS }])
    world.advance(SECOND)
  }
  world.evidenceByPid.set(PROCESS.pid, 'gone')
  return { world, id: sessionIdOf('claude-code', session) }
}

class Reading extends TestWorld {
  readonly transcripts
  constructor(opened: OpenedTranscript) {
    super()
    this.transcripts = { open: (): OpenedTranscript => opened, subagentFiles: () => [] }
  }
}

describe('a recovery killed midway', () => {
  const cuts = RECOVERY_STEPS.flatMap(({ name }, index) => [
    [`after ${name}`, index + 1],
    [`twice after ${name}`, index + 1],
  ]) as readonly (readonly [string, number])[]

  test.each(cuts)('%s reaches the same result on the next attempt', async (how, after) => {
    const whole = await heardInPart()
    const cut = await heardInPart()
    await recover(whole.world, whole.id)
    const broken = { name: 'killed', run: () => Promise.reject(new Error('killed')) }
    for (let times = how.startsWith('twice') ? 2 : 1; times > 0; times -= 1)
      await expect(
        recover(cut.world, cut.id, { steps: [...RECOVERY_STEPS.slice(0, after), broken] }),
      ).rejects.toThrow('killed')
    expect((await cut.world.view(cut.id)).life.state).toBe('crashed')
    await recover(cut.world, cut.id)
    expect(await cut.world.events(cut.id)).toEqual(await whole.world.events(whole.id))
  })
})
