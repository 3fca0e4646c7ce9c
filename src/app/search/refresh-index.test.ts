import { expect, test } from 'vitest'
import { typed } from '../../../tests/support/events.ts'
import { interruptedLog } from '../../../tests/support/interrupted-log.ts'
import { TestWorld } from '../../../tests/support/world.ts'
import { record } from '../ingest/record.ts'
import { tend } from './refresh-index.ts'

async function worked(world: TestWorld, text: string): Promise<string> {
  const id = await world.started()
  await record(world, id, [typed('prompt.submitted', { text }, world.after(1000).time)])
  return id
}

test('what has happened since the last time is looked through, and nothing twice', async () => {
  const world = new TestWorld()
  const first = await worked(world, 'read nested lists')
  await worked(world, 'write the docs')
  expect(await tend(world)).toBe(2)
  expect(await tend(world)).toBe(0)
  await record(world, first as never, [
    typed('prompt.submitted', { text: 'and sets' }, world.after(1000).time),
  ])
  expect(await tend(world)).toBe(1)
  expect(world.index.gists([first as never]).get(first)?.turns).toBe(2)
  const shelf = world.index.shelf(world.place.projectIds)
  expect(Array.from(shelf.sessionsWith('nest', 9).sessions, shelf.sessionOf)).toEqual([first])
})

test("an index that cannot be written is nobody else's trouble", async () => {
  const world = new TestWorld()
  await worked(world, 'read nested lists')
  world.index.put = () => {
    throw new Error('the disk is full')
  }
  expect(await tend(world)).toBe(0)
})

test('what is said while a session is looked through is taken once, by the next look', async () => {
  const { log, justBefore } = interruptedLog()
  const world = new TestWorld({ log })
  const id = await world.started()
  const prompt = (text: string) =>
    record(world, id, [typed('prompt.submitted', { text }, world.after(1000).time)])
  await prompt('read nested lists')
  justBefore('read', () => prompt('and sets'))
  await tend(world)
  await tend(world)
  expect(world.index.gists([id]).get(id)?.turns).toBe(2)
})
