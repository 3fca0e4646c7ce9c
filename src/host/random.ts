import { readFileSync } from 'node:fs'
import { type EventId, idFromBytes, type SessionId } from '../event/identity.ts'

/** Loads `node:crypto` on first use, because most commands need no random bytes. */
export const randomBytes = (length: number): Uint8Array =>
  process.getBuiltinModule('node:crypto').randomBytes(length)

/**
 * Each read of this Linux file returns a new UUID, a hundred times faster than loading `node:crypto`. Node has a
 * fast path for small UTF-8 files.
 */
export function randomName(): string {
  const uuid = process.platform === 'linux' ? kernelUuid() : undefined
  return uuid ?? process.getBuiltinModule('node:crypto').randomUUID()
}

function kernelUuid(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/uuid', 'utf8').trim() || undefined
  } catch {
    return undefined // no /proc on this system
  }
}

export const systemIds = {
  session: (): SessionId => idFromBytes('ses', randomBytes(32)),
  event: (): EventId => idFromBytes('evt', randomBytes(32)),
}
