import { isActivity } from '../../event/catalogue.ts'
import type { NewEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import { SessionResumed } from '../../event/session.ts'
import type { Appended, Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import type { Observation } from '../../session/state.ts'
import { again, appendUnstored, behind, done, retryAppend } from '../append-retry.ts'
import { dueEvents, observationOf, reopenEvents } from '../lifecycle/advance-state.ts'
import type { World } from '../world.ts'

export interface RecordOptions {
  /**
   * For events derived from the log: if content was forgotten since this generation, nothing is stored and
   * the result is `moved`.
   */
  readonly generation?: number
  /**
   * Whether the events come from the spool. If so, it is unknown whether the process died before or after
   * them.
   */
  readonly delivered?: boolean
}

/** Stores events of a session, preceded by overdue state changes. Resolves when they are safe on disk. */
export async function record(
  world: World,
  session: SessionId,
  facts: readonly NewEvent[],
  options: RecordOptions = {},
): Promise<Appended> {
  const stored = new Set<string>()
  return retryAppend<Appended>(session, async () => {
    const viewed = await world.log.view(session)
    const expectedSeq = viewed?.seq ?? 0
    const { generation } = options
    const due = viewed ? prefaceOf(world, viewed, facts, options) : []
    const preface = due.filter(({ id }) => !stored.has(id))
    const appended = await world.log.append(session, facts, {
      expectedSeq,
      preface,
      ...(generation !== undefined && { generation }),
    })
    if (appended.kind === 'moved') {
      // If content was forgotten since then, the caller decides what to do.
      const isOutdated = generation !== undefined && (await world.log.generation()) !== generation
      return isOutdated ? done(appended) : behind(expectedSeq, appended)
    }
    if (appended.kind !== 'conflict' || !preface.some(({ id }) => id === appended.stored.id))
      return done(appended)
    stored.add(appended.stored.id) // this state change is already stored, with other details
    return again
  })
}

interface RecordResult {
  readonly stored: number
  readonly duplicates: number
}

/**
 * For events that an agent may report again, later or by another route: if an id is already stored, the
 * stored event wins; the other events are stored.
 */
export async function recordOnce(
  world: World,
  session: SessionId,
  facts: readonly NewEvent[],
  options: RecordOptions = {},
): Promise<RecordResult> {
  const { appended, rest } = await appendUnstored(facts, (left) => record(world, session, left, options))
  const stored = appended?.kind === 'appended' ? rest.length - appended.duplicates : 0
  return { stored, duplicates: facts.length - stored }
}

/** State changes that were already overdue when the events occurred. A later call records any others. */
function prefaceOf(
  world: World,
  viewed: Viewed<Session>,
  facts: readonly NewEvent[],
  { delivered = false }: RecordOptions,
): readonly NewEvent[] {
  const { now, evidence, limits } = observationOf(world, viewed.view)
  const isUncertain = delivered && evidence === 'gone'
  const observation: Observation = {
    now: Math.min(now, newest(facts)),
    evidence: isUncertain ? 'unknown' : evidence,
    limits,
  }
  const activity = facts.filter(({ type }) => isActivity(type))
  const process = isUncertain || evidence === 'alive' ? viewed.view.identity.process : undefined
  const hasResume = facts.some(({ type }) => type === SessionResumed.type)
  const reopened =
    activity.length > 0 && !hasResume
      ? reopenEvents(viewed, observation, { at: newest(activity), process })
      : []
  return [...dueEvents(world, viewed, observation), ...reopened]
}

const newest = (facts: readonly NewEvent[]): number =>
  facts.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY)
