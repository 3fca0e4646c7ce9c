import type { KnownEvent, KnownEventOf } from '../event/catalogue.ts'
import { STUCK } from '../event/turn.ts'
import { once } from '../once.ts'
import { letterPattern } from '../text/words.ts'
import type { Activity } from './files-and-commands.ts'
import { type Fold, last } from './fold.ts'
import { openItems, type Work } from './noted-work.ts'
import type { Proof } from './test-runs.ts'

/** Reasons that change the confidence in a session, with weights. docs/reference/session-state.md shows this table. */
export const WEIGHTS = {
  'tests passed': 8,
  'user confirmed': 8,
  'build passed': 5,
  'evidence noted': 5,
  'blocker cleared': 4,
  'action done': 2,
  'command failed': -2,
  'blocker met': -4,
  'agent stuck': -4,
  'user interrupted': -5,
  'build failed': -6,
  'edit reverted': -6,
  'tests failed': -8,
  'user corrected': -10,
  'session crashed': -10,
} as const
export type Reason = keyof typeof WEIGHTS

/** The initial value, which is neutral. */
export const UNDECIDED = 50

interface EditFingerprint {
  readonly path: string
  readonly before: number
  readonly after: number
}

/** Confidence in the agent's work from 0 to 100, derived only from the events of the session. */
export interface Confidence {
  readonly value: number
  /** The last reasons that changed the value. */
  readonly recent: readonly { readonly at: number; readonly reason: Reason; readonly change: number }[]
  /** Fingerprints of the last edits, to detect an edit that undoes another. */
  readonly edits: readonly EditFingerprint[]
}

const MAX_RECENT = 5
const MAX_EDITS = 20

export const confidence: Fold<Confidence> = {
  initial: { value: UNDECIDED, recent: [], edits: [] },
  apply(state, event) {
    const edit = editIn(event)
    const moved = reasonsFor(state, event, edit).reduce<Confidence>(
      (now, reason) => applyReason(now, reason, event.at),
      state,
    )
    return edit ? { ...moved, edits: last([...moved.edits, edit], MAX_EDITS) } : moved
  },
}

function applyReason(state: Confidence, reason: Reason, at: number): Confidence {
  const value = Math.min(100, Math.max(0, state.value + WEIGHTS[reason]))
  const change = value - state.value
  return { ...state, value, recent: last([...state.recent, { at, reason, change }], MAX_RECENT) }
}

function reasonsFor(
  state: Confidence,
  event: KnownEvent,
  edit: EditFingerprint | undefined,
): readonly Reason[] {
  switch (event.type) {
    case 'test.ran':
      return [event.outcome === 'passed' ? 'tests passed' : 'tests failed']
    case 'tool.returned':
      return reasonsOfTool(event)
    case 'file.changed':
      return isUndoing(state.edits, edit) ? ['edit reverted'] : []
    case 'prompt.submitted':
      return isConfirmation(event) ? ['user confirmed'] : []
    case 'agent.noticed':
      return event.kind === STUCK ? ['agent stuck'] : []
    default:
      return BY_TYPE[event.type] ?? []
  }
}

const BY_TYPE: Partial<Record<KnownEvent['type'], readonly Reason[]>> = {
  'correction.heard': ['user corrected'],
  'turn.interrupted': ['user interrupted'],
  'evidence.found': ['evidence noted'],
  'blocker.met': ['blocker met'],
  'blocker.cleared': ['blocker cleared'],
  'action.done': ['action done'],
  'session.crashed': ['session crashed'],
}

const MAX_COMMAND = 4000
/**
 * Looks for a program name first, because with the pattern alone, a hook that stores twenty commands would
 * wait 3 ms.
 */
