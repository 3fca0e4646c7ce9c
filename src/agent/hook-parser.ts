import {
  type AgentAdapter,
  type ParsedHook,
  START_SOURCES,
  type StartSource,
  type TurnChange,
} from './adapter.ts'
import type { EventDraft } from './event-draft.ts'
import type { PayloadResult } from './wire.ts'

type HookDetails = Omit<ParsedHook, 'kind' | 'turn' | 'drafts'>

/** Builds `AgentAdapter.parse` from a client's wire format and an interpreter for its payloads. */
export function hookParser<T>(client: {
  parsePayload(payload: string): PayloadResult<T>
  interpret(payload: T): HookMeaning
  /** Session, directory and other facts that the payload contains. */
  describe(payload: T): HookDetails
}): AgentAdapter['parse'] {
  return (payload) => {
    const result = client.parsePayload(payload)
    if (result.kind === 'malformed') return result
    const meaning = client.interpret(result.payload)
    if (meaning.kind === 'ignored') return meaning
    const about = client.describe(result.payload)
    const drafts = about.at === undefined ? meaning.drafts : withTime(meaning.drafts, about.at)
    return { ...about, ...meaning, drafts }
  }
}

interface CommonPayload {
  readonly hook_event_name: string
  readonly session_id: string
  readonly cwd?: string | null | undefined
  readonly transcript_path?: string | null | undefined
}

/** The field names that most clients share. */
export const describeHook = (payload: CommonPayload): HookDetails => ({
  event: payload.hook_event_name,
  session: payload.session_id,
  directory: payload.cwd || undefined,
  transcript: payload.transcript_path || undefined,
})

/** A reply with text for the model and a line for the user, in the format that most clients share. */
export const contextReply = (event: string, text: string, notice?: string): string =>
  JSON.stringify({
    ...(notice !== undefined && { systemMessage: notice }),
    hookSpecificOutput: { hookEventName: event, additionalContext: text },
  })

/** The meaning of a payload. */
export type HookMeaning =
  | { readonly kind: 'parsed'; readonly turn?: TurnChange; readonly drafts: readonly EventDraft[] }
  | { readonly kind: 'ignored'; readonly why: string }

export const ignored = (why: string): HookMeaning => ({ kind: 'ignored', why })

export const drafts = (...all: readonly EventDraft[]): HookMeaning => ({ kind: 'parsed', drafts: all })

/** Adds the timestamp that some clients send with each payload. */
const withTime = (drafts: readonly EventDraft[], at: number): readonly EventDraft[] =>
  drafts.map((draft) => ({ ...draft, at: draft.at ?? at }))

/** An unknown source counts as an ordinary start. */
export const startSourceOf = (text: string | null | undefined): StartSource =>
  START_SOURCES.find((source) => source === text) ?? 'startup'

export const triggerOf = (text: string | null | undefined): 'manual' | 'auto' | undefined =>
  text === 'manual' || text === 'auto' ? text : undefined
