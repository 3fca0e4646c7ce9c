import type { EventId, SessionId } from '../event/identity.ts'
import { ago } from '../text/time.ts'
import { oneLine, truncateLine } from '../text/truncate.ts'
import type { RankedSession } from './relevance.ts'

/** The parts of a brief, in the order in which a reader needs them. */
export const SECTIONS = [
  'goal',
  'standing',
  'since',
  'decisions',
  'blockers',
  'next',
  'questions',
  'files',
  'symbols',
  'tests',
  'commands',
  'facts',
  'answer',
  'others',
] as const
export type Section = (typeof SECTIONS)[number]

/** One thing that a brief may say, with all that is needed to rank, check and explain it. */
export interface Claim {
  readonly section: Section
  /** One line, without a heading or bullet. */
  readonly text: string
  /** The shortDuration form, where there is one. */
  readonly code?: string
  readonly session: SessionId
  /** The event that it comes from. */
  readonly event?: EventId
  readonly at: number
  /** 0 to 1: how much it matters to whoever reads the brief. */
  readonly score: number
  /** Why it has that score, for people. */
  readonly because: readonly string[]
  readonly about?: Subject
  readonly check?: ClaimCheck
  /** Its words as they are compared (`wordsOf`), where there was time to find them. */
  readonly words?: string
}

/** What a claim can be checked against. */
interface Subject {
  /** Absolute paths. */
  readonly files?: readonly string[]
  readonly branch?: string
  readonly head?: string
  readonly test?: string
  readonly command?: string
}

/**
 * What looking at the working tree and at later events says of a claim: it holds, what it speaks of has changed since,
 * or is there no more. What nobody can check is unchecked.
 */
export interface ClaimCheck {
  readonly kind: 'verified' | 'changed' | 'gone' | 'unchecked'
  readonly why?: string
}

/** Two texts that differ in nothing but capitals and signs say the same. */
export const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s!-/:-@[-`{-~]+/g, ' ')
    .trim()

/** By which a claim is known again, so that what an agent was told is not told again: its event, else its words. */
export const claimKey = ({ section, text, event, about }: Claim): string =>
  event ?? `${section}:${section === 'files' ? (about?.files?.[0] ?? text) : keyOf(text).slice(0, 120)}`

/** Stands in a line that is kept for later, in the place of how long ago it was. */
export const agePlaceholder = (at: number): string => `{ago ${Math.trunc(at)}}`

const AGE = /\{ago (\d{1,15})\}/g

/** The text as it reads now. */
export const withAges = (text: string, now: number): string =>
  text.includes('{ago ') ? text.replaceAll(AGE, (_, at: string) => ago(Math.max(0, now - Number(at)))) : text

/** One line tells one thing. */
const MOST_CHARACTERS = 240

export type ClaimDraft = Pick<Claim, 'section' | 'text' | 'at' | 'score'> & Partial<Claim>

export const makeClaim = (
  { session, because }: Pick<RankedSession, 'session' | 'because'>,
  said: ClaimDraft,
): Claim => ({
  session,
  because,
  ...said,
  text: truncateLine(oneLine(said.text), MOST_CHARACTERS),
  score: Math.min(1, Math.max(0, said.score)),
})

/** The same thing said in two sessions is said once, where it counts most. */
export function withoutRepeats(claims: readonly Claim[]): readonly Claim[] {
  const best = new Map<string, Claim>()
  for (const one of claims) {
    const key = `${one.section}:${keyOf(one.text)}`
    const known = best.get(key)
    if (!known || known.score < one.score) best.set(key, one)
  }
  return [...best.values()]
}
