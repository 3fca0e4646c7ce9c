import type { JsonObject } from '../event/canonical-json.ts'
import type { Phase } from '../event/context.ts'
import { type CheckpointDocument, openDocument } from '../event/document.ts'
import { foundIn } from '../text/words.ts'
import type { StoredCheckpoint } from './context.ts'
import type { Session } from './session.ts'
import { type FieldInputs, tierOf } from './tiers.ts'

type CheckpointState = CheckpointDocument['state']

/** A checkpoint holds the critical tier always, the extended tier while there is room, the ephemeral tier never. */
export function checkpointState(
  session: Session,
  phase: Phase,
  about: FieldInputs,
): Readonly<Record<string, unknown>> {
  const critical = tierOf('critical', session, about)
  return phase === 'CRITICAL' ? { critical } : { critical, extended: tierOf('extended', session, about) }
}

/** A checkpoint as a document of its own. */
export const checkpointDocument = (session: string, kept: StoredCheckpoint): JsonObject => {
  const { at, schema, occasion, phase, state } = kept
  return { document: 'checkpoint', schema, session, at, occasion, phase, state: state as JsonObject }
}

export interface RestoreAsk {
  readonly now: number
  /** Whose state is restored. */
  readonly session: string
  /** Whether a folder or file is still there. */
  isThere(path: string): boolean
  /** The current prompt, if known. */
  readonly asked?: string
}

export type RestoredCheckpoint =
  | {
      readonly kind: 'restored'
      readonly critical: CheckpointState['critical']
      readonly extended?: CheckpointState['extended']
      /** What was not restored, and why. */
      readonly dropped: readonly string[]
    }
  | { readonly kind: 'refused'; readonly reason: string }

/** How long the extended tier is worth restoring. */
export const EXTENDED_FOR_MS = 60 * 60_000

/** Restores what is still valid: by schema, age, and existing files. */
export function restoreCheckpoint(stored: JsonObject, ask: RestoreAsk): RestoredCheckpoint {
  const opened = openDocument('checkpoint', stored)
  if (opened.kind === 'refused') return opened
  const { at, session, state } = opened.value
  const { critical, extended } = state
  if (session !== ask.session || critical.session_id !== ask.session)
    return { kind: 'refused', reason: `it belongs to session ${critical.session_id}` }
  const place = withExistingProject(critical, ask)
  const stale = staleness(at, critical, ask)
  const isKept = extended !== undefined && stale.length === 0
  return {
    kind: 'restored',
    critical: place.critical,
    ...(isKept && { extended: withExistingFiles(extended, ask) }),
    dropped: [...place.dropped, ...(extended ? stale : [])],
  }
}

/** A project that no longer exists would send the agent to the wrong place. */
function withExistingProject(
  critical: CheckpointState['critical'],
  { isThere }: RestoreAsk,
): { readonly critical: CheckpointState['critical']; readonly dropped: readonly string[] } {
  const { serena_project: project, ...rest } = critical
  if (project === undefined || isThere(project)) return { critical, dropped: [] }
  return { critical: { ...rest, serena_activated: false }, dropped: [`serena_project: ${project} is gone`] }
}

/** A clock that was set back makes a checkpoint as doubtful as an old one. */
function staleness(
  at: number,
  critical: CheckpointState['critical'],
  { now, asked }: RestoreAsk,
): readonly string[] {
  const isOld = Math.abs(now - at) >= EXTENDED_FOR_MS
  const { goal_keywords: keywords } = critical
  const isElsewhere =
    asked !== undefined && keywords.length >= MIN_KEYWORDS && foundIn(keywords, asked).length === 0
  return [
    ...(isOld ? ['extended: older than an hour'] : []),
    ...(isElsewhere ? ['extended: the session is asked about something else now'] : []),
  ]
}

const MIN_KEYWORDS = 3

function withExistingFiles(
  extended: NonNullable<CheckpointState['extended']>,
  { isThere }: RestoreAsk,
): CheckpointState['extended'] {
  return {
    ...extended,
    files_read: extended.files_read.filter(isThere),
    files_edited: extended.files_edited.filter(isThere),
    files_created: extended.files_created.filter(isThere),
  }
}