const mayBuild = (line: string): boolean => line.split(/\W+/).some((word) => BUILDERS().has(word))
const BUILDERS = once(
  () =>
    new Set(
      'npm pnpm yarn bun tsc vite next webpack cargo go make cmake gradle gradlew mvn mvnw dotnet swift zig'.split(
        ' ',
      ),
    ),
)
const BUILD =
  /(?:^|&&|\|\||;|\n)\s{0,20}(?:npx\s+)?(?:(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?build\b|tsc\b|(?:vite|next|webpack)\s+build\b|cargo\s+(?:build|check|clippy)\b|go\s+(?:build|vet)\b|make(?!\s+(?:test|check)\b)(?=\s|$)|cmake\s+--build\b|(?:\.\/)?gradlew?\s+(?:build|assemble)\b|(?:\.\/)?mvnw?\s+(?:compile|package|install)\b|dotnet\s+build\b|swift\s+build\b|zig\s+build(?!\s+test))/
const REVERT =
  /\bgit\s+(?:checkout\s+(?:--|\.)(?=\s|$)|restore\s+(?!--staged)|reset\s+--hard\b|revert\b|stash(?!\s+(?:pop|apply|list|show|drop))(?=\s|$))/

/** A failed test run also counts as a failed command. */
function reasonsOfTool({ command, outcome }: KnownEventOf<'tool.returned'>): readonly Reason[] {
  if (!command || outcome === 'interrupted') return []
  const line = command.slice(0, MAX_COMMAND)
  if (mayBuild(line) && BUILD.test(line)) return [outcome === 'ok' ? 'build passed' : 'build failed']
  if (outcome === 'failed') return ['command failed']
  return line.includes('git') && REVERT.test(line) ? ['edit reverted'] : []
}

function editIn(event: KnownEvent): EditFingerprint | undefined {
  if (event.type !== 'file.changed' || event.before === undefined || event.after === undefined)
    return undefined
  return { path: event.path, before: fingerprint(event.before), after: fingerprint(event.after) }
}

const isUndoing = (edits: readonly EditFingerprint[], edit: EditFingerprint | undefined): boolean =>
  edit !== undefined &&
  edit.before !== edit.after &&
  edits.some((one) => one.path === edit.path && one.before === edit.after && one.after === edit.before)

/** FNV-1a, which is good enough to distinguish twenty strings. */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

const MAX_CONFIRMATION = 120
const CONFIRMS =
  '^(?:yes|yep|yeah|thanks|thank you|great|perfect|excellent|awesome|nice|well done|lgtm|exactly|correct|(?:that|this|it) works|works|looks good|good job|ship it|danke|perfekt|merci|parfait|gracias|perfecto)'
const RESTRICTS = "(?:but|not|no|never|don't|doesn't|however|except|still|wrong|instead|aber|nicht|mais|pero)"
const confirms = letterPattern(
  new RegExp(`${CONFIRMS}(?![a-z0-9])`),
  () => new RegExp(`${CONFIRMS}(?![\\p{L}\\p{N}])`, 'iu'),
)
const restricts = letterPattern(
  new RegExp(`(?<![a-z])${RESTRICTS}(?![a-z])`),
  () => new RegExp(`(?<!\\p{L})${RESTRICTS}(?!\\p{L})`, 'iu'),
)

/** Whether the prompt is a short confirmation by the user, without a restriction such as `but`. */
function isConfirmation({ text, origin }: KnownEventOf<'prompt.submitted'>): boolean {
  if (text.length > MAX_CONFIRMATION || (origin !== undefined && origin !== 'user')) return false
  const lower = text.trim().toLowerCase()
  return confirms(lower).test(lower) && !restricts(lower).test(lower)
}

/** Signs that a session's task is done or not done, with weights. docs/reference/session-state.md shows this table. */
export const COMPLETION = {
  start: 20,
  'tests passed after the last edit': 30,
  'evidence noted': 10,
  'nothing is left to do': 10,
  'open blocker': -15,
  'code changed since tests passed': -20,
  'last tests failed': -30,
  'open action or task': -5,
  'command still failing': -5,
} as const
type CompletionReason = Exclude<keyof typeof COMPLETION, 'start'>

/** The maximum number of times that a reason counts. */
const MAX_COUNTS: Partial<Record<CompletionReason, number>> = {
  'evidence noted': 3,
  'open blocker': 2,
  'open action or task': 4,
  'command still failing': 3,
}

export interface Completion {
  /** From 0 to 100. */
  readonly value: number
  readonly because: readonly { readonly reason: CompletionReason; readonly change: number }[]
}

/** The parts of a session that its completion is computed from. */
interface CompletionInputs {
  readonly craft: Pick<Activity, 'tests' | 'failures'>
  readonly work: Work
  readonly proof: Proof
  readonly confidence: Confidence
}

/** Confidence that the task is done, based on evidence and not on the agent's claims. */
export function completionOf(session: CompletionInputs): Completion {
  const because = Object.entries(countsOf(session)).flatMap(([reason, count]) => {
    const known = reason as CompletionReason
    const change = COMPLETION[known] * Math.min(count, MAX_COUNTS[known] ?? 1)
    return change === 0 ? [] : [{ reason: known, change }]
  })
  const sum = because.reduce<number>((total, { change }) => total + change, COMPLETION.start)
  const lean = Math.round((session.confidence.value - 50) / 5)
  return { value: Math.min(100, Math.max(0, sum + lean)), because }
}

/** Whether there is evidence: tests passed and no code has changed since, or evidence was noted. */
export const isProven = ({ proof, work }: Pick<CompletionInputs, 'proof' | 'work'>): boolean =>
  work.evidence.length > 0 || (proof.passedAt !== undefined && proof.unproven.length === 0)

function countsOf({ craft, work, proof }: CompletionInputs): Readonly<Record<CompletionReason, number>> {
  const todo = [...openItems(work.actions), ...openItems(work.tasks)].length
  const done = work.actions.length + work.tasks.length - todo
  const isTested = proof.passedAt !== undefined && proof.unproven.length === 0
  const hasFailing = craft.tests.some(({ outcome }) => outcome === 'failed')
  return {
    'tests passed after the last edit': Number(isTested && !hasFailing),
    'evidence noted': work.evidence.length,
    'nothing is left to do': Number(todo === 0 && done > 0),
    'open blocker': openItems(work.blockers).length,
    'code changed since tests passed': Number(proof.unproven.length > 0),
    'last tests failed': Number(hasFailing),
    'open action or task': todo,
    'command still failing': craft.failures.filter(({ test }) => test === undefined).length,
  }
}
