import { sha256 } from './hash.ts'

declare const brand: unique symbol

/** The id of a session: one bounded run of an agent in a project. */
export type SessionId = string & { readonly [brand]: 'session' }
/** The id of an event. The same source always gives the same id, so a repeated report is stored once. */
export type EventId = string & { readonly [brand]: 'event' }

/** Crockford's alphabet in lower case: no i, l, o or u, so an id can be read aloud. */
export const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_LENGTH = { ses: 16, evt: 20 } as const
type IdPrefix = keyof typeof ID_LENGTH
interface IdOf {
  readonly ses: SessionId
  readonly evt: EventId
}

/** Derives an id. The same source gives the same id on every machine. */
export function derivedId(prefix: 'ses', ...source: readonly string[]): SessionId
export function derivedId(prefix: 'evt', ...source: readonly string[]): EventId
export function derivedId(prefix: IdPrefix, ...source: readonly string[]): string {
  return idFromBytes(prefix, sha256(JSON.stringify(source)))
}

/** Encodes the low five bits of each byte as one letter. */
export function idFromBytes<P extends IdPrefix>(prefix: P, bytes: Uint8Array): IdOf[P] {
  let id = `${prefix}_`
  for (let at = 0; at < ID_LENGTH[prefix]; at += 1) id += ID_ALPHABET[(bytes[at] ?? 0) & 31]
  return id as IdOf[P]
}

/** Converts an id from storage, which contains only ids that leftoff wrote. */
export const storedSessionId = (value: unknown): SessionId => String(value) as SessionId
export const storedEventId = (value: unknown): EventId => String(value) as EventId

export const isSessionId = (text: string): text is SessionId => idPattern('ses').test(text)
export const isEventId = (text: string): text is EventId => idPattern('evt').test(text)

const patterns = new Map<IdPrefix, RegExp>()

function idPattern(prefix: IdPrefix): RegExp {
  const known = patterns.get(prefix)
  if (known) return known
  const made = new RegExp(`^${prefix}_[${ID_ALPHABET}]{${ID_LENGTH[prefix]}}$`)
  patterns.set(prefix, made)
  return made
}
