import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locationNamed, PROCESS, SECOND, sqliteWorld, TestWorld } from '../../../tests/support/world.ts'
import type { NewEvent } from '../../event/define.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { BOOK } from '../../event/memory.ts'
import { openItems } from '../../session/noted-work.ts'
import { record } from '../ingest/record.ts'
import { closeItem, noteEvent } from '../lifecycle/notes.ts'
import { forget } from '../maintenance/forget.ts'
import type { World } from '../world.ts'
import { branch } from './branch.ts'
import { eventsOfLineage } from './lineage.ts'

const texts = (items: readonly { readonly text: string }[]): readonly string[] =>
  items.map(({ text }) => text)

async function noted(
  world: TestWorld,
  session: SessionId,
  ...notes: Parameters<typeof noteEvent>[1][]
): Promise<readonly NewEvent[]> {
  const facts = notes.map((note) => noteEvent(world.advance(SECOND), note))
  await record(world, session, facts)
  return facts
}

/** Event 1 starts the session; events 2 to 5 are a goal, a decision, a task and a fact. */
async function parent(world: TestWorld): Promise<SessionId> {
  const session = await world.startSession()
  await noted(
    world,
    session,
    { kind: 'goal', text: 'sell boats' },
    { kind: 'decision', text: 'use SQLite', why: 'no server' },
    { kind: 'task', text: 'paint the boat' },
    { kind: 'fact', text: 'the harbour opens with 9431-corrosive-battery' },
  )
  return session
}

describe('a branch', () => {
  test("a branch starts with its parent's work, and the parent does not change", async () => {
    const world = sqliteWorld()
    const from = await parent(world)
    const before = await world.events(from)
    const { id, at } = await branch(world, from, { name: 'another way' })
    const { work, identity } = await world.view(id)
    expect(at).toBe(5)
    expect(work).toEqual((await world.view(from)).work)
    expect(identity).toMatchObject({ parent: from, parentSeq: 5, branchName: 'another way' })
    expect(identity.project).toEqual((await world.view(from)).identity.project)
    expect(await world.events(from)).toEqual(before)
  })

  test('a branch does not contain events that its parent added after the branch point', async () => {
    const world = sqliteWorld()
    const from = await parent(world)
    const { id } = await branch(world, from, { at: 3 })
    const { work } = await world.view(id)
    expect([texts(work.decisions), work.tasks, work.facts]).toEqual([['use SQLite'], [], []])
    expect(work.goal?.text).toBe('sell boats')
  })

  test('a branch can close inherited items, which stay open in its parent', async () => {
    const world = sqliteWorld()
    const from = await parent(world)
    const { id } = await branch(world, from)
    const seen = await world.log.view(id)
    const { event } = closeItem(world, seen ? [seen] : [], { closing: 'done', name: 'paint' })
    await record(world, id, [event])
    expect(openItems((await world.view(id)).work.tasks)).toEqual([])
    expect(texts(openItems((await world.view(from)).work.tasks))).toEqual(['paint the boat'])
  })

  test('a branch of a branch inherits from both ancestors', async () => {
    const world = sqliteWorld()
    const from = await parent(world)
    const { id: first } = await branch(world, from, { at: 4 })
    await noted(world, first, { kind: 'decision', text: 'sell canoes too' })
    const { id: second } = await branch(world, first)
    const { work } = await world.view(second)
    expect(texts(work.decisions)).toEqual(['use SQLite', 'sell canoes too'])
    const types: string[] = []
    for await (const { type } of eventsOfLineage(world, second)) types.push(type)
    expect(types).toEqual([
      ...(await world.types(from)).slice(0, 4),
      ...(await world.types(first)),
      ...(await world.types(second)),
    ])
  })

  test('a branch has the same view after a rebuild', async () => {
    const world = sqliteWorld()
    const { id } = await branch(world, await parent(world))
    const before = await world.view(id)
    await world.log.rebuild()
    expect(await world.view(id)).toEqual(before)
  })

  test("a branch uses its parent's agent and project by default", async () => {
    const world = new TestWorld()
    const from = await parent(world)
    world.place = locationNamed('elsewhere')
    const { session } = await branch(world, from)
    expect(session).toMatchObject({ agent: 'claude-code', project: { name: 'app' }, checkout: '/work/app' })
    const other = await branch(world, from, { agent: 'codex', process: PROCESS })
    expect(other.session).toMatchObject({ agent: 'codex', process: { pid: PROCESS.pid } })
  })

  test('a branch inherits the files that its parent touched', async () => {
    const world = new TestWorld()
    const from = await parent(world)
    const changed = {
      ...world.prompt(''),
      type: 'file.changed',
      data: { path: '/work/app/a.ts', change: 'edited' },
    }
    await record(world, from, [changed])
    const { id } = await branch(world, from)
    expect((await world.view(id)).craft.files.map(({ path }) => path)).toEqual(['/work/app/a.ts'])
  })

  test('a branch redacts secrets that became known after its parent recorded them', async () => {
    const world = new TestWorld()
    const from = await parent(world)
    const [item] = (await world.view(from)).work.facts
    world.secrets = ['9431-corrosive-battery', ...(item ? [item.id] : [])]
    const { id } = await branch(world, from)
    expect(JSON.stringify(await world.events(id))).not.toContain('corrosive')
    expect((await world.view(id)).work.facts[0]?.id).toBe(item?.id)
  })
})

