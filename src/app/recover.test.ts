import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { typed } from '../../tests/support/events.ts'
import { commit, git, gitRepository } from '../../tests/support/git.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { DAY, MINUTE, PROCESS, placeNamed, SECOND, TestWorld } from '../../tests/support/world.ts'
import { memoryFile } from '../../tests/transcript/memory-file.ts'
import { claudeWriter, linesOf } from '../../tests/transcript/writers.ts'
import { claudeCode } from '../agent/claude-code/index.ts'
import { sessionIdOf } from '../agent/saying.ts'
import type { Opened } from '../agent/transcript/file.ts'
import type { SessionId } from '../event/identity.ts'
import { sealed } from '../event/wire.ts'
import { Problem } from '../problem.ts'
import { compose } from './compose.ts'
import { crashedSessions } from './crashed.ts'
import { hear } from './hear.ts'
import { learn } from './learn.ts'
import { discard, recover } from './recover.ts'
import { RECOVERY_STEPS } from './recovery-steps.ts'
import { rulesOf } from './rules.ts'
import { recoverHere, start } from './start.ts'

/** A session that was killed in the middle of its work. */
async function killed(world = new TestWorld()): Promise<{ world: TestWorld; id: SessionId }> {
  const id = await world.started({ process: PROCESS })
  const { checkout } = world.place
  await world.log.append(id, [
    world.prompt('paint the shed'),
    typed('file.changed', { path: `${checkout}/shed.ts`, change: 'edited' }, world.time),
    typed('test.ran', { name: 'npm test', outcome: 'failed' }, world.time),
    typed('action.planned', { text: 'dry the paint' }, world.time),
  ])
  world.evidenceByPid.set(PROCESS.pid, 'gone')
  world.after(MINUTE)
  return { world, id }
}

const NOTE = '1 prompt, 1 file changed, tests failing (npm test), 1 next action'

const count = async (world: TestWorld, id: SessionId, type: string): Promise<number> =>
  (await world.types(id)).filter((one) => one === type).length

describe('a recovery', () => {
  test('says in one note what there was, and ends the session', async () => {
    const { world, id } = await killed()
    const { kind, seen } = await recover(world, id)
    expect(kind).toBe('recovered')
    expect(seen.view.life).toMatchObject({ state: 'ended', endTrigger: 'recovered', recoveryNote: NOTE })
    expect((await world.types(id)).slice(-2)).toEqual(['session.crashed', 'session.recovered'])
  })

  test('keeps what its user taught it: what is sure is a rule, the rest waits', async () => {
    const world = new TestWorld()
    const id = await world.started({ process: PROCESS })
    await world.log.append(id, [world.prompt('no, never use npm in this repo, always use pnpm')])
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    const { seen } = await recover(world.after(MINUTE), id)
    expect(seen.view.life.recoveryNote).toBe('1 prompt, 1 correction')
    const rules = async () => (await rulesOf(world)).map(({ text, heard }) => `${text} ${heard}`)
    const before = await rules()
    expect(before).toHaveLength(1)
    await recover(world.after(DAY), id)
    await learn(world)
    expect(await rules()).toEqual(before)
  })

  test('done twice is done once', async () => {
    const { world, id } = await killed()
    await recover(world, id)
    const before = await world.events(id)
    expect((await recover(world.after(DAY), id)).kind).toBe('already')
    expect(await world.events(id)).toEqual(before)
  })

  test('by several processes at once is one', async () => {
    const { world, id } = await killed()
    const others = ['a', 'b', 'c', 'd'].map((name) => world.beside(name))
    for (const [index, other] of others.entries()) {
      other.evidenceByPid.set(PROCESS.pid, 'gone')
      other.after(index) // no two clocks agree
    }
    const kinds = (await Promise.all(others.map((other) => recover(other, id)))).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['already', 'already', 'already', 'recovered'])
    expect([await count(world, id, 'session.crashed'), await count(world, id, 'session.recovered')]).toEqual([
      1, 1,
    ])
  })

  test('of a second crash is a second one', async () => {
    const { world, id } = await killed()
    await recover(world, id)
    await world.log.append(id, [typed('session.resumed', { trigger: 'hook', process: PROCESS }, world.time)])
    expect((await world.view(id)).life).not.toHaveProperty('recoveryNote')
    expect((await recover(world.after(MINUTE), id)).kind).toBe('recovered')
    expect(await count(world, id, 'session.recovered')).toBe(2)
  })

  test('lasts no longer than the session did', async () => {
    const { world, id } = await killed()
    await recover(world.after(3 * DAY), id)
    const { previous } = await start(world, { agent: 'codex', trigger: 'hook' })
    expect(previous?.summary).toMatchObject({ state: 'ended', recovered: NOTE, durationMs: 0 })
  })

  test('counts what is not committed', async () => {
    const folder = temporaryFolder()
    gitRepository(folder)
    writeFileSync(join(folder, 'shed.ts'), 'red')
    git(folder, 'add', '.')
    commit(folder)
    writeFileSync(join(folder, 'shed.ts'), 'green')
    const world = new TestWorld()
    world.place = placeNamed('app', folder)
    const { id } = await killed(world)
    const { seen } = await recover(world, id)
    expect(seen.view.life.recoveryNote).toContain('1 file changed (1 uncommitted)')
  })

  test('of a session in which nothing happened says so', async () => {
    const world = new TestWorld()
    const id = await world.started({ process: PROCESS })
    world.evidenceByPid.set(PROCESS.pid, 'gone')
    expect((await recover(world, id)).seen.view.life.recoveryNote).toBe('nothing was under way')
  })

  test('leaves a session alone whose process runs, and one that has ended', async () => {
    const { world, id } = await killed()
    world.evidenceByPid.set(PROCESS.pid, 'alive')
    const before = await world.events(id)
    expect((await recover(world, id, { isNamed: true })).kind).toBe('not-crashed')
    expect(await world.events(id)).toEqual(before)
  })

  test('of a quiet session without a process is for whoever names it', async () => {
    const world = new TestWorld()
    const id = await world.started()
    expect((await recover(world.after(4 * MINUTE), id, { isNamed: true })).kind).toBe('not-crashed')
    expect((await recover(world.after(2 * MINUTE), id)).kind).toBe('not-crashed')
    expect((await recover(world, id, { isNamed: true })).kind).toBe('recovered')
    expect((await world.view(id)).life.crashTrigger).toBe('quiet')
  })
})

