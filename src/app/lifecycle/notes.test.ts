import { describe, expect, test } from 'vitest'
import { MINUTE, TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import { record } from '../ingest/record.ts'
import { closeItem, NOTE_KINDS, type NoteKind, noteEvent } from './notes.ts'

async function noted(world: TestWorld, id: SessionId, kind: NoteKind, text: string): Promise<string> {
  const fact = noteEvent(world, { kind, text })
  await record(world, id, [fact])
  return fact.id
}

const seen = async (world: TestWorld, id: SessionId) => {
  const found = await world.log.view(id)
  if (!found) throw new Error('no such session')
  return found
}

describe('a note', () => {
  test.each([
    ['decision', 'decisions'],
    ['blocker', 'blockers'],
    ['next', 'actions'],
    ['fact', 'facts'],
    ['task', 'tasks'],
    ['evidence', 'evidence'],
  ] as const)('a note of kind %s is listed under %s with its reason', async (kind, list) => {
    const world = new TestWorld()
    const id = await world.startSession()
    await record(world, id, [noteEvent(world, { kind, text: '  the text ', why: 'because' })])
    expect((await world.view(id)).work[list]).toMatchObject([
      { text: 'the text', why: 'because', origin: 'user' },
    ])
  })

  test('a note of kind goal replaces the goal, and the original goal is kept separately', async () => {
    const world = new TestWorld()
    const id = await world.startSession()
    for (const text of ['one', 'two']) await noted(world, id, 'goal', text)
    const { work } = await world.view(id)
    expect([work.goal?.text, work.originalGoal?.text]).toEqual(['two', 'one'])
  })

  test.each([
    ['need: a key', 'need', 'a key'],
    ['need:a key', 'need', 'a key'],
    ['https://example.org is down', undefined, 'https://example.org is down'],
    ['Need: a key', undefined, 'Need: a key'],
    ['unclear:', undefined, 'unclear:'],
  ])('the blocker %j has the kind %j', (text, kind, rest) => {
    const { data } = noteEvent(new TestWorld(), { kind: 'blocker', text })
    expect([data.kind, data.text]).toEqual([kind, rest])
  })

  test.each(NOTE_KINDS)('a note of kind %s without text is refused', (kind) => {
    const refusal = expect.objectContaining({ code: 'note-empty', outcome: 'usage' })
    expect(() => noteEvent(new TestWorld(), { kind, text: ' \n ' })).toThrow(refusal)
  })
})

describe('an open item is closed', () => {
  async function withItems() {
    const world = new TestWorld()
    const id = await world.startSession()
    const items = {
      tests: await noted(world, id, 'next', 'Write the tests'),
      docs: await noted(world, id, 'next', 'write the docs'),
      key: await noted(world, id, 'blocker', 'need: a key'),
    }
    return { world, id, items, sessions: [await seen(world, id)] }
  }

  test('an open item is closed by its id, id prefix, text in any case, or part of its text', async () => {
    const { world, sessions, items } = await withItems()
    const names = [items.tests, items.tests.slice(4, 10), 'WRITE THE TESTS', 'tests']
    for (const name of names)
      expect(closeItem(world, sessions, { closing: 'done', name }).item.id).toBe(items.tests)
    expect(closeItem(world, sessions, { closing: 'cleared', name: 'key' }).event).toMatchObject({
      type: 'blocker.cleared',
      data: { blocker: items.key },
    })
  })

  test('a closed item cannot be closed again', async () => {
    const { world, id, sessions } = await withItems()
    const { event } = closeItem(world.advance(MINUTE), sessions, { closing: 'done', name: 'tests' })
    await record(world, id, [event])
    const { actions } = (await world.view(id)).work
    expect(actions.map(({ closedAt }) => closedAt)).toEqual([world.time, undefined])
    const again = [await seen(world, id)]
    expect(() => closeItem(world, again, { closing: 'done', name: 'tests' })).toThrow(
      expect.objectContaining({ code: 'item-unknown' }),
    )
  })

  test('an ambiguous name closes nothing, and the error lists the matches', async () => {
    const { world, sessions, items } = await withItems()
    expect(() => closeItem(world, sessions, { closing: 'done', name: 'write' })).toThrow(
      expect.objectContaining({
        code: 'item-ambiguous',
        message: expect.stringContaining(items.docs.slice(4, 10)),
      }),
    )
  })

  test('the error for an unknown item lists the open items', async () => {
    const { world, sessions } = await withItems()
    const ask = { closing: 'done', name: 'a key' } as const
    expect(() => closeItem(world, sessions, ask)).toThrow(
      expect.objectContaining({
        code: 'item-unknown',
        outcome: 'notFound',
        fix: expect.stringContaining('Write the tests'),
      }),
    )
    expect(() => closeItem(world, [], ask)).toThrow(/no open action or task matches "a key"/)
  })

  test('a name that is too short closes nothing', async () => {
    const { world, sessions } = await withItems()
    expect(() => closeItem(world, sessions, { closing: 'done', name: 'e' })).toThrow('no open action')
    expect(() => closeItem(world, sessions, { closing: 'done', name: '' })).toThrow('no open action')
  })
})
