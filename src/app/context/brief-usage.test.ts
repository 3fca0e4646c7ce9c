import { expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { MINUTE, TestWorld } from '../../../tests/support/world.ts'
import { record } from '../ingest/record.ts'
import { measureBriefUsage } from './brief-usage.ts'

test('brief usage counts the files that a brief named and the session then changed', async () => {
  const world = new TestWorld()
  const session = await world.advance(MINUTE).startSession()
  const told = ['files:src/a.ts', 'files:src/b.ts', 'next:write the tests', 'mem_1']
  await record(world, session, [
    eventOfType('brief.given', { format: 'brief', tokens: 9, told }, world.advance(1000).time),
  ])
  const changed = { path: `${world.place.checkout}/src/a.ts`, change: 'edited' }
  await record(world, session, [eventOfType('file.changed', changed, world.advance(1000).time)])
  await world.advance(MINUTE).startSession()
  expect(await measureBriefUsage(world)).toEqual({
    ...{ sessions: 1, lines: 3, files: 2, touched: 1 },
    ...{ worded: 1, cameUp: 0 },
  })
})

test('brief usage counts lines without a file if their words recur in later prompts or commands', async () => {
  const world = new TestWorld()
  const before = await world.advance(MINUTE).startSession()
  const decided = eventOfType('decision.made', { choice: 'keep amounts as integer cents' }, world.time)
  await record(world, before, [decided])
  const session = await world.advance(MINUTE).startSession()
  const told = [decided.id, 'next:write the invoice parser tests', 'blocked:the printer is broken']
  await record(world, session, [
    eventOfType('brief.given', { format: 'brief', tokens: 9, told }, world.advance(1000).time),
    world.prompt('Are amounts integer cents everywhere?'),
    world.prompt('Then go on with the parser tests for the invoice.'),
  ])
  expect(await measureBriefUsage(world)).toMatchObject({ lines: 3, worded: 3, cameUp: 2 })
})
