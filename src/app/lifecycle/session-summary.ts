import type { SessionId } from '../../event/identity.ts'
import type { RecoveryAction } from '../../event/session.ts'
import type { Viewed } from '../../log/event-log.ts'
import { phaseOf } from '../../session/identity.ts'
import { languageOf, type Session } from '../../session/session.ts'
import { durationOf, type LifeState, quietFor, stateNow } from '../../session/state.ts'
import { type SessionTitle, titleOf } from '../../session/title.ts'
import { truncateLine } from '../../text/truncate.ts'
import type { World } from '../world.ts'
import { observationOf } from './advance-state.ts'

/** One session in a list. This shape is public: `--json` prints it. */
export interface Summary {
  readonly id: SessionId
  /** The current state, computed from the log, the clock and the process. */
  readonly state: LifeState
  readonly agent: string
  readonly agentVersion?: string
  readonly project: { readonly id: string; readonly name: string }
  readonly checkout: string
  readonly directory: string
  readonly branch?: string
  readonly head?: string
  readonly language?: string
  readonly phase?: string
  /** The title of the session. `titleBy` says who set it. */
  readonly title?: string
  readonly titleBy?: SessionTitle['by']
  readonly tags: readonly string[]
  /** Present only for a branch: the event at which it starts, and its name. */
  readonly parent?: { readonly session: string; readonly seq: number }
  readonly name?: string
  readonly startedAt: number
  readonly lastActivityAt: number
  readonly endedAt?: number
  readonly endedBy?: string
  /** The recovery note, if the session had crashed. */
  readonly recovered?: string
  /** Whether the session was recovered at the start of another session, and what the recovery did. */
  readonly autoRecovered?: boolean
  readonly recoveryActions?: readonly RecoveryAction[]
  readonly completed: boolean
  readonly archived: boolean
  readonly durationMs: number
  readonly quietMs: number
  readonly turns: number
  readonly tools: number
  readonly files: number
  readonly corrections: number
  readonly events: number
  readonly process?: { readonly pid: number; readonly evidence: 'alive' | 'gone' | 'unknown' }
}

/** `about` is the session's title, otherwise its goal, last prompt or last next action. */
export interface ListedSession extends Summary {
  readonly about: string
}

export const listedSession = (world: World, seen: Viewed<Session>): ListedSession => ({
  ...summarizeSession(world, seen),
  about: aboutOf(seen.view),
})

const aboutOf = (view: Session): string => {
  const { work, talk } = view
  const text = titleOf(view)?.text ?? work.goal?.text ?? talk.lastPrompt ?? work.actions.at(-1)?.text
  return truncateLine(text ?? '', 200)
}

export function summarizeSession(world: World, { session, view }: Viewed<Session>): Summary {
  const { life, identity, talk, craft, tally } = view
  const observation = observationOf(world, view)
  const language = languageOf(view)
  const title = titleOf(view)
  const phase = phaseOf(identity)
  return {
    id: session,
    state: stateNow(life, observation),
    agent: identity.agent,
    ...(identity.agentVersion && { agentVersion: identity.agentVersion }),
    project: identity.project,
    checkout: identity.checkout,
    directory: identity.directory,
    ...(identity.branch && { branch: identity.branch }),
    ...(identity.head && { head: identity.head }),
    ...(language && { language }),
    ...(phase && { phase }),
    tags: identity.tags,
    ...(identity.parent !== undefined && {
      parent: { session: identity.parent, seq: identity.parentSeq ?? 0 },
    }),
    ...(identity.branchName !== undefined && { name: identity.branchName }),
    startedAt: life.startedAt,
    lastActivityAt: life.lastActivityAt,
    ...(life.endedAt !== undefined && { endedAt: life.endedAt }),
    ...(life.endTrigger && { endedBy: life.endTrigger }),
    ...(life.endTrigger === 'recovered' && { recovered: life.recoveryNote ?? '' }),
    ...(life.recovery && {
      autoRecovered: life.recovery.automatic,
      recoveryActions: life.recovery.actions,
    }),
    completed: life.completedAt !== undefined,
    archived: life.archivedAt !== undefined,
    durationMs: durationOf(life),
    quietMs: quietFor(life, observation.now),
    turns: talk.turns,
    tools: Object.values(craft.tools).reduce((sum, n) => sum + n, 0),
    files: craft.files.length,
    corrections: talk.corrections.length,
    events: tally.events,
    ...(title && { title: title.text, titleBy: title.by }),
    ...(identity.process && { process: { pid: identity.process.pid, evidence: observation.evidence } }),
  }
}
