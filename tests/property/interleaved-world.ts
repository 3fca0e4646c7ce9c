import type fc from 'fast-check'
import type { World } from '../../src/app/world.ts'
import { derivedId } from '../../src/event/identity.ts'
import type { EventLog } from '../../src/log/event-log.ts'
import type { Session } from '../../src/session/session.ts'
import type { Spool } from '../../src/spool/spool.ts'

type AwaitTurn = (what: string) => Promise<void>

/** Makes the methods of a port wait for their turn. */
const callsInTurn =
  (port: object, turn: AwaitTurn) =>
  <A extends readonly unknown[], R>(what: string, ask: (...words: A) => Promise<R>) =>
  async (...words: A): Promise<R> => {
    await turn(what)
    return ask.apply(port, words as never)
  }

/** A log whose calls wait for their turn in the scheduler. */
export function scheduledLog(log: EventLog<Session>, turn: AwaitTurn): EventLog<Session> {
  const inTurn = callsInTurn(log, turn)
  return {
    append: inTurn('append', log.append),
    view: inTurn('view', log.view),
    views: inTurn('views', log.views),
    heads: inTurn('heads', log.heads),
    matching: inTurn('matching', log.matching),
    forget: inTurn('forget', log.forget),
    generation: inTurn('generation', log.generation),
    forgotten: inTurn('forgotten', log.forgotten),
    rebuild: inTurn('rebuild', log.rebuild),
    async *read(query = {}) {
      await turn('read')
      for await (const event of log.read(query)) {
        yield event
        if (event.seq === 1) await turn('read on')
      }
    },
    verify: (progress) => log.verify(progress),
    close: () => log.close(),
  }
}

const scheduledSpool = (spool: Spool, turn: AwaitTurn): Spool => {
  const inTurn = callsInTurn(spool, turn)
  return {
    deliver: inTurn('deliver', spool.deliver),
    waiting: inTurn('waiting', spool.waiting),
    payload: inTurn('payload', spool.payload),
    remove: inTurn('remove', spool.remove),
    quarantine: inTurn('quarantine', spool.quarantine),
    sweep: inTurn('sweep', spool.sweep),
    expireQuarantine: inTurn('expireQuarantine', spool.expireQuarantine),
    quarantined: inTurn('quarantined', spool.quarantined),
  }
}

/** The world of another process: the same log, spool, index, location and clock, but its own ids. */
export function processIn(world: World, scheduler: fc.Scheduler, name: string): World {
  const turn: AwaitTurn = (what) => scheduler.schedule(Promise.resolve(), `${name} ${what}`)
  let idCount = 0
  const next = (): string => {
    idCount += 1
    return `${idCount}`
  }
  return {
    ...world,
    log: scheduledLog(world.log, turn),
    spool: scheduledSpool(world.spool, turn),
    ids: {
      session: () => derivedId('ses', name, next()),
      event: () => derivedId('evt', name, next()),
    },
  }
}
