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
import { ATTENDED } from '../../event/turn.ts'
import { serializeLetter } from '../../event/wire.ts'
import { Problem } from '../../problem.ts'
import { composeBrief } from '../context/compose-brief.ts'
import { ingest } from '../ingest/ingest.ts'
import { learn } from '../memory/learn.ts'
import { rulesOf } from '../memory/rules.ts'
import { crashedSessions } from './crashed-sessions.ts'
import { findSession } from './find-session.ts'
import { discard, RECOVERY_STEPS, recover } from './recover.ts'
import { summarizeSession } from './session-summary.ts'
import { recoverProject, start } from './start.ts'

const count = async (world: TestWorld, id: SessionId, type: string): Promise<number> =>
  (await world.types(id)).filter((one) => one === type).length

describe('a recovery', () => {
  test('a recovery ends the session with a note about its state', async () => {
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

  test.each([
    ['certainly typed correction', 'no, never use npm in this repo, always use pnpm', 'approved'],
    ['quoted correction', 'From the docs:\n\nNever use npm in this repo, always use pnpm.', 'proposed'],
  ])('a recovery learns from a %s: the rule in %j is %s', async (_, text, state) => {
    const world = new TestWorld()
    const id = await world.startSession({ process: PROCESS })
    await world.log.append(id, [
      eventOfType('agent.noticed', { kind: ATTENDED }, world.time),
      eventOfType('prompt.submitted', { text: 'set up the parser', origin: 'user' }, world.time),
      eventOfType('response.completed', { text: 'I ran npm install.' }, world.time),
      eventOfType('prompt.submitted', { text, origin: 'user' }, world.time),
    ])
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    const { seen } = await recover(world.advance(MINUTE), id)
    expect(seen.view.life.recoveryNote).toBe('2 prompts, 1 correction')
    const rules = async () => (await rulesOf(world)).map((rule) => `${rule.state} ${rule.heard}`)
    expect(await rules()).toEqual([`${state} 1`])
    await recover(world.advance(DAY), id)
    await learn(world)
    expect(await rules()).toEqual([`${state} 1`])
  })

  test('a recovery records its actions as data, and records whether a person requested it (L6)', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ process: PROCESS })
    await world.log.append(id, [
      eventOfType('agent.noticed', { kind: ATTENDED }, world.time),
      eventOfType('prompt.submitted', { text: 'set up the parser', origin: 'user' }, world.time),
      eventOfType('response.completed', { text: 'I ran npm install.' }, world.time),
      eventOfType(
        'prompt.submitted',
        { text: 'no, never use npm in this repo, always use pnpm', origin: 'user' },
        world.time,
      ),
    ])
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    await recoverProject(world.advance(MINUTE), { withinMs: 1000 })
    const recovery = { automatic: true, actions: [{ action: 'approved', count: 1 }] }
    expect((await world.view(id)).life.recovery).toEqual(recovery)
    const seen = await findSession(world, id)
    expect(summarizeSession(world, seen)).toMatchObject({
      autoRecovered: true,
      recoveryActions: recovery.actions,
    })
    const { world: other, id: named } = await killedSession()
    const asked = await recover(other, named)
    expect(asked.seen.view.life.recovery).toEqual({ automatic: false, actions: [] })
  })

  test('a recovery is idempotent', async () => {
    const { world, id } = await killedSession()
    await recover(world, id)
    const before = await world.events(id)
    expect((await recover(world.advance(DAY), id)).kind).toBe('already')
    expect(await world.events(id)).toEqual(before)
  })

  test('a recovery happens once even if several processes attempt it concurrently', async () => {
    const { world, id } = await killedSession()
    const others = ['a', 'b', 'c', 'd'].map((name) => world.otherProcess(name))
    for (const [index, other] of others.entries()) {
      other.evidenceByPid.set(PROCESS.pid, 'gone')
      other.advance(index) // each process has its own clock
    }
    const kinds = (await Promise.all(others.map((other) => recover(other, id)))).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['already', 'already', 'already', 'recovered'])
    expect([await count(world, id, 'session.crashed'), await count(world, id, 'session.recovered')]).toEqual([
      1, 1,
    ])
  })

  test('a session that crashes again is recovered again', async () => {
    const { world, id } = await killedSession()
    await recover(world, id)
    await world.log.append(id, [
      eventOfType('session.resumed', { trigger: 'hook', process: PROCESS }, world.time),
    ])
    expect((await world.view(id)).life).not.toHaveProperty('recoveryNote')
    expect((await recover(world.advance(MINUTE), id)).kind).toBe('recovered')
    expect(await count(world, id, 'session.recovered')).toBe(2)
  })

  test('a recovery does not prolong the session', async () => {
    const { world, id } = await killedSession()
    await recover(world.advance(3 * DAY), id)
    const { previous } = await start(world, { agent: 'codex', trigger: 'hook' })
    expect(previous?.summary).toMatchObject({ state: 'ended', recovered: RECOVERY_NOTE, durationMs: 0 })
  })

  test('a recovery counts uncommitted files', async () => {
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

  test('the recovery note for an empty session says that it was empty', async () => {
    const world = new TestWorld()
    const id = await world.startSession({ process: PROCESS })
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    expect((await recover(world, id)).seen.view.life.recoveryNote).toBe('no unfinished work')
  })

  test('a recovery does not touch a running session', async () => {
    const { world, id } = await killedSession()
    world.evidenceByPid.set(PROCESS.pid, 'alive')
    const before = await world.events(id)
    expect((await recover(world, id, { isNamed: true })).kind).toBe('not-crashed')
    expect(await world.events(id)).toEqual(before)
  })

  test('a quiet session without a known process is recovered only if a person names it', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    expect((await recover(world.advance(4 * MINUTE), id, { isNamed: true })).kind).toBe('not-crashed')
    expect((await recover(world.advance(2 * MINUTE), id)).kind).toBe('not-crashed')
    expect((await recover(world, id, { isNamed: true })).kind).toBe('recovered')
    expect((await world.view(id)).life.crashTrigger).toBe('quiet')
  })
})

