import { START_SOURCES, type StartSource, type Turn } from './adapter.ts'
import type { Saying } from './saying.ts'

/** What a payload means; a text is the reason why nothing of it is kept. */
export type Meaning = { readonly turn?: Turn; readonly says: readonly Saying[] } | string

export const says = (...all: readonly Saying[]): Meaning => ({ says: all })

/** For clients that tell the time of each thing. */
export const dated = (says: readonly Saying[], at: number): readonly Saying[] =>
  says.map((said) => ({ ...said, at: said.at ?? at }))

/** A source that we do not know is a start like any other. */
export const sourceOf = (text: string | null | undefined): StartSource =>
  START_SOURCES.find((source) => source === text) ?? 'startup'

export const triggerOf = (text: string | null | undefined): 'manual' | 'auto' | undefined =>
  text === 'manual' || text === 'auto' ? text : undefined