describe('what is brought into the log', () => {
  test('is what waits in the spool', async () => {
    const { world, id } = await killed()
    const said = world.prompt('and the door', world.time - SECOND)
    await world.spool.deliver('leftoff', sealed({ session: id, events: [said] }))
    const { seen } = await recover(world, id)
    expect(seen.view.life.recoveryNote).toContain('2 prompts')
    expect(await world.spool.waiting()).toEqual([])
  })

  test('is what only the transcript tells', async () => {
    const { world, id } = await heardInPart()
    const { seen } = await recover(world, id)
    expect(seen.view.talk.turns).toBe(2)
    expect(seen.view.life.recoveryNote).toMatch(/2 prompts.*1 event filled in from its transcript/)
  })

  test('is not a transcript that would keep somebody waiting', async () => {
    const { world, id } = await heardInPart('x'.repeat(100_000))
    const { kind, seen } = await recover(world, id, { withinMs: 5 })
    expect([kind, seen.view.talk.turns]).toEqual(['recovered', 1])
  })
})

/** Of whom a hook was heard until somebody killed everything. */
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
    const heard = claudeCode.hear(JSON.stringify({ ...about, ...payload }))
    if (heard.kind !== 'heard') throw new Error(heard.kind)
    await hear(world, claudeCode, [{ heard, at: world.time, process: () => PROCESS }])
    world.after(SECOND)
  }
  world.evidenceByPid.set(PROCESS.pid, 'gone')
  return { world, id: sessionIdOf('claude-code', session) }
}

class Reading extends TestWorld {
  readonly transcripts
  constructor(opened: Opened) {
    super()
    this.transcripts = { open: (): Opened => opened, ofHelpers: () => [] }
  }
}

