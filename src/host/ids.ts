import { randomBytes } from 'node:crypto'
import { type EventId, idFromBytes, type SessionId } from '../event/identity.ts'

export const systemIds = {
  session: (): SessionId => idFromBytes('ses', randomBytes(32)) as SessionId,
  event: (): EventId => idFromBytes('evt', randomBytes(32)) as EventId,
}
