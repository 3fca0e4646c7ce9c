import { expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { interruptedLog } from '../../../tests/support/interrupted-log.ts'
import { TestWorld } from '../../../tests/support/world.ts'
import { record } from '../ingest/record.ts'
import { refreshIndex } from './refresh-index.ts'

async function recordPrompt(world: TestWorld, text: string): Promise<string> {
  const id = await world.startSession()
  await record(world, id, [eventOfType('prompt.submitted', { text }, world.advance(1000).time)])
  return id
}

test('only sessions with new events are indexed', async () => {
  const world = new TestWorld()
  const first = await recordPrompt(world, 'read nested lists')
  await recordPrompt(world, 'write the docs')
  expect(await refreshIndex(world)).toBe(2)
  expect(await refreshIndex(world)).toBe(0)
  await record(world, first as never, [
    eventOfType('prompt.submitted', { text: 'and sets' }, world.advance(1000).time),
  ])
  expect(await refreshIndex(world)).toBe(1)
  expect(world.index.digests([first as never]).get(first)?.turns).toBe(2)
  const matches = world.index.search({ words: 'nested', limit: 9 })
  expect(matches.map(({ session }) => session)).toEqual([first])
})

test('refreshIndex ignores an index that cannot be written', async () => {
  const world = new TestWorld()
  await recordPrompt(world, 'read nested lists')
  world.index.put = () => {
    throw new Error('the disk is full')
  }
  expect(await refreshIndex(world)).toBe(0)
})

test('an event that arrives while its session is indexed is counted once, by the next refresh', async () => {
  const { log, justBefore } = interruptedLog()
  const world = new TestWorld({ log })
  const id = await world.startSession()
  const prompt = (text: string) =>
    record(world, id, [eventOfType('prompt.submitted', { text }, world.advance(1000).time)])
  await prompt('read nested lists')
  justBefore('read', () => prompt('and sets'))
  await refreshIndex(world)
  await refreshIndex(world)
  expect(world.index.digests([id]).get(id)?.turns).toBe(2)
})