describe('being killed on the way', () => {
  const cuts = RECOVERY_STEPS.flatMap(({ name }, index) => [
    [`after ${name}`, index + 1],
    [`twice after ${name}`, index + 1],
  ]) as readonly (readonly [string, number])[]

  test.each(cuts)('%s changes nothing of what is found in the end', async (how, after) => {
    const whole = await heardInPart()
    const cut = await heardInPart()
    await recover(whole.world, whole.id)
    const broken = { name: 'killed', work: () => Promise.reject(new Error('killed')) }
    for (let times = how.startsWith('twice') ? 2 : 1; times > 0; times -= 1)
      await expect(
        recover(cut.world, cut.id, { steps: [...RECOVERY_STEPS.slice(0, after), broken] }),
      ).rejects.toThrow('killed')
    expect((await cut.world.view(cut.id)).life.state).toBe('crashed')
    await recover(cut.world, cut.id)
    expect(await cut.world.events(cut.id)).toEqual(await whole.world.events(whole.id))
  })
})

describe('at the next start', () => {
  test('what crashed is recovered, and the brief says so in one line', async () => {
    const { world, id } = await killed()
    const { crashed } = await start(world, { agent: 'claude-code', trigger: 'hook' })
    expect(crashed).toMatchObject([{ summary: { id, state: 'crashed' }, recovered: NOTE }])
    const brief = await compose(world, { budget: 1500 })
    const lines = brief?.text.split('\n').filter((line) => line.includes('crashed'))
    expect(lines).toEqual([
      `The last session, claude-code on branch main, crashed 1 minute ago; recovered: ${NOTE}. Look at the working tree before you go on.`,
    ])
  })

  test('what was crashed before and never recovered is recovered, too', async () => {
    const { world, id } = await killed()
    const broken = { name: 'killed', work: () => Promise.reject(new Error('killed')) }
    await expect(recover(world, id, { steps: [broken] })).rejects.toThrow('killed')
    const found = await recoverHere(world, { withinMs: 1000 })
    expect(found).toMatchObject([{ summary: { id }, recovered: NOTE }])
    expect(await recoverHere(world, { withinMs: 1000 })).toEqual([])
  })

  test('the session that goes on is recovered before it is resumed', async () => {
    const { world, id } = await killed()
    await recoverHere(world, { withinMs: 1000, own: { session: id, goesOn: false } })
    expect((await world.view(id)).life.state).toBe('active')
    await recoverHere(world, { withinMs: 1000, own: { session: id, goesOn: true } })
    expect((await world.view(id)).life.recoveryNote).toBe(NOTE)
  })

  test('a log that fails us keeps nobody from starting, and is told of', async () => {
    const { world, id } = await killed()
    const troubles: unknown[] = []
    const busy = new Problem({ code: 'log-busy', message: 'no room', fix: 'wait', outcome: 'busy' })
    Object.assign(world, { spool: { waiting: () => Promise.reject(busy) } })
    const found = await recoverHere(world, { withinMs: 1000, onTrouble: (error) => troubles.push(error) })
    expect(found.map(({ summary, recovered }) => [summary.id, recovered])).toEqual([[id, undefined]])
    expect(String(troubles[0])).toContain('no room')
  })
})

describe('crashed sessions that wait', () => {
  test('are those of all projects, seen before they are recorded', async () => {
    const { world, id } = await killed()
    world.place = placeNamed('other')
    expect(await crashedSessions(world)).toMatchObject([
      { id, project: { name: 'app' }, knownBy: 'process-gone', held: { prompts: 1, failing: ['npm test'] } },
    ])
    await recover(world, id)
    expect(await crashedSessions(world)).toEqual([])
  })

  test('wait also in the archive, unless a person discarded them', async () => {
    const { world, id } = await killed()
    const broken = { name: 'killed', work: () => Promise.reject(new Error('killed')) }
    await expect(recover(world, id, { steps: [broken] })).rejects.toThrow('killed')
    await world.log.append(id, [typed('session.archived', { reason: 'expired' }, world.time)])
    expect(await crashedSessions(world)).toHaveLength(1)
    expect((await discard(world, id)).kind).toBe('discarded')
    expect(await crashedSessions(world)).toEqual([])
    expect(await recoverHere(world, { withinMs: 1000 })).toEqual([])
  })

  test('can be recovered after they were discarded: nothing was deleted', async () => {
    const { world, id } = await killed()
    await discard(world, id)
    expect((await discard(world, id)).kind).toBe('already')
    const { kind, seen } = await recover(world, id)
    expect([kind, seen.view.life.recoveryNote]).toEqual(['recovered', NOTE])
    expect(seen.view.life).not.toHaveProperty('archivedAt')
    expect((await discard(world, id)).kind).toBe('recovered')
  })
})
