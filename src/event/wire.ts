import * as v from 'valibot'
import { once } from '../once.ts'
import { parseJson } from '../problem.ts'
import type { JsonObject } from './canonical-json.ts'
import { definitions } from './catalogue.ts'
import type { NewEvent } from './define.ts'
import { derivedId, type EventId, isEventId, isSessionId, type SessionId } from './identity.ts'

/** Events from one session that leftoff spools because they could not be stored immediately. */
export interface Letter {
  readonly session: SessionId
  readonly events: readonly NewEvent[]
  /**
   * Whether a hook ran out of time before it could store the events. The same events may also arrive through
   * a transcript.
   */
  readonly heard?: boolean
  /** The working directory of the hook, which determines the redaction rules. */
  readonly directory?: string | undefined
}
type ParsedLetter =
  | { readonly kind: 'letter'; readonly letter: Letter }
  | { readonly kind: 'malformed'; readonly reason: string }

const Wire = once(() =>
  v.object({
    session: v.pipe(v.string(), v.check(isSessionId, 'not a session ID')),
    heard: v.optional(v.boolean(), false),
    directory: v.optional(v.string()),
    events: v.pipe(
      v.array(
        v.object({
          id: v.optional(v.pipe(v.string(), v.check(isEventId, 'not an event ID'))),
          type: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
          version: v.pipe(v.number(), v.integer(), v.minValue(1)),
          at: v.pipe(v.number(), v.integer()),
          data: v.record(v.string(), v.unknown()),
        }),
      ),
      v.minLength(1),
    ),
  }),
)

export const serializeLetter = (letter: Letter): string => JSON.stringify(letter)

/** An event without an id gets one that is derived from the name of the delivery. */
export function parseLetter(text: string, name: string): ParsedLetter {
  const json = parseJson(text)
  if (json === undefined) return { kind: 'malformed', reason: 'it is not JSON' }
  const result = v.safeParse(Wire(), json)
  if (!result.success) return { kind: 'malformed', reason: explained(result.issues[0]) }
  const { session, events, heard, directory } = result.output
  const facts = events.map((event, index) => ({
    ...event,
    id: (event.id as EventId | undefined) ?? derivedId('evt', 'spool', name, String(index)),
    data: event.data as JsonObject,
  }))
  const wrong = facts.map(payloadError).find((reason) => reason !== undefined)
  if (wrong) return { kind: 'malformed', reason: wrong }
  return { kind: 'letter', letter: { session: session as SessionId, events: facts, heard, directory } }
}

/** Why a known event does not fit its definition. Other types and versions are not checked. */
export function payloadError(event: NewEvent): string | undefined {
  const definition = definitions.get(event.type)
  if (!definition || definition.version !== event.version) return undefined
  const result = v.safeParse(definition.schema, event.data)
  return result.success ? undefined : `${event.type}: ${explained(result.issues[0])}`
}

const explained = (issue: v.BaseIssue<unknown>): string => {
  const path = v.getDotPath(issue)
  return path ? `${path}: ${issue.message}` : issue.message
}
