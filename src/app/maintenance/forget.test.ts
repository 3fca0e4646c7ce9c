import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { interruptedLog } from '../../../tests/support/interrupted-log.ts'
import { MINUTE, TestWorld } from '../../../tests/support/world.ts'
import { memoryFile } from '../../../tests/transcript/memory-file.ts'
import {
  linesOf,
  type TranscriptStep,
  type TranscriptWriter,
  writers,
} from '../../../tests/transcript/writers.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import type { SessionId } from '../../event/identity.ts'
import { branch } from '../branch/branch.ts'
import { merge } from '../branch/merge.ts'
import { writeHandoff } from '../context/handoff.ts'
import { record } from '../ingest/record.ts'
import { changeState } from '../lifecycle/change-state.ts'
import { learn } from '../memory/learn.ts'
import { forgetRules, propose, rulesOf } from '../memory/rules.ts'
import { indexSession, refreshIndex } from '../search/refresh-index.ts'
import { importTranscripts } from '../transcript/import.ts'
import { erasableSeqs, forget, withHeirs } from './forget.ts'

const SECRET = 'the zanzibar affair'

/** Everything that the log and the index contain. */
async function everything(world: TestWorld): Promise<string> {
  const events: unknown[] = []
  for await (const event of world.log.read()) events.push(event)
  const settled = world.index.settled([...world.index.indexedSeqs().keys()] as SessionId[])
  const found = world.index.search({ words: SECRET, limit: 99 })
  return JSON.stringify([events, await world.log.views(), [...settled], found])
}

describe('the index', () => {
  test('the index does not keep a session that another process indexes while it is being forgotten', async () => {
    const world = new TestWorld()
    const session = await world.startSession()
    await record(world, session, [world.prompt(SECRET)])
    const erase = world.log.forget.bind(world.log)
    world.log.forget = async (...erasures) => {
      await refreshIndex(world)
      return erase(...erasures)
    }
    await forget(world, { sessions: [session] })
    expect(world.index.indexedSeqs().size).toBe(0)
  })

  test('the index does not accept a session that another process read before it was forgotten', async () => {
    const world = new TestWorld()
    const session = await world.startSession()
    await record(world, session, [world.prompt(SECRET)])
    const late = world.log.read.bind(world.log)
    world.log.read = async function* (query) {
      yield* late(query)
      if (query?.session === session && (await world.log.generation()) === 0)
        await forget(world, { sessions: [session] })
    }
    expect(await indexSession(world, session)).toBe(false)
    expect(await everything(world)).not.toContain('zanzibar')
  })
})

const CLIENT_SESSION = '0d9f7f4e-1111-4222-8333-444455556666'
const STEPS: readonly TranscriptStep[] = [
  { kind: 'prompt', text: SECRET },
  { kind: 'call', id: 'c1', command: 'ls zanzibar' },
  { kind: 'result', id: 'c1', command: 'ls zanzibar', output: 'zanzibar.ts' },
  { kind: 'answer', text: 'I looked into the zanzibar affair.' },
]
const transcriptOf = (writer: TranscriptWriter, steps: readonly TranscriptStep[]) =>
  memoryFile(
    `/histories/${writer.file(CLIENT_SESSION)}`,
    linesOf(writer, CLIENT_SESSION, steps)
      .map((line) => `${line}\n`)
      .join(''),
  )

describe.each(writers.map((writer) => [writer.name, writer] as const))(
  'a transcript of %s',
  (name, writer) => {
    const session = sessionIdOf(name, CLIENT_SESSION)
    const importAll = (world: TestWorld, steps: readonly TranscriptStep[]) =>
      importTranscripts(world, { files: [transcriptOf(writer, steps)] })

    test('importing a forgotten session again does not restore it, even if its transcript is longer', async () => {
      const world = new TestWorld()
      await importAll(world, STEPS.slice(0, 2))
      await forget(world, { sessions: [session] })
      await importAll(world, STEPS)
      expect(await everything(world)).not.toContain('zanzibar')
    })

    test('importing a transcript does not restore a forgotten event that a hook had reported', async () => {
      const world = new TestWorld()
      const started = { agent: name, agentSession: CLIENT_SESSION, id: session }
      await world.startSession(started)
      await record(world, session, [eventOfType('prompt.submitted', { text: SECRET }, world.time)])
      const found = (await world.events(session)).find(({ type }) => type === 'prompt.submitted')
      await forget(world, { sessions: [session], seqs: [found?.seq ?? 0] })
      await record(world, session, [eventOfType('session.ended', { trigger: 'hook' }, world.time)])
      await importAll(world.advance(60 * MINUTE), STEPS.slice(0, 1))
      expect(await everything(world)).not.toContain('zanzibar')
    })
  },
)

