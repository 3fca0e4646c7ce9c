import { describe, expect, test } from 'vitest'
import { typed } from '../../../tests/support/events.ts'
import { MINUTE, TestWorld } from '../../../tests/support/world.ts'
import type { Conditions } from '../../brief/prepared.ts'
import type { EventLog } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { record } from '../ingest/record.ts'
import { asPrepared } from './as-prepared.ts'
import { placeKey } from './place-key.ts'
import { prepare } from './prepare.ts'

/** What is asked of the log itself. */
function watched(log: EventLog<Session>): { readonly log: EventLog<Session>; readonly asked: string[] } {
  const asked: string[] = []
  const seen: EventLog<Session> = Object.assign(Object.create(log), {
    stamp: () => log.stamp(),
    view: (session: never) => {
      asked.push('view')
      return log.view(session)
    },
    heads: (query: never) => {
      asked.push('heads')
      return log.heads(query)
    },
  })
  return { log: seen, asked }
}

async function prepared(): Promise<{ world: TestWorld; kept: readonly Conditions[] }> {
  const world = new TestWorld()
  const first = await world.started()
  await record(world, first, [typed('prompt.submitted', { text: 'hello' }, world.after(MINUTE).time)])
  await world.started()
  await prepare(world)
  return { world, kept: world.index.prepared(placeKey(world)) }
}

describe('the log as it was prepared', () => {
  const OPEN = { open: true }

  test('is not asked what was found then, as long as nothing is written', async () => {
    const { world, kept } = await prepared()
    const { log, asked } = watched(world.log)
    const spared = asPrepared(log, () => kept)
    const open = await world.log.heads({ projects: world.place.projectIds, ...OPEN })
    expect((await spared.heads(OPEN)).map(({ session, seq }) => ({ session, seq }))).toEqual(open)
    expect(await spared.heads()).toEqual(await world.log.heads({ projects: world.place.projectIds }))
    expect(await spared.view('ses_nobody' as never)).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('gives whole what nobody has asked anything in, and asks the log for the others', async () => {
    const { world, kept } = await prepared()
    const { log, asked } = watched(world.log)
    const spared = asPrepared(log, () => kept)
    const views = await world.log.views()
    for (const seen of views) expect(await spared.view(seen.session)).toEqual(seen)
    expect(asked).toEqual(['view'])
  })

  test('is asked for everything as soon as anything was written', async () => {
    const { world, kept } = await prepared()
    const { log, asked } = watched(world.log)
    const id = await world.started()
    const spared = asPrepared(log, () => kept)
    expect(await spared.view(id)).toEqual(await world.log.view(id))
    expect(await spared.heads(OPEN)).toEqual(await world.log.heads(OPEN))
    expect(asked).toEqual(['view', 'heads'])
  })
})
