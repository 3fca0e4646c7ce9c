import type { EventId, SessionId } from '../event/identity.ts'
import { shortenConclusion } from '../extract/conclusion.ts'
import { ago } from '../text/time.ts'
import { oneLine, truncateLine } from '../text/truncate.ts'

/** The parts of a brief, in reading order. */
export const SECTIONS = [
  'standing',
  'goal',
  'blockers',
  'next',
  'questions',
  'uncommitted',
  'decisions',
  'facts',
  'asked',
  'answer',
  'files',
  'commands',
  'others',
] as const
export type Section = (typeof SECTIONS)[number]

/** One line that a brief may contain, with everything needed to rank, check and explain it. */
export interface Claim {
  readonly section: Section
  /** One line, without heading or bullet. Only a quoted answer keeps its lines. */
  readonly text: string
  readonly session: SessionId
  /** The id of the source event, or of an item whose id is derived from that event. */
  readonly event?: EventId
  /** The id of the source event, if `event` is the id of an item. */
  readonly source?: EventId
  readonly at: number
  /** How much the claim matters to the reader of the brief, from 0 to 1. */
  readonly score: number
  /** The author or session that the claim comes from, if the reader needs to know. */
  readonly from?: string
  /** Whether the claim comes from a session before the last one. */
  readonly isEarlier?: boolean
  /** Whether a goal was taken from a request, because nobody set a goal. */
  readonly isAsked?: boolean
  /** The reasons for the score, in words for people. */
  readonly because: readonly string[]
  readonly about?: ClaimSubject
  readonly check?: ClaimCheck
  /** The search terms of the claim, each with a space on both sides, if the index has them. */
  readonly words?: string
}

/** The data that a claim is checked against. */
interface ClaimSubject {
  /** The absolute paths of the files. */
  readonly files?: readonly string[]
  readonly branch?: string
  readonly head?: string
  readonly test?: string
  readonly command?: string
}

/** The result of comparing a claim with the working tree and with later events. */
export interface ClaimCheck {
  readonly kind: 'verified' | 'changed' | 'gone' | 'unchecked'
  readonly why?: string
}

const MAX_TEXT = 240
/** The last exchange is quoted at greater length than other claims. */
const MAX_TEXTS: Readonly<Partial<Record<Section, number>>> = { standing: 400, asked: 500 }
const MAX_ANSWER = 3200

export type ClaimDraft = Pick<Claim, 'section' | 'text' | 'at' | 'score'> & Partial<Claim>

/** Makes a claim from a session: puts its text on one short line, and limits its score to the range 0 to 1. */
export const makeClaim = (
  { session, because }: Pick<Claim, 'session' | 'because'>,
  draft: ClaimDraft,
): Claim => ({
  session,
  because,
  ...draft,
  text:
    draft.section === 'answer'
      ? shortenConclusion(draft.text.trim(), MAX_ANSWER)
      : truncateLine(oneLine(draft.text), MAX_TEXTS[draft.section] ?? MAX_TEXT),
  score: Math.min(1, Math.max(0, draft.score)),
})

/** Identifies a claim, so that an agent does not read it twice: by its event, otherwise by its words. */
export const claimKey = ({ section, text, event, about }: Claim): string =>
  event ?? `${section}:${section === 'files' ? (about?.files?.[0] ?? text) : normalize(text).slice(0, 120)}`

/** Keeps the claim with the highest score among those with the same words, whatever their source. */
export function withoutRepeats(claims: readonly Claim[]): readonly Claim[] {
  const best = new Map<string, Claim>()
  for (const claim of claims) {
    const key = `${claim.section}:${normalize(claim.text)}`
    const other = best.get(key)
    if (!other || other.score < claim.score) best.set(key, claim)
  }
  return [...best.values()]
}

/** The text without differences in case and punctuation. */
const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s!-/:-@[-`{-~]+/g, ' ')
    .trim()

/** Marks a time in text. `fillAges` replaces the mark with the age at the time of reading. */
export const agePlaceholder = (at: number): string => `{ago ${Math.trunc(at)}}`

const AGE = /\{ago (\d{1,15})\}/g

export const fillAges = (text: string, now: number): string =>
  text.includes('{ago ') ? text.replaceAll(AGE, (_, at: string) => ago(Math.max(0, now - Number(at)))) : text

export const withAges = (claim: Claim, now: number): Claim => ({
  ...claim,
  text: fillAges(claim.text, now),
  ...(claim.from !== undefined && { from: fillAges(claim.from, now) }),
})
