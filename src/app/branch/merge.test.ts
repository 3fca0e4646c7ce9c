import { describe, expect, test } from 'vitest'
import { SECOND, sqliteWorld, TestWorld } from '../../../tests/support/world.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { openItems } from '../../session/noted-work.ts'
import { record } from '../ingest/record.ts'
import { closeItem, type NoteKind, noteEvent } from '../lifecycle/notes.ts'
import { branch } from './branch.ts'
import { type MergeAsk, merge, planMerge } from './merge.ts'

async function note(world: TestWorld, session: SessionId, kind: NoteKind, text: string): Promise<void> {
  await record(world, session, [noteEvent(world.advance(SECOND), { kind, text })])
}
async function done(world: TestWorld, session: SessionId, name: string): Promise<void> {
  const seen = await world.log.view(session)
  const { event } = closeItem(world.advance(SECOND), seen ? [seen] : [], { closing: 'done', name })
  await record(world, session, [event])
}
const texts = async (world: TestWorld, session: SessionId, list: 'decisions' | 'tasks' | 'facts') =>
  openItems((await world.view(session)).work[list])
    .map(({ text }) => text)
    .sort()

interface BranchedWorld {
  readonly world: TestWorld
  readonly parent: SessionId
  readonly child: SessionId
}
async function family(): Promise<BranchedWorld> {
  const world = sqliteWorld()
  const parent = await world.startSession()
  await note(world, parent, 'task', 'paint the boat')
  await note(world, parent, 'fact', 'the harbour closes at nine')
  const { id: child } = await branch(world, parent, { name: 'canoes' })
  return { world, parent, child }
}
const code = (promise: Promise<unknown>): Promise<string | undefined> =>
  promise.then(
    () => undefined,
    (error) => error.code,
  )

describe('a merge', () => {
  test('a merge adds the results of a branch to its parent in one batch and keeps both histories', async () => {
    const { world, parent, child } = await family()
    await note(world, child, 'decision', 'sell canoes')
    await done(world, child, 'paint')
    const [before, theirs] = [await world.events(parent), await world.events(child)]
    const merged = await merge(world, { into: parent, from: child })
    expect(merged.kind).toBe('merged')
    expect(await texts(world, parent, 'decisions')).toEqual(['sell canoes'])
    expect(await texts(world, parent, 'tasks')).toEqual([])
    const after = await world.events(parent)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.slice(before.length).map(({ type }) => type)).toEqual([
      'task.closed',
      'decision.made',
      'session.merged',
    ])
    expect(after.at(-1)?.data).toMatchObject({ from: child, upTo: theirs.length })
    expect(await world.events(child)).toEqual(theirs)
  })

  test('a merge stores nothing new when it is repeated', async () => {
    const { world, parent, child } = await family()
    await note(world, child, 'decision', 'sell canoes')
    await merge(world, { into: parent, from: child })
    const before = await world.events(parent)
    expect((await merge(world, { into: parent, from: child })).kind).toBe('nothing')
    expect(await world.events(parent)).toEqual(before)
  })

  test('a merge is stored once if two processes merge at the same time', async () => {
    const { world, parent, child } = await family()
    await note(world, child, 'decision', 'sell canoes')
    const other = world.otherProcess('other')
    const ask: MergeAsk = { into: parent, from: child }
    await Promise.all([merge(world, ask), merge(other, ask)])
    expect((await world.types(parent)).filter((type) => type === 'session.merged')).toHaveLength(1)
    expect(await texts(world, parent, 'decisions')).toEqual(['sell canoes'])
  })

  test('a merge works in both directions and can be repeated after new changes', async () => {
    const { world, parent, child } = await family()
    await note(world, child, 'decision', 'sell canoes')
    await merge(world, { into: parent, from: child })
    await note(world, parent, 'fact', 'canoes are cheap')
    await merge(world, { into: child, from: parent })
    expect(await texts(world, child, 'facts')).toEqual(['canoes are cheap', 'the harbour closes at nine'])
    expect(await texts(world, child, 'decisions')).toEqual(['sell canoes'])
    await done(world, child, 'paint')
    const { plan } = await merge(world, { into: parent, from: child })
    expect(plan.base.session).toBe(parent)
    expect(plan.taken).toMatchObject([{ kind: 'closed', list: 'tasks' }])
    expect((await planMerge(world, { into: child, from: parent })).taken).toEqual([])
  })

  test('a merge of two sibling branches is based on their common parent', async () => {
    const { world, parent, child } = await family()
    await note(world, parent, 'decision', 'rent a shed')
    const { id: sibling } = await branch(world, parent)
    await note(world, sibling, 'decision', 'hire a painter')
    const { base } = await planMerge(world, { into: child, from: sibling })
    expect(base).toEqual({ session: parent, seq: 3 })
    await merge(world, { into: child, from: sibling })
    expect(await texts(world, child, 'decisions')).toEqual(['hire a painter', 'rent a shed'])
  })

  test('a branch of a branch can be merged into the root session', async () => {
    const { world, parent, child } = await family()
    await note(world, child, 'decision', 'sell canoes')
    const { id: grandchild } = await branch(world, child)
    await note(world, grandchild, 'decision', 'sell rafts')
    await merge(world, { into: parent, from: grandchild })
    expect(await texts(world, parent, 'decisions')).toEqual(['sell canoes', 'sell rafts'])
    // Items that arrive through two branches are stored once.
    await merge(world, { into: parent, from: child })
    expect((await world.view(parent)).work.decisions).toHaveLength(2)
  })

  test('a merge does not restart an ended session', async () => {
    const { world, parent, child } = await family()
    await record(world, parent, [
      {
        ...world.prompt('', world.advance(SECOND).time),
        type: 'session.ended',
        data: { trigger: 'command' },
      },
    ])
    await note(world, child, 'decision', 'sell canoes')
    await merge(world, { into: parent, from: child })
    expect((await world.view(parent)).life.state).toBe('ended')
    expect(await texts(world, parent, 'decisions')).toEqual(['sell canoes'])
  })

  test('the log is valid after a merge, and a rebuild reproduces its views', async () => {
    const { world, parent, child } = await family()
    await note(world, child, 'decision', 'sell canoes')
    await merge(world, { into: parent, from: child })
    const before = await world.view(parent)
    await world.log.rebuild()
    expect(await world.view(parent)).toEqual(before)
    for await (const damage of world.log.verify()) expect(damage).toBeUndefined()
  })
})

