import { isActivity } from '../../event/activity.ts'
import type { NewEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import { SessionResumed } from '../../event/session.ts'
import type { Appended, Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import type { Observation } from '../../session/state.ts'
import { dueEvents, observationOf, reopenEvents } from '../lifecycle/advance-state.ts'
import type { World } from '../world.ts'

export interface RecordOptions {
  /** The events come from the spool, so the process may have died before or after them. */
  readonly delivered?: boolean
}

/** Stores events of a session, preceded by overdue state changes. Resolves when they are safe on disk. */
export async function record(
  world: World,
  session: SessionId,
  facts: readonly NewEvent[],
  options: RecordOptions = {},
): Promise<Appended> {
  for (;;) {
    const viewed = await world.log.view(session)
    const preface = viewed ? prefaceOf(world, viewed, facts, options) : []
    const appended = await world.log.append(session, facts, { expectedSeq: viewed?.seq ?? 0, preface })
    if (appended.kind !== 'moved') return appended // another process appended first: retry
  }
}

interface RecordResult {
  readonly stored: number
  readonly duplicates: number
}

/**
 * For events that an agent may report again, later or by another route: the first event stored under an id wins, and
 * the rest are stored.
 */
export async function recordOnce(
  world: World,
  session: SessionId,
  facts: readonly NewEvent[],
  options: RecordOptions = {},
): Promise<RecordResult> {
  let rest = facts
  while (rest.length > 0) {
    const appended = await record(world, session, rest, options)
    if (appended.kind === 'appended') {
      const stored = rest.length - appended.duplicates
      return { stored, duplicates: facts.length - stored }
    }
    if (appended.kind !== 'conflict') break
    rest = rest.filter(({ id }) => id !== appended.stored.id)
  }
  return { stored: 0, duplicates: facts.length }
}

/** State changes up to the time of the events. Later ones are recorded by later reads. */
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
