import type { World } from '../app/world.ts'
import { systemClock } from '../host/clock.ts'
import type { EventLog } from '../log/event-log.ts'
import { stampOf } from '../log/sqlite/stamp.ts'
import type { ViewReader } from '../log/sqlite/view-reader.ts'
import type { Session } from '../session/session.ts'
import type { Ground } from './ground.ts'
import { witnessed } from './witness.ts'

/**
 * The world of those who only look, and must be fast: it brings nothing that writes, and nothing that takes long to
 * load. Whoever turns out to need more meets an error and turns to the whole world, having changed nothing.
 */
export const readingWorld = (ground: Ground, log: EventLog<Session>, extras: Partial<World> = {}): World => ({
  log,
  spool: NOT_HERE,
  index: NOT_HERE,
  clock: systemClock,
  ids: NOT_HERE,
  processes: { evidence: askedOnce(witnessed), running: elsewhere },
  placeAt: (directory) => (directory === ground.directory ? ground.place() : elsewhere()),
  treeAt: elsewhere,
  neighbours: { lines: elsewhere, files: elsewhere, writtenRules: elsewhere, beadsAt: elsewhere },
  redactIn: elsewhere,
  agents: new Map(),
  countTokens: elsewhere,
  ...extras,
  // Looked up when they are asked for: a prompt needs no settings.
  get place() {
    return ground.place()
  },
  get settings() {
    return ground.values()
  },
})

/** Asked for the state of a session and again for its summary; within a millisecond the answer is the same. */
function askedOnce(ask: World['processes']['evidence']): World['processes']['evidence'] {
  const answers = new Map<unknown, ReturnType<typeof ask>>()
  return (process, whose) => {
    const known = answers.get(whose)
    if (known !== undefined) return known
    const found = ask(process, whose)
    answers.set(whose, found)
    return found
  }
}

export const elsewhere = (): never => {
  throw new Error('this needs the whole world')
}

/** The log at this path; who reads it is called for when something is asked that only a look into it can tell. */
export const readingLog = (path: string, reader: () => ViewReader<Session>): EventLog<Session> => ({
  ...NOT_HERE,
  view: async (session) => reader().view(session),
  views: async (query) => reader().views(query ?? {}),
  heads: async (query) => reader().heads(query ?? {}),
  stamp: () => stampOf(path),
})

/** Everything that writes, and everything that reads more than views. */
export const NOT_HERE = {
  append: elsewhere,
  read: elsewhere,
  matching: elsewhere,
  forget: elsewhere,
  rebuild: elsewhere,
  verify: elsewhere,
  close: elsewhere,
  session: elsewhere,
  event: elsewhere,
  deliver: elsewhere,
  waiting: elsewhere,
  payload: elsewhere,
  remove: elsewhere,
  quarantine: elsewhere,
  sweep: elsewhere,
  quarantined: elsewhere,
  indexedSeqs: elsewhere,
  put: elsewhere,
  evidence: elsewhere,
  search: elsewhere,
  gists: elsewhere,
  settled: elsewhere,
  corrections: elsewhere,
  prepared: elsewhere,
  ready: elsewhere,
  keepPrepared: elsewhere,
  drop: elsewhere,
  dropPrepared: elsewhere,
}
