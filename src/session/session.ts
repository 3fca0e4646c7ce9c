import type { StoredEvent } from '../event/define.ts'
import { understand } from '../event/understand.ts'
import { type Capture, capture } from './capture.ts'
import { type Confidence, confidence } from './confidence.ts'
import { type ContextState, contextState } from './context.ts'
import { type Conversation, conversation } from './conversation.ts'
import { digest, type SessionDigest } from './digest.ts'
import { type RecentResults, recentResults } from './event-text.ts'
import { type Activity, activity } from './files-and-commands.ts'
import { combine } from './fold.ts'
import { type Identity, identity } from './identity.ts'
import { mainLanguage } from './language.ts'
import { type Merges, merges } from './merges.ts'
import { type Work, work } from './noted-work.ts'
import { type Rulebook, rulebook } from './rulebook.ts'
import { type Life, life } from './state.ts'
import { type Proof, proof } from './test-runs.ts'
import { type Naming, naming } from './title.ts'

/** Counts of the events behind this view. */
interface Tally {
  readonly events: number
  /** Events from a newer release. They stay in the log but are not part of the view. */
  readonly unknown: number
  readonly malformed: number
  readonly forgotten: number
  /** Captured input that could not be read when it arrived. */
  readonly damaged: number
}

/** The view of a session, derived from its events alone. Its field names are stored on disk. */
export interface Session {
  readonly life: Life
  readonly identity: Identity
  readonly naming: Naming
  readonly talk: Conversation
  readonly digest: SessionDigest
  readonly craft: Activity
  readonly work: Work
  readonly merges: Merges
  readonly memory: RecentResults
  readonly capture: Capture
  readonly confidence: Confidence
  readonly proof: Proof
  readonly carry: ContextState
  readonly rulebook: Rulebook
  readonly tally: Tally
}

/** The part of a session that determines its state. */
export type SessionHead = Pick<Session, 'life' | 'identity'>

type SessionParts = Omit<Session, 'tally'>

const partFolds = /* @__PURE__ */ combine<SessionParts>({
  life,
  identity,
  naming,
  talk: conversation,
  digest,
  craft: activity,
  work,
  merges,
  memory: recentResults,
  capture,
  confidence,
  proof,
  carry: contextState,
  rulebook,
})

export const noSession: Session = {
  ...partFolds.initial,
  tally: { events: 0, unknown: 0, malformed: 0, forgotten: 0, damaged: 0 },
}

/** Applies one stored event. Never throws: events that cannot be applied are counted. */
export function foldSession(session: Session, stored: StoredEvent): Session {
  const meaning = understand(stored)
  const tally = { ...session.tally, events: session.tally.events + 1 }
  if (meaning.kind !== 'known')
    return { ...session, tally: { ...tally, [meaning.kind]: tally[meaning.kind] + 1 } }
  const { tally: _, ...parts } = session
  const next = partFolds.apply(parts, meaning.event)
  const damaged = tally.damaged + (meaning.event.type === 'capture.damaged' ? 1 : 0)
  return { ...next, tally: { ...tally, damaged } }
}

export const languageOf = (session: Session): string | undefined =>
  mainLanguage(session.craft.languages, session.identity.languageHint)
