import type { JsonObject } from '../event/canonical-json.ts'
import type { Phase } from '../event/context.ts'
import { type CheckpointDocument, openDocument } from '../event/document.ts'
import { truncateLine } from '../text/truncate.ts'
import { foundIn } from '../text/words.ts'
import { completionOf } from './confidence.ts'
import type { StoredCheckpoint } from './context.ts'
import { goalKeywords, originalGoal } from './drift.ts'
import { openItems } from './noted-work.ts'
import type { Session } from './session.ts'

type CheckpointState = CheckpointDocument['state']

/** A checkpoint contains the critical tier and, if there is room, the extended tier, but never the ephemeral one. */
export function checkpointState(
  session: Session,
  phase: Phase,
  inputs: FieldInputs,
): Readonly<Record<string, unknown>> {
  const critical = tierOf('critical', session, inputs)
  return phase === 'CRITICAL' ? { critical } : { critical, extended: tierOf('extended', session, inputs) }
}

/** A checkpoint as a document that can be read without the log. */
export const checkpointDocument = (session: string, stored: StoredCheckpoint): JsonObject => {
  const { at, schema, occasion, phase, state } = stored
  return { document: 'checkpoint', schema, session, at, occasion, phase, state }
}

interface RestoreAsk {
  readonly now: number
  /** The session to restore. */
  readonly session: string
  isThere(path: string): boolean
  /** The current prompt, if known. */
  readonly asked?: string
}

export type RestoredCheckpoint =
  | {
      readonly kind: 'restored'
      readonly critical: CheckpointState['critical']
      readonly extended?: CheckpointState['extended']
      /** Fields that were not restored, with reasons. */
      readonly dropped: readonly string[]
    }
  | { readonly kind: 'refused'; readonly reason: string }

/** The extended tier is restored only from a checkpoint that is younger than this. */
const EXTENDED_FOR_MS = 60 * 60_000

/** Restores what is still valid according to its schema, its age, and the files that still exist. */
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

/** Omits a project that no longer exists, because it would send the agent to the wrong place. */
function withExistingProject(
  critical: CheckpointState['critical'],
  { isThere }: RestoreAsk,
): { readonly critical: CheckpointState['critical']; readonly dropped: readonly string[] } {
  const { serena_project: project, ...rest } = critical
  if (project === undefined || isThere(project)) return { critical, dropped: [] }
  return { critical: { ...rest, serena_activated: false }, dropped: [`serena_project: ${project} is gone`] }
}

/**
 * The reasons not to restore the extended tier. A checkpoint dated an hour or more in the future also counts
 * as old.
 */
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
    ...(isElsewhere ? ['extended: the prompt is about something else'] : []),
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

/** The critical tier is always restored, the extended tier only within an hour, the ephemeral tier never. */
export const TIERS = ['critical', 'extended', 'ephemeral'] as const
type StateTier = (typeof TIERS)[number]

/** What fields are computed from, besides the session itself. */
interface FieldInputs {
  readonly session: string
  /** Whether the evidence gate is enabled. */
  readonly gate: boolean
}

interface StateField {
  readonly name: string
  readonly tier: StateTier
  /** The source of the field in the session view; `-` if there is none. */
  readonly from: string
  /** Whether the field must survive a compaction. */
  readonly conserved?: true
  /** Whether the field may be dropped at a compaction. */
  readonly expires?: true
  of(session: Session, inputs: FieldInputs): unknown
}

type Critical = CheckpointDocument['state']['critical']
type Extended = NonNullable<CheckpointDocument['state']['extended']>
type FieldValues = { readonly [K in keyof (Critical & Extended)]-?: (Critical & Extended)[K] | undefined }
type ReadField<K extends keyof FieldValues> = (session: Session, inputs: FieldInputs) => FieldValues[K]

const critical = <K extends keyof Critical>(
  name: K,
  from: string,
  of: ReadField<K>,
  set: Pick<StateField, 'conserved'> = { conserved: true },
): StateField => ({ name, tier: 'critical', from, of, ...set })

const extended = <K extends keyof Extended>(
  name: K,
  from: string,
  of: ReadField<K>,
  set: Pick<StateField, 'conserved'> = {},
): StateField => ({ name, tier: 'extended', from, of, ...set })

const ephemeral = (
  name: string,
  from: string,
  of: StateField['of'] = () => undefined,
  set: Pick<StateField, 'expires'> = { expires: true },
): StateField => ({ name, tier: 'ephemeral', from, of, ...set })

const MAX_FILES = 50
const MAX_ERRORS = 10
const MAX_TEXT = 500