describe('a recovery fills gaps in the log', () => {
  test('a recovery adds missing events from the spool to the log', async () => {
    const { world, id } = await killedSession()
    const lateEvent = world.prompt('and the door', world.time - SECOND)
    await world.spool.deliver('leftoff', serializeLetter({ session: id, events: [lateEvent] }))
    const { seen } = await recover(world, id)
    expect(seen.view.life.recoveryNote).toContain('2 prompts')
    expect(await world.spool.waiting()).toEqual([])
  })

  test('a recovery adds missing events from the transcript to the log', async () => {
    const { world, id } = await heardInPart()
    const { seen } = await recover(world, id)
    expect(seen.view.talk.turns).toBe(2)
    expect(seen.view.life.recoveryNote).toMatch(/2 prompts.*1 event filled in from its transcript/)
  })

  test('a recovery skips a transcript that would take too long', async () => {
    const { world, id } = await heardInPart('x'.repeat(100_000))
    const { kind, seen } = await recover(world, id, { withinMs: 5 })
    expect([kind, seen.view.talk.turns]).toEqual(['recovered', 1])
  })
})

/** A session that was killed before all of its hooks were recorded. */
async function heardInPart(damage = ''): Promise<{ world: WorldWithTranscript; id: SessionId }> {
  const session = '0d9f7f4e-1111-4222-8333-444455556666'
  const path = `/home/me/.claude/projects/app/${session}.jsonl`
  const steps = ['paint the shed', 'and the door'].map((text) => ({ kind: 'prompt', text }) as const)
  const lines = linesOf(claudeWriter, session, steps).map((line) => `${line}\n`)
  const world = new WorldWithTranscript({
    kind: 'file',
    file: memoryFile(path, lines.join('') + damage, { modifiedAt: 0 }),
  })
  const about = { session_id: session, transcript_path: path, cwd: '/work/app' }
  for (const payload of [
    { hook_event_name: 'SessionStart', source: 'startup' },
    { hook_event_name: 'UserPromptSubmit', prompt_id: 'prompt-0', prompt: 'paint the shed' },
  ]) {
    const hook = claudeCode.parse(JSON.stringify({ ...about, ...payload }))
    if (hook.kind !== 'parsed') throw new Error(hook.kind)
    await ingest(world, claudeCode, [{ hook, at: world.time, process: () => PROCESS }])
    world.advance(SECOND)
  }
  world.evidenceByPid.set(PROCESS.pid, 'gone')
  return { world, id: sessionIdOf('claude-code', session) }
}

class WorldWithTranscript extends TestWorld {
  readonly transcripts
  constructor(opened: OpenedTranscript) {
    super()
    this.transcripts = { open: (): OpenedTranscript => opened, subagentFiles: () => [] }
  }
}

describe('a recovery that is killed', () => {
  const cuts = RECOVERY_STEPS.flatMap(({ name }, index) => [
    [`after the step ${name}`, index + 1],
    [`twice after the step ${name}`, index + 1],
  ]) as readonly (readonly [string, number])[]

  test.each(cuts)(
    'a recovery that is killed %s reaches the same result on the next attempt',
    async (how, after) => {
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
    },
  )
})

