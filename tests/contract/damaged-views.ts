import { expect, test } from 'vitest'
import { drainSpool } from '../../src/app/ingest/drain-spool.ts'
import { record } from '../../src/app/ingest/record.ts'
import { changeState } from '../../src/app/lifecycle/change-state.ts'
import { discard, recover } from '../../src/app/lifecycle/recover.ts'
import { appendRules } from '../../src/app/memory/rules.ts'
import { fact } from '../../src/event/define.ts'
import type { SessionId } from '../../src/event/identity.ts'
import { BOOK, MemoryProposed } from '../../src/event/memory.ts'
import { serializeLetter } from '../../src/event/wire.ts'
import type { EventLog } from '../../src/log/event-log.ts'
import { foldSession, noSession, type Session } from '../../src/session/session.ts'
import { collect } from '../support/events.ts'
import { HOUR, PROCESS, TestWorld } from '../support/world.ts'

/** A change to the stored view of a session. */
interface ViewDamage {
  readonly name: string
  /** An SQL statement with one parameter, the session. */
  readonly sql: string
}

const update = (name: string, change: string): ViewDamage => ({
  name,
  sql: `UPDATE session_view SET ${change} WHERE session = ?`,
})

/** Damage that every engine must survive. */
const VIEW_DAMAGES: readonly ViewDamage[] = [
  update('a seq that is one too high', 'seq = seq + 1'),
  update('a seq that is one too low', 'seq = seq - 1'),
  update('a seq of zero', 'seq = 0'),
  update('a negative seq', 'seq = -7'),
  update('a huge seq', 'seq = 9007199254740000'),
  update('a seq too large for a number', 'seq = 9223372036854775807'),
  update('a seq too small for a number', 'seq = -9223372036854775807'),
  update('a document that is not JSON', "doc = 'x'"),
  update('a document that is null', "doc = 'null'"),
  update('an empty document', "doc = '{}'"),
  update('a document cut in half', 'doc = substr(doc, 1, length(doc) / 2)'),
  update('a seq and a document that are both wrong', "seq = seq + 1, doc = 'x'"),
  { name: 'a missing row', sql: 'DELETE FROM session_view WHERE session = ?' },
  update('the id of another session', "session = 'x' || seq || session"),
]

interface DamagedLog {
  readonly log: EventLog<Session>
  damage(sql: string, session: SessionId): Promise<void>
}

/** Tests that no damage to a view makes a use case retry forever. */
export function damagedViewPromises(engine: string, open: () => Promise<DamagedLog>): void {
  test.each(VIEW_DAMAGES)(`${engine}: $name does not stop the session or other sessions`, async ({ sql }) => {
    const { log, damage } = await open()
    const world = new TestWorld({ log })
    const [hurt, other] = [await world.startSession(), await world.startSession()]
    await record(world, hurt, [world.prompt('one')])
    await damage(sql, hurt)
    for (const session of [hurt, other])
      await world.spool.deliver('leftoff', serializeLetter({ session, events: [world.prompt(session)] }))
    expect(await drainSpool(world)).toMatchObject({ stored: 2, quarantined: 0 })
    await damage(sql, hurt)
    expect((await log.view(hurt))?.seq).toBe((await collect(log.read({ session: hurt }))).length)
    await log.views()
    await changeState(world, hurt, { move: 'end', trigger: 'command' })
    for (const session of [hurt, other]) {
      const stored = await collect(log.read({ session }))
      expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1))
      expect(stored.some(({ data }) => data?.text === session)).toBe(true)
      expect(await log.view(session)).toEqual({
        session,
        seq: stored.length,
        view: stored.reduce(foldSession, noSession),
      })
    }
    await log.close()
  })

  test.each(VIEW_DAMAGES)(`${engine}: $name in the rules view does not stop a new rule`, async ({ sql }) => {
    const { log, damage } = await open()
    const world = new TestWorld({ log })
    const propose = (memory: string) =>
      appendRules(world, () => [
        fact(
          MemoryProposed,
          { id: world.ids.event(), at: 1 },
          { memory, rule: memory, scope: { kind: 'universal' }, origin: 'user' },
        ),
      ])
    await propose('mem_one')
    await damage(sql, BOOK)
    await propose('mem_two')
    expect((await log.view(BOOK))?.view.rulebook.rules.map(({ id }) => id)).toEqual(['mem_one', 'mem_two'])
    await log.close()
  })

  test.each(VIEW_DAMAGES)(`${engine}: $name does not prevent a recovery`, async ({ sql }) => {
    const { log, damage } = await open()
    const world = new TestWorld({ log })
    world.evidence = 'alive'
    const ids = [
      await world.startSession({ process: PROCESS }),
      await world.startSession({ process: PROCESS }),
    ] as const
    for (const id of ids) await record(world, id, [world.prompt('work')])
    world.evidence = 'gone'
    world.advance(HOUR)
    for (const id of ids) await damage(sql, id)
    const [first, second] = ids
    expect((await recover(world, first, { isNamed: true, steps: [{ name: 'nothing' }] })).kind).toBe(
      'recovered',
    )
    expect((await discard(world, second)).kind).toBe('discarded')
    await log.close()
  })
}
