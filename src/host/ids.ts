import { type EventId, idFromBytes, type SessionId } from '../event/identity.ts'
import { randomBytes } from './random.ts'

export const systemIds = {
  session: (): SessionId => idFromBytes('ses', randomBytes(32)) as SessionId,
  event: (): EventId => idFromBytes('evt', randomBytes(32)) as EventId,
}