describe('a merge', () => {
  async function branches(world: TestWorld) {
    const parent = await world.startSession()
    await record(world, parent, [eventOfType('decision.made', { choice: SECRET }, world.time)])
    const child = (await branch(world, parent)).id
    await record(world, child, [eventOfType('decision.made', { choice: 'keep the parser' }, world.time)])
    return { parent, child }
  }

  test('a merge does not restore erased content from a branch that inherited it', async () => {
    const world = new TestWorld()
    const { parent, child } = await branches(world)
    world.advance(MINUTE)
    await forget(world, { sessions: [parent], seqs: [2] })
    await merge(world, { into: parent, from: child })
    expect(JSON.stringify(await world.events(parent))).not.toContain('zanzibar')
    expect(JSON.stringify(await world.view(parent))).toContain('keep the parser')
  })

  test('a merge is planned again if content was forgotten after it was planned', async () => {
    const { log, justBefore } = interruptedLog()
    const world = new TestWorld({ log })
    const { parent, child } = await branches(world)
    const other = (await branch(world, parent)).id
    await record(world, child, [eventOfType('decision.made', { choice: 'visit zanzibar soon' }, world.time)])
    const last = (await world.log.view(child))?.seq ?? 0
    justBefore('append', () => forget(world, { sessions: [child], seqs: [last] }))
    await merge(world, { into: other, from: child })
    expect(JSON.stringify(await world.events(other))).not.toContain('visit zanzibar')
    expect(JSON.stringify(await world.events(other))).toContain('keep the parser')
  })

  test('a branch does not contain parent content that is forgotten while the branch starts', async () => {
    const { log, justBefore } = interruptedLog()
    const world = new TestWorld({ log })
    const { parent } = await branches(world)
    justBefore('append', () => forget(world, { sessions: [parent], seqs: [2] }))
    const { id } = await branch(world, parent)
    expect(JSON.stringify(await world.events(id))).not.toContain('zanzibar')
  })
})

test('a handoff is composed again if content was forgotten after it was composed', async () => {
  const { log, justBefore } = interruptedLog()
  const world = new TestWorld({ log })
  const session = await world.startSession()
  await record(world, session, [eventOfType('decision.made', { choice: SECRET }, world.time)])
  const seen = await world.log.view(session)
  justBefore('append', () => forget(world, { sessions: [session], seqs: [2] }))
  if (seen) await writeHandoff(world, seen)
  expect(await everything(world)).not.toContain('zanzibar')
  expect(await world.types(session)).toContain('handoff.written')
})

describe('rules', () => {
  async function learned(world: TestWorld): Promise<SessionId> {
    const session = await world.startSession()
    await record(world, session, [
      world.prompt('write the parser'),
      eventOfType('response.completed', { text: 'I used npm install.' }, world.advance(MINUTE).time),
      world.prompt('No, always use pnpm, never npm.', world.advance(MINUTE).time),
    ])
    await refreshIndex(world)
    await learn(world)
    return session
  }

  test('rules learned from a forgotten session are reported', async () => {
    const world = new TestWorld()
    const session = await learned(world)
    const [rule] = await rulesOf(world)
    expect(rule?.text).toContain('pnpm')
    const unrelated = await world.startSession()
    expect((await forget(world, { sessions: [unrelated] })).rules).toEqual([])
    expect((await forget(world, { sessions: [session] })).rules.map(({ id }) => id)).toEqual([rule?.id])
  })

  test('a forgotten rule is not proposed again from the messages it came from', async () => {
    const world = new TestWorld()
    await learned(world)
    const ids = (await rulesOf(world)).map(({ id }) => id)
    await forgetRules(world.advance(MINUTE), ids)
    await refreshIndex(world)
    await learn(world)
    expect(await rulesOf(world)).toEqual([])
  })
})

test('a forgotten rule can be added again', async () => {
  const world = new TestWorld()
  const rule = { text: 'Use pnpm', scope: { kind: 'universal' }, origin: 'user' } as const
  await forgetRules(world, [await propose(world, rule)])
  await propose(world.advance(MINUTE), rule)
  expect((await rulesOf(world)).map(({ text }) => text)).toEqual(['Use pnpm'])
})

describe('the events to forget', () => {
  test('an unknown event number is refused', async () => {
    const world = new TestWorld()
    const session = await world.startSession()
    await expect(erasableSeqs(world, session, [1, 999])).rejects.toThrow('has no event 999')
  })

  test('the number of a tombstone is refused, and events that are already erased are skipped', async () => {
    const world = new TestWorld()
    const session = await world.startSession()
    await record(world, session, [world.prompt(SECRET)])
    await forget(world, { sessions: [session], seqs: [2] })
    await expect(erasableSeqs(world, session, [3])).rejects.toThrow('records an earlier erasure')
    expect(await erasableSeqs(world, session, [2, 1])).toEqual([1])
  })
})

test('a project and all its branches are erased by one rewrite of the log', async () => {
  const world = new TestWorld()
  const first = await world.startSession()
  await record(world, first, [world.prompt(SECRET)])
  const second = (await branch(world, first)).id
  await branch(world, second)
  let rewrites = 0
  const erase = world.log.forget.bind(world.log)
  world.log.forget = (...erasures) => {
    rewrites += 1
    return erase(...erasures)
  }
  const sessions = await withHeirs(world, [first])
  expect(sessions).toHaveLength(3)
  await forget(world, { sessions, withHeirs: true })
  expect(rewrites).toBe(1)
  expect(await everything(world)).not.toContain('zanzibar')
})

test('forgetting one event also erases the handoff and progress log that repeat it', async () => {
  const world = new TestWorld()
  const session = await world.startSession()
  const decided = eventOfType('decision.made', { choice: SECRET }, world.time)
  await record(world, session, [decided, eventOfType('action.planned', { text: 'go on' }, world.time)])
  await changeState(world, session, { move: 'end', trigger: 'command' })
  expect(await world.types(session)).toContain('progress.logged')
  const events = await world.events(session)
  const { seq = 0 } = events.find(({ id }) => id === decided.id) ?? {}
  await forget(world, { sessions: [session], seqs: [seq] })
  expect(await everything(world)).not.toContain('zanzibar')
  expect((await world.view(session)).work.actions).toMatchObject([{ text: 'go on' }])
})