test('forgetting a session reports which other sessions contain parts of it', async () => {
  const world = sqliteWorld()
  const from = await parent(world)
  const { id } = await branch(world, from)
  expect((await forget(world, { sessions: [from] })).heirs).toEqual([id])
  expect((await forget(world, { sessions: [from, id] })).heirs).toEqual([])
})

describe('a branch is refused', () => {
  const refusal = async (world: World, ...[id, ask]: [SessionId, object?]) =>
    branch(world, id, ask).then(
      () => undefined,
      (error) => error,
    )

  test.each([0, -1, 6, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'a branch at event %s of five is refused',
    async (at) => {
      const world = new TestWorld()
      const from = await parent(world)
      expect(await refusal(world, from, { at })).toMatchObject({ code: 'branch-point-unknown' })
    },
  )

  test('a branch is refused if its parent is unknown or is the rule book', async () => {
    const world = new TestWorld()
    expect(await refusal(world, derivedId('ses', 'nobody'))).toMatchObject({ code: 'session-unknown' })
    expect(await refusal(world, BOOK)).toMatchObject({ code: 'session-unknown' })
  })

  test.each(['', '  ', 'a\nb', 'x'.repeat(101), '\u001b[31m'])(
    'a branch cannot be named %o',
    async (name) => {
      const world = new TestWorld()
      expect(await refusal(world, await parent(world), { name })).toMatchObject({
        code: 'branch-name-invalid',
      })
    },
  )

  test('a branch is refused if its parent was forgotten', async () => {
    const world = new TestWorld()
    const from = await parent(world)
    await world.log.forget({ session: from, id: derivedId('evt', 'forget'), at: world.time })
    expect(await refusal(world, from)).toMatchObject({ code: 'branch-point-unknown' })
  })
})

test('a branch starts with exactly the work its parent had at the branch point', async () => {
  const kinds = fc.constantFrom('goal', 'decision', 'task', 'fact', 'blocker', 'next', 'evidence' as const)
  const notes = fc.array(
    fc.record({ kind: kinds, text: fc.string({ minLength: 1 }).filter((t) => t.trim() !== '') }),
  )
  await fc.assert(
    fc.asyncProperty(notes, fc.nat(), async (all, somewhere) => {
      const world = new TestWorld()
      const from = await world.startSession()
      const seen: unknown[] = [(await world.view(from)).work]
      for (const note of all) {
        await noted(world, from, note as never)
        seen.push((await world.view(from)).work)
      }
      const at = 1 + (somewhere % seen.length)
      const { id } = await branch(world, from, { at })
      expect((await world.view(id)).work).toEqual(seen[at - 1])
    }),
    { numRuns: 40 },
  )
})
