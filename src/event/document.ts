import * as v from 'valibot'
import { once } from '../once.ts'
import { attempt } from '../problem.ts'
import type { JsonObject } from './canonical-json.ts'
import { OCCASIONS, PHASES } from './context.ts'
import { Count, Label, Moment, Origin, Text } from './fields.ts'
/**
 * The kinds of documents. A document is read as a unit, perhaps by a different release or on another machine.
 */
export const DOCUMENT_KINDS = ['checkpoint', 'handoff', 'progress', 'inherited', 'export'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

const Percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100))

const checkpointShape = once(() =>
  v.strictObject({
    document: v.literal('checkpoint'),
    schema: Count,
    session: Label,
    at: Moment,
    occasion: v.picklist(OCCASIONS),
    phase: v.picklist(PHASES),
    state: v.strictObject({
      critical: v.strictObject({
        original_goal: v.optional(Text),
        goal_keywords: v.array(Label),
        confidence: Percent,
        completion_confidence: Percent,
        serena_activated: v.boolean(),
        serena_project: v.optional(Label),
        ralph_mode: v.boolean(),
        task_contract: v.optional(Text),
        pal_continuation_id: v.optional(Label),
        session_id: Label,
      }),
      extended: v.optional(
        v.strictObject({
          files_read: v.array(Label),
          files_edited: v.array(Label),
          files_created: v.array(Label),
          tool_counts: v.record(v.string(), Count),
          commands_succeeded: v.array(Text),
          errors_unresolved: v.array(Text),
          turn_count: Count,
          nudge_history: v.array(v.strictObject({ kind: Label, at: Moment })),
          repair_debt: Count,
        }),
      ),
    }),
  }),
)

const handoffShape = once(() =>
  v.strictObject({
    document: v.literal('handoff'),
    schema: Count,
    session: Label,
    at: Moment,
    agent: Label,
    project: Label,
    to: v.optional(Label),
    summary: v.strictObject({
      goal: v.optional(Text),
      done: v.array(Text),
      decided: v.array(Text),
      blocked: v.array(Text),
      next: v.array(Text),
      files: v.array(Text),
      evidence: v.array(Text),
      facts: v.optional(v.array(Text)),
      failing: v.optional(v.array(Text)),
      asked: v.optional(Text),
      answer: v.optional(Text),
      branch: v.optional(Label),
      head: v.optional(Label),
    }),
  }),
)

const progressShape = once(() =>
  v.strictObject({
    document: v.literal('progress'),
    schema: Count,
    session: Label,
    at: Moment,
    agent: Label,
    project: Label,
    log: v.strictObject({
      startedAt: Moment,
      turns: Count,
      /** What happened, oldest first. */
      entries: v.array(v.strictObject({ at: Moment, text: Text })),
    }),
  }),
)

const itemShape = once(() =>
  v.strictObject({
    /** The id of the event that recorded the item, in whichever session. A branch uses this id to close the item. */
    id: Label,
    text: Text,
    at: Moment,
    why: v.exactOptional(Text),
    origin: v.exactOptional(Origin),
    kind: v.exactOptional(Label),
    closedAt: v.exactOptional(Moment),
  }),
)

/** The work of a session as of one of its events, for a branch that starts there. */
const inheritedShape = once(() => {
  const items = v.array(itemShape())
  return v.strictObject({
    document: v.literal('inherited'),
    schema: Count,
    originalGoal: v.exactOptional(itemShape()),
    goal: v.exactOptional(itemShape()),
    decisions: items,
    blockers: items,
    actions: items,
    tasks: items,
    facts: items,
    evidence: items,
    files: v.array(
      v.strictObject({
        path: Label,
        change: v.picklist(['created', 'edited', 'deleted', 'renamed']),
        times: Count,
        at: Moment,
      }),
    ),
  })
})

export type Inherited = v.InferOutput<ReturnType<typeof inheritedShape>>

/** The first line of an exported session. Its events follow, one per line. */
const exportShape = once(() =>
  v.strictObject({
    document: v.literal('export'),
    schema: Count,
    session: Label,
    at: Moment,
    /**
     * The ancestors, oldest first, each up to the event at which the next one branches off; then the session
     * itself.
     */
    sessions: v.pipe(
      v.array(v.strictObject({ session: Label, events: v.pipe(Count, v.minValue(1)) })),
      v.minLength(1),
    ),
  }),
)

export type ExportHead = v.InferOutput<ReturnType<typeof exportShape>>
export type CheckpointDocument = v.InferOutput<ReturnType<typeof checkpointShape>>
export type ProgressDocument = v.InferOutput<ReturnType<typeof progressShape>>
export type HandoffDocument = v.InferOutput<ReturnType<typeof handoffShape>>
interface Documents {
  readonly checkpoint: CheckpointDocument
  readonly handoff: HandoffDocument
  readonly progress: ProgressDocument
  readonly inherited: Inherited
  readonly export: ExportHead
}

/** Migrates a document from schema n to n + 1. Pure; never edited once released. */
type Migration = (old: JsonObject) => JsonObject
interface DocumentDefinition<T> {
  /** The version that this release writes. */
  readonly schema: number
  readonly shape: () => v.GenericSchema<unknown, T>
  /** The step at index 0 migrates schema 1 to 2. */
  readonly migrations: readonly Migration[]
}
export type DocumentRegistry = { readonly [K in DocumentKind]: DocumentDefinition<Documents[K]> }

export const DOCUMENTS: DocumentRegistry = {
  checkpoint: { schema: 1, shape: checkpointShape, migrations: [] },
  handoff: { schema: 1, shape: handoffShape, migrations: [] },
  progress: { schema: 1, shape: progressShape, migrations: [] },
  inherited: { schema: 1, shape: inheritedShape, migrations: [] },
  export: { schema: 1, shape: exportShape, migrations: [] },
}

type DocumentResult<T> =
  | { readonly kind: 'document'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: string }

/** Migrates and validates a stored document. Never throws. */
export function openDocument<K extends DocumentKind>(
  kind: K,
  stored: JsonObject,
  registry: DocumentRegistry = DOCUMENTS,
): DocumentResult<Documents[K]> {
  const { schema, shape, migrations }: DocumentDefinition<Documents[K]> = registry[kind]
  const found = stored.schema
  if (typeof found !== 'number' || !Number.isInteger(found) || found < 1)
    return refused(`this ${kind} has no schema number`)
  if (found > schema)
    return refused(
      `this ${kind} has schema ${found}, but this release supports up to ${schema}: update leftoff to read it`,
    )
  const current = migrated(stored, migrations.slice(found - 1, schema - 1))
  if (!current) return refused(`this ${kind} cannot be migrated from schema ${found} to ${schema}`)
  const result = v.safeParse(shape(), { ...current, schema })
  if (result.success) return { kind: 'document', value: result.output }
  const [issue] = result.issues
  return refused(
    `this ${kind} does not match its schema: ${v.getDotPath(issue) ?? 'the document'} is invalid`,
  )
}

const refused = (reason: string): DocumentResult<never> => ({ kind: 'refused', reason })

/**
 * The migrated document; undefined if a migration throws because the document does not match its stated
 * schema.
 */
function migrated(stored: JsonObject, steps: readonly Migration[]): JsonObject | undefined {
  return attempt(() => steps.reduce((shape, step) => step(shape), stored))
}