describe('at the next startup', () => {
  test('crashed sessions are recovered, and the brief has one line about each', async () => {
    const { world, id } = await killedSession()
    const { crashed } = await start(world, { agent: 'claude-code', trigger: 'hook' })
    expect(crashed).toMatchObject([{ summary: { id, state: 'crashed' }, recovered: RECOVERY_NOTE }])
    const brief = await composeBrief(world, { budget: 1500 })
    const sentences = brief?.lines.map(({ claim }) => claim.text).filter((text) => text.includes('crashed'))
    expect(sentences).toEqual([
      `Claude Code crashed here 1 minute ago, on main; recovered: ${RECOVERY_NOTE}. Check the working tree before you continue.`,
    ])
  })

  test('a session is recovered even if an earlier recovery was killed', async () => {
    const { world, id } = await killedSession()
    const broken = { name: 'killed', run: () => Promise.reject(new Error('killed')) }
    await expect(recover(world, id, { steps: [broken] })).rejects.toThrow('killed')
    const found = await recoverProject(world, { withinMs: 1000 })
    expect(found).toMatchObject([{ summary: { id }, recovered: RECOVERY_NOTE }])
    expect(await recoverProject(world, { withinMs: 1000 })).toEqual([])
  })

  test('a crashed session is recovered before it resumes', async () => {
    const { world, id } = await killedSession()
    await recoverProject(world, { withinMs: 1000, own: { session: id, goesOn: false } })
    expect((await world.view(id)).life.state).toBe('active')
    await recoverProject(world, { withinMs: 1000, own: { session: id, goesOn: true } })
    expect((await world.view(id)).life.recoveryNote).toBe(RECOVERY_NOTE)
  })

  test('a failing log does not block startup and is reported', async () => {
    const { world, id } = await killedSession()
    const troubles: unknown[] = []
    const busy = new Problem({ code: 'log-busy', message: 'no room', fix: 'wait', outcome: 'busy' })
    Object.assign(world, { spool: { waiting: () => Promise.reject(busy) } })
    const found = await recoverProject(world, { withinMs: 1000, onError: (error) => troubles.push(error) })
    expect(found.map(({ summary, recovered }) => [summary.id, recovered])).toEqual([[id, undefined]])
    expect(String(troubles[0])).toContain('no room')
  })
})

describe('the list of crashed sessions', () => {
  test('the list of crashed sessions includes all projects and crashes that are not recorded yet', async () => {
    const { world, id } = await killedSession()
    world.place = locationNamed('other')
    expect(await crashedSessions(world)).toMatchObject([
      { id, project: { name: 'app' }, knownBy: 'process-gone', held: { prompts: 1, failing: ['npm test'] } },
    ])
    await recover(world, id)
    expect(await crashedSessions(world)).toEqual([])
  })

  test('the list includes a quiet session with an unknown process until a person recovers it (L5)', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    await world.log.append(id, [eventOfType('prompt.submitted', { text: 'paint the shed' }, world.time)])
    expect(await crashedSessions(world.advance(4 * MINUTE))).toEqual([])
    expect(await crashedSessions(world.advance(2 * MINUTE))).toMatchObject([{ id, knownBy: 'quiet' }])
    expect((await recover(world, id)).kind).toBe('not-crashed')
    expect((await recover(world, id, { isNamed: true })).kind).toBe('recovered')
    expect(await crashedSessions(world)).toEqual([])
  })

  test('the list includes archived crashed sessions, unless a person discarded them', async () => {
    const { world, id } = await killedSession()
    const broken = { name: 'killed', run: () => Promise.reject(new Error('killed')) }
    await expect(recover(world, id, { steps: [broken] })).rejects.toThrow('killed')
    await world.log.append(id, [eventOfType('session.archived', { reason: 'expired' }, world.time)])
    expect(await crashedSessions(world)).toHaveLength(1)
    expect((await discard(world, id)).kind).toBe('discarded')
    expect(await crashedSessions(world)).toEqual([])
    expect(await recoverProject(world, { withinMs: 1000 })).toEqual([])
  })

  test('a discarded session can still be recovered, because nothing was deleted', async () => {
    const { world, id } = await killedSession()
    await discard(world, id)
    expect((await discard(world, id)).kind).toBe('already')
    const { kind, seen } = await recover(world, id)
    expect([kind, seen.view.life.recoveryNote]).toEqual(['recovered', RECOVERY_NOTE])
    expect(seen.view.life).not.toHaveProperty('archivedAt')
    expect((await discard(world, id)).kind).toBe('recovered')
  })
})
