import type { NewEvent } from '../event/define.ts'
import type { SessionId } from '../event/identity.ts'
import type { Appended } from '../log/event-log.ts'
import { Problem } from '../problem.ts'

/**
 * The maximum number of attempts, far more than real writers need. An attempt fails only if another process
 * has appended.
 */
const MAX_ATTEMPTS = 500

/** An attempt to append at the end of a session. `behind`: the session was at `seq` instead of `expected`. */
type Attempt<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'behind'; readonly expected: number; readonly seq: number }
  /** The next attempt will be different, so retrying is worthwhile. */
  | { readonly kind: 'again' }

export const done = <T>(result: T): Attempt<T> => ({ kind: 'done', result })
export const again: Attempt<never> = { kind: 'again' }
export const behind = (expected: number, { seq }: { readonly seq: number }): Attempt<never> => ({
  kind: 'behind',
  expected,
  seq,
})

/**
 * Repeats an attempt while other processes append first. All retries must use this loop: if the view and the log
 * disagree although no other process appends, no attempt can succeed, so the loop throws instead of continuing.
 */
export async function retryAppend<T>(session: SessionId, attempt: () => Promise<Attempt<T>>): Promise<T> {
  let last: { readonly expected: number; readonly seq: number } | undefined
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const tried = await attempt()
    if (tried.kind === 'done') return tried.result
    if (tried.kind === 'again') continue
    // Events and views are committed together, so a fresh view has at least the events of the last attempt.
    if (last && tried.expected === last.expected && tried.seq === last.seq) throw viewDamaged(session)
    last = tried
  }
  throw new Problem({
    code: 'log-busy',
    message: `other processes keep writing to session ${session}`,
    fix: 'try again',
    outcome: 'busy',
  })
}

const viewDamaged = (session: SessionId): Problem =>
  new Problem({
    code: 'log-damaged',
    message: `the view of session ${session} does not match its events`,
    fix: 'leftoff rebuild   (rebuilds every view from the log; if that does not help: leftoff verify --salvage)',
    outcome: 'damaged',
  })

export const isDamage = (error: unknown): boolean => error instanceof Problem && error.outcome === 'damaged'

/**
 * For work on several sessions: damage to one must not stop work on the others. `verify` reports the damage.
 */
export async function unlessDamaged<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!isDamage(error)) throw error
    return undefined
  }
}

interface AppendedRest {
  /** The last result, which is never a conflict. Undefined if every event conflicts. */
  readonly appended: Exclude<Appended, { kind: 'conflict' }> | undefined
  /** The events, except those whose ids are already stored with different content. */
  readonly rest: readonly NewEvent[]
}

/** Appends the events, but skips an id that is already stored with different content: the stored event wins. */
export async function appendUnstored(
  facts: readonly NewEvent[],
  append: (rest: readonly NewEvent[]) => Promise<Appended>,
): Promise<AppendedRest> {
  let rest = facts
  while (rest.length > 0) {
    const appended = await append(rest)
    if (appended.kind !== 'conflict') return { appended, rest }
    const { stored } = appended
    const fewer = rest.filter(({ id }) => id !== stored.id)
    if (fewer.length === rest.length) throw foreignConflict(stored.id)
    rest = fewer
  }
  return { appended: undefined, rest }
}

/** A conflict with an event that is not in the batch. Only a damaged index can return one. */
const foreignConflict = (id: string): Problem =>
  new Problem({
    code: 'log-damaged',
    message: `the log reports a conflict with event ${id}, which was not in the batch`,
    fix: 'leftoff rebuild   (rebuilds the indexes; if that does not help: leftoff verify --salvage)',
    outcome: 'damaged',
  })
