import type { ProcessRef } from '../event/fields.ts'
import type { EventId, SessionId } from '../event/identity.ts'
import type { Evidence } from '../fold/observe.ts'
import type { Session } from '../fold/session.ts'
import type { EventLog } from '../log/event-log.ts'
import type { Place } from '../neighbour/place.ts'
import type { Spool } from '../spool/spool.ts'
import type { Settings } from './settings.ts'

/** Everything a use case may touch. Entry points build it from the machine, tests from memory and a fixed clock. */
export interface World {
  readonly log: EventLog<Session>
  readonly spool: Spool
  readonly clock: { now(): number }
  readonly ids: { session(): SessionId; event(): EventId }
  readonly processes: { evidence(process: ProcessRef | undefined): Evidence }
  readonly place: Place
  readonly settings: Settings
}
