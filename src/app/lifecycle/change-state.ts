import { sessionIdOf } from '../../agent/event-draft.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import { isSameProcess, type ProcessRef } from '../../event/fields.ts'
import { derivedId } from '../../event/identity.ts'
import { type EndTrigger, SessionCompleted, SessionEnded, SessionSuspended } from '../../event/session.ts'
import type { Viewed } from '../../log/event-log.ts'
import { Problem } from '../../problem.ts'
import type { Session } from '../../session/session.ts'
import { isLegal, type LifeState, legalMoves, type StateMove, stateNow } from '../../session/state.ts'
import { durationText } from '../../text/time.ts'
import { behind, done, retryAppend, unlessDamaged } from '../append-retry.ts'
import type { HookCall } from '../ingest/ingest.ts'
import { record } from '../ingest/record.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'
import { dueEvents, observationOf, resumedEvent } from './advance-state.ts'
import { closeSession } from './close-session.ts'
import { unknownSession } from './find-session.ts'

export type StateChange =
  | { readonly move: 'end'; readonly trigger: EndTrigger; readonly reason?: string }
  | { readonly move: 'suspend'; readonly reason?: string }
  | { readonly move: 'complete'; readonly note?: string }
  | {
      readonly move: 'resume'
      readonly trigger: 'command' | 'hook'
      readonly process?: ProcessRef | undefined
    }

/** Moves a session to another state. An illegal move is an error that names the legal ones. */
export async function changeState(
  world: World,
  session: Viewed<Session>['session'],
  asked: StateChange,
): Promise<Viewed<Session>> {
  const changed = await moved(world, session, asked)
  return asked.move === 'end' ? closeSession(world, changed) : changed
}

function moved(
  world: World,
  session: Viewed<Session>['session'],
  asked: StateChange,
): Promise<Viewed<Session>> {
  return retryAppend(session, async () => {
    const seen = await world.log.view(session)
    if (!seen) throw unknownSession(session)
    const state = stateNow(seen.view.life, observationOf(world, seen.view))
    if (!isLegal(state, asked.move)) throw illegalTransition(world, seen, state, asked.move)
    const facts = redactEvents(world, [...dueEvents(world, seen), eventOf(world, asked)])
    const appended = await world.log.append(session, facts, { expectedSeq: seen.seq })
    if (appended.kind === 'moved') return behind(seen.seq, appended) // another process appended: check again
    return done((await world.log.view(session)) ?? seen)
  })
}

function eventOf(world: World, asked: StateChange): NewEvent {
  const heading = { id: world.ids.event(), at: world.clock.now() }
  switch (asked.move) {
    case 'end':
      return fact(SessionEnded, heading, {
        trigger: asked.trigger,
        ...(asked.reason && { reason: asked.reason }),
      })
    case 'suspend':
      return fact(SessionSuspended, heading, { ...(asked.reason && { reason: asked.reason }) })
    case 'complete':
      return fact(SessionCompleted, heading, { ...(asked.note && { note: asked.note }) })
    case 'resume':
      return resumedEvent(heading, asked.trigger, asked.process)
  }
}

const COMMANDS: Partial<Record<StateMove, string>> = {
  resume: 'resume',
  suspend: 'suspend',
  end: 'end',
  complete: 'complete',
}

function illegalTransition(world: World, seen: Viewed<Session>, state: LifeState, asked: StateMove): Problem {
  const quiet = Math.max(0, world.clock.now() - seen.view.life.lastActivityAt)
  const possible = legalMoves(state).flatMap((legal) => COMMANDS[legal] ?? [])
  return new Problem({
    code: 'illegal-transition',
    message: `cannot ${asked} session ${seen.session}: it is ${state} (last activity ${durationText(quiet)} ago)`,
    fix: possible.map((command) => `leftoff session ${command} ${seen.session}`).join('   or   '),
  })
}

/**
 * Ends the earlier session of a process that has switched to another session. The client sends no end event for
 * the earlier one, and it did not crash.
 */
export async function endSuperseded(world: World, agent: string, call: HookCall): Promise<void> {
  const { hook, at } = call
  const own = sessionIdOf(agent, hook.session)
  // Not every client announces a new session, so the first event of an unknown session also starts it.
  const isNew = hook.turn?.kind === 'start' || !(await world.log.view(own))
  const running = isNew ? call.process?.() : undefined
  if (!running) return
  for (const { session, view } of await world.log.views({ projects: world.place.projectIds, open: true })) {
    const { identity } = view
    if (session === own || identity.agent !== agent || !isSameProcess(identity.process, running)) continue
    const id = derivedId('evt', 'superseded', session, own, String(view.life.resumes))
    const reason = `its process continued with session ${own}`
    const ended = fact(SessionEnded, { id, at }, { trigger: 'hook', reason })
    await unlessDamaged(async () => {
      await record(world, session, [ended])
      const closed = await world.log.view(session)
      if (closed) await closeSession(world, closed)
    })
  }
}