describe('a conflict', () => {
  async function quarrel(): Promise<BranchedWorld> {
    const all = await family()
    await note(all.world, all.child, 'decision', 'Use tabs for indentation')
    await note(all.world, all.child, 'fact', 'it rains')
    await note(all.world, all.parent, 'decision', 'Use spaces for indentation')
    return all
  }

  test('an unresolved conflict stops the merge, and nothing is stored', async () => {
    const { world, parent, child } = await quarrel()
    const before = await world.events(parent)
    const failed = merge(world, { into: parent, from: child })
    await expect(failed).rejects.toMatchObject({
      code: 'merge-conflicts',
      message: expect.stringContaining(
        'ours "Use spaces for indentation", theirs "Use tabs for indentation"',
      ),
      fix: expect.stringContaining('--ours'),
    })
    expect(await world.events(parent)).toEqual(before)
  })

  test.each([
    ['ours', ['Use spaces for indentation']],
    ['theirs', ['Use tabs for indentation']],
    ['both', ['Use spaces for indentation', 'Use tabs for indentation']],
  ] as const)('a conflict resolved with "%s" stays resolved', async (resolve, left) => {
    const { world, parent, child } = await quarrel()
    await merge(world, { into: parent, from: child, resolve })
    expect(await texts(world, parent, 'decisions')).toEqual(left)
    expect(await texts(world, parent, 'facts')).toContain('it rains')
    expect((await merge(world, { into: parent, from: child })).kind).toBe('nothing')
  })

  test('a conflict that was skipped is reported again by the next merge, in either direction', async () => {
    const { world, parent, child } = await quarrel()
    await merge(world, { into: parent, from: child, resolve: () => 'skip' })
    expect(await texts(world, parent, 'decisions')).toEqual(['Use spaces for indentation'])
    expect((await planMerge(world, { into: parent, from: child })).conflicts).toHaveLength(1)
    expect((await planMerge(world, { into: child, from: parent })).conflicts).toHaveLength(1)
    await merge(world, { into: parent, from: child, resolve: 'theirs' })
    expect(await texts(world, parent, 'decisions')).toEqual(['Use tabs for indentation'])
    expect((await planMerge(world, { into: parent, from: child })).conflicts).toEqual([])
  })
})

test('unrelated, identical or unknown sessions are not merged', async () => {
  const world = new TestWorld()
  const [one, other] = [await world.startSession(), await world.startSession()]
  expect(await code(merge(world, { into: one, from: other }))).toBe('merge-unrelated')
  expect(await code(merge(world, { into: one, from: one }))).toBe('merge-same')
  expect(await code(merge(world, { into: one, from: derivedId('ses', 'nobody') }))).toBe('session-unknown')
})
