import { expect, test } from 'vitest'
import { typed } from '../../tests/support/events.ts'
import { MINUTE, TestWorld } from '../../tests/support/world.ts'
import { linesUsed } from './lines-used.ts'
import { record } from './record.ts'

test('of the files that a brief named it is known which were then changed', async () => {
  const world = new TestWorld()
  const session = await world.after(MINUTE).started()
  const told = ['files:src/a.ts', 'files:src/b.ts', 'next:write the tests', 'mem_1']
  await record(world, session, [
    typed('brief.given', { format: 'brief', tokens: 9, told }, world.after(1000).time),
  ])
  const changed = { path: `${world.place.checkout}/src/a.ts`, change: 'edited' }
  await record(world, session, [typed('file.changed', changed, world.after(1000).time)])
  await world.after(MINUTE).started()
  expect(await linesUsed(world)).toEqual({ sessions: 1, lines: 3, files: 2, touched: 1 })
})
