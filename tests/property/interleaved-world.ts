import type fc from 'fast-check'
import type { World } from '../../src/app/world.ts'
import { derivedId } from '../../src/event/identity.ts'
import type { EventLog } from '../../src/log/event-log.ts'
import type { Session } from '../../src/session/session.ts'
import type { Spool } from '../../src/spool/spool.ts'

/** Every call of the log waits for its turn in the scheduler. */
export function scheduledLog(
  log: EventLog<Session>,
  turn: (what: string) => Promise<void>,
): EventLog<Session> {
  const inTurn =
    <A extends readonly unknown[], R>(what: string, ask: (...words: A) => Promise<R>) =>
    async (...words: A): Promise<R> => {
      await turn(what)
      return ask.apply(log, words as never)
    }
  return {
    append: inTurn('append', log.append),
    view: inTurn('view', log.view),
    views: inTurn('views', log.views),
    heads: inTurn('heads', log.heads),
    matching: inTurn('matching', log.matching),
    forget: inTurn('forget', log.forget),
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

const scheduledSpool = (spool: Spool, turn: (what: string) => Promise<void>): Spool => {
  const inTurn =
    <A extends readonly unknown[], R>(what: string, ask: (...words: A) => Promise<R>) =>
    async (...words: A): Promise<R> => {
      await turn(what)
      return ask.apply(spool, words as never)
    }
  return {
    deliver: inTurn('deliver', spool.deliver),
    waiting: inTurn('waiting', spool.waiting),
    payload: inTurn('payload', spool.payload),
    remove: inTurn('remove', spool.remove),
    quarantine: inTurn('quarantine', spool.quarantine),
    sweep: inTurn('sweep', spool.sweep),
    quarantined: inTurn('quarantined', spool.quarantined),
  }
}

/** The world of another process: the same log, spool, index, location and clock, but its own ids. */
export function processIn(world: World, scheduler: fc.Scheduler, name: string): World {
  const turn = (what: string): Promise<void> => scheduler.schedule(Promise.resolve(), `${name} ${what}`)
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
