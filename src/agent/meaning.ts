import { START_SOURCES, type StartSource, type Turn } from './adapter.ts'
import type { EventDraft } from './event-draft.ts'

/** What a payload means; a text is the reason why nothing of it is kept. */
export type Meaning = { readonly turn?: Turn; readonly drafts: readonly EventDraft[] } | string

export const drafts = (...all: readonly EventDraft[]): Meaning => ({ drafts: all })

/** For clients that tell the time of each thing. */
export const withTime = (drafts: readonly EventDraft[], at: number): readonly EventDraft[] =>
  drafts.map((draft) => ({ ...draft, at: draft.at ?? at }))

/** A source that we do not know is a start like any other. */
export const startSourceOf = (text: string | null | undefined): StartSource =>
  START_SOURCES.find((source) => source === text) ?? 'startup'

export const triggerOf = (text: string | null | undefined): 'manual' | 'auto' | undefined =>
  text === 'manual' || text === 'auto' ? text : undefined
