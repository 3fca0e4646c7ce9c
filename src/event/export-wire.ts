import * as v from 'valibot'
import { once } from '../once.ts'
import { parseJson } from '../problem.ts'
import { canonicalJson, type JsonObject } from './canonical-json.ts'
import type { NewEvent } from './define.ts'
import { type ExportHead, openDocument } from './document.ts'
import { type EventId, isEventId, isSessionId, type SessionId } from './identity.ts'
import { payloadError } from './wire.ts'

/**
 * An exported session is one JSON document with one event per line, so that it can be streamed and diffed.
 */
export const LAST_LINE = ']}'

export const headLine = (head: ExportHead): string => `${JSON.stringify(head).slice(0, -1)},"events":[`

/** An event of an exported session, with its chain hash. */
export interface ExportedEvent extends NewEvent {
  readonly session: SessionId
  readonly seq: number
  readonly hash: string
}

export const eventLine = ({ session, seq, id, type, version, at, data, hash }: ExportedEvent): string =>
  `${JSON.stringify({ session, seq, id, type, version, at }).slice(0, -1)},"data":${canonicalJson(data)},"hash":"${hash}"}`

export type Parsed<T> =
  | { readonly kind: 'parsed'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: string }

export function parseExportHead(line: string): Parsed<ExportHead> {
  const found = parseJson(`${line.trimEnd()}${LAST_LINE}`)
  if (!isObject(found) || found.document !== 'export')
    return refused('it is not a session exported by leftoff')
  const { events: _, ...head } = found
  const opened = openDocument('export', head)
  if (opened.kind === 'refused') return refused(opened.reason)
  const strange = opened.value.sessions.find(({ session }) => !isSessionId(session))
  if (strange || opened.value.sessions.at(-1)?.session !== opened.value.session)
    return refused('its list of sessions is invalid')
  return { kind: 'parsed', value: opened.value }
}

const Wire = once(() =>
  v.strictObject({
    session: v.pipe(v.string(), v.check(isSessionId, 'not a session ID')),
    seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
    id: v.pipe(v.string(), v.check(isEventId, 'not an event ID')),
    type: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,100}$/, 'not an event type')),
    version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    at: v.pipe(v.number(), v.safeInteger()),
    data: v.record(v.string(), v.unknown()),
    hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'not a hash')),
  }),
)

export function parseExportedEvent(line: string): Parsed<ExportedEvent> {
  const found = parseJson(line.trimEnd().replace(/,$/, ''))
  if (found === undefined) return refused('it is not JSON, or not in the layout that leftoff writes')
  const result = v.safeParse(Wire(), found)
  if (!result.success) {
    const [issue] = result.issues
    return refused(`${v.getDotPath(issue) ?? 'it'}: ${issue.message}`)
  }
  const { id, session, data, ...rest } = result.output
  const event = { ...rest, id: id as EventId, session: session as SessionId, data: data as JsonObject }
  const wrong = payloadError(event)
  return wrong ? refused(wrong) : { kind: 'parsed', value: event }
}

const refused = (reason: string): Parsed<never> => ({ kind: 'refused', reason })

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