/** Every field of the state with its tier and source. Checkpoints and docs are derived from this list. */
export const FIELDS: readonly StateField[] = [
  critical('original_goal', 'work.originalGoal, else talk.firstPrompt', (s) => cut(originalGoal(s))),
  critical('goal_keywords', 'the words of original_goal', (s) => [...goalKeywords(s)]),
  critical('confidence', 'confidence.value', ({ confidence }) => confidence.value),
  critical('completion_confidence', 'session/confidence.ts', (s) => completionOf(s).value),
  critical('serena_activated', 'craft.tools', usesSerena),
  critical('serena_project', 'identity.checkout', (s) => (usesSerena(s) ? s.identity.checkout : undefined)),
  critical('ralph_mode', 'the setting stop.evidence-gate', (_, { gate }) => gate),
  critical('task_contract', 'work.goal and open work.tasks', contractOf),
  critical('pal_continuation_id', 'craft.continuation', ({ craft }) => craft.continuation, {}),
  critical('session_id', 'the id of the session', (_, { session }) => session),
  extended('files_read', 'craft.filesRead', ({ craft }) => craft.filesRead.slice(-MAX_FILES)),
  extended('files_edited', 'craft.files', (s) => filesThatWere(s, 'edited'), { conserved: true }),
  extended('files_created', 'craft.files', (s) => filesThatWere(s, 'created'), { conserved: true }),
  extended('tool_counts', 'craft.tools', ({ craft }) => ({ ...craft.tools })),
  extended('commands_succeeded', 'craft.successes', ({ craft }) =>
    craft.successes.map(({ command }) => command),
  ),
  extended('errors_unresolved', 'craft.failures', errorsOf, { conserved: true }),
  extended('turn_count', 'talk.turns', ({ talk }) => talk.turns),
  extended('nudge_history', 'carry.nudges', ({ carry }) =>
    carry.nudges.map(({ kind, at }) => ({ kind, at })),
  ),
  extended('repair_debt', 'craft.failures, craft.tests, proof.unproven', debtOf),
  ephemeral('edit_history', 'memory.hot', ({ memory }) => memory.hot),
  ephemeral('approach_history', '-'),
  ephemeral('progress_log', 'memory.recent', ({ memory }) => memory.recent, {}),
  ephemeral('framework_errors', 'capture.damage', ({ capture }) => capture.damage),
  ephemeral('evidence_ledger', 'work.evidence', ({ work }) => work.evidence),
  ephemeral('pending_files', '-'),
  ephemeral('pending_searches', '-'),
  ephemeral('pending_integration_greps', '-'),
  ephemeral('consecutive_blocks', '-'),
]

const namesOf = (fields: readonly StateField[]): ReadonlySet<string> =>
  new Set(fields.map(({ name }) => name))

export const fieldsOf = (tier: StateTier): readonly StateField[] =>
  FIELDS.filter((field) => field.tier === tier)
export const CONSERVATION_SET = namesOf(FIELDS.filter(({ conserved }) => conserved))
export const EXPIRATION_SET = namesOf(FIELDS.filter(({ expires }) => expires))

/** The fields of one tier that have a value. */
export const tierOf = (
  tier: StateTier,
  session: Session,
  inputs: FieldInputs,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fieldsOf(tier)
      .map(({ name, of }) => [name, of(session, inputs)] as const)
      .filter(([, value]) => value !== undefined),
  )

function cut(text: string | undefined): string | undefined {
  return text?.slice(0, MAX_TEXT)
}

function usesSerena({ craft }: Session): boolean {
  return Object.keys(craft.tools).some((tool) => /(?:^|_)serena(?:_|$)/i.test(tool))
}

/** The current goal and the open tasks. */
function contractOf({ work }: Session): string | undefined {
  const lines = [work.goal?.text, ...openItems(work.tasks).map(({ text }) => text)].filter((text) => text)
  return lines.length > 0
    ? lines
        .map((line) => truncateLine(line ?? '', 200))
        .join('\n')
        .slice(0, 2000)
    : undefined
}

function filesThatWere({ craft }: Session, change: 'created' | 'edited'): string[] {
  const files = craft.files.filter((file) => file.change === change)
  return files.slice(-MAX_FILES).map(({ path }) => path)
}

function errorsOf({ craft }: Session): string[] {
  return craft.failures.slice(-MAX_ERRORS).map(({ what }) => truncateLine(what, 200))
}

/** The number of known failures and untested changes. */
function debtOf({ craft, proof }: Session): number {
  const failing = craft.tests.filter(({ outcome }) => outcome === 'failed').length
  const commands = craft.failures.filter(({ test }) => test === undefined)
  return failing + commands.length + proof.unproven.length
}
