import { expect, test } from 'vitest'
import { typed } from '../../../tests/support/events.ts'
import { HOUR, MINUTE, TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import { record } from '../ingest/record.ts'
import { move } from '../lifecycle/change-state.ts'
import { cleanup } from '../maintenance/cleanup.ts'
import { writeHandoff } from './handoff.ts'
import { placeKey } from './place-key.ts'
import { prepare } from './prepare.ts'

/** A session that ended an hour ago, and what was prepared of it for the next start. */
async function prepared(): Promise<{ world: TestWorld; id: SessionId }> {
  const world = new TestWorld()
  const id = await world.started()
  await record(world, id, [typed('action.planned', { text: 'credit notes' }, world.time)])
  await move(world.after(MINUTE), id, { move: 'end', trigger: 'exit' })
  await prepare(world.after(HOUR))
  expect(JSON.stringify(world.index.prepared(placeKey(world)))).toContain('credit notes')
  return { world, id }
}

test('what was prepared of a session is told no more once it is complete, however long it was quiet', async () => {
  const { world, id } = await prepared()
  await move(world, id, { move: 'complete' })
  expect(world.index.prepared(placeKey(world))).toEqual([])
})

test('nor once it was put into the archive, nor once another was handed over', async () => {
  const archived = await prepared()
  await cleanup(archived.world, { olderThanMs: MINUTE })
  expect(archived.world.index.prepared(placeKey(archived.world))).toEqual([])
  const { world, id } = await prepared()
  const seen = await world.log.view(id)
  if (!seen) throw new Error('no session')
  await writeHandoff(world, seen, 'codex')
  expect(world.index.prepared(placeKey(world))).toEqual([])
})
