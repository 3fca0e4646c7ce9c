import { expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { TestWorld } from '../../../tests/support/world.ts'
import { record } from '../ingest/record.ts'
import { refreshIndex } from '../search/refresh-index.ts'
import { forget } from './forget.ts'

test('a session that another process indexes while it is being forgotten is not left in the index', async () => {
  const world = new TestWorld()
  const session = await world.startSession()
  await record(world, session, [eventOfType('prompt.submitted', { text: 'the zanzibar affair' }, world.time)])
  const erase = world.log.forget.bind(world.log)
  world.log.forget = async (erasure) => {
    await refreshIndex(world)
    return erase(erasure)
  }
  await forget(world, { sessions: [session] })
  expect(world.index.indexedSeqs().size).toBe(0)
})
