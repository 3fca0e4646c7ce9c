import type { AgentAdapter } from '../../agent/adapter.ts'
import { eventFromDraft, sessionIdOf } from '../../agent/event-draft.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import type { ProcessRef } from '../../event/fields.ts'
import { derivedId, type EventId, type SessionId } from '../../event/identity.ts'
import { SessionEnded, SessionResumed, SessionStarted } from '../../event/session.ts'
import { TurnInterrupted } from '../../event/turn.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { isOpen, stateNow } from '../../session/state.ts'
import { observationOf } from '../lifecycle/advance-state.ts'
import type { World } from '../world.ts'
import { type HookCall, placeOfCall, sessionStartedEvent } from './hook-call.ts'
import { type RecordOptions, recordOnce } from './record.ts'
import { redactEvents } from './redact-events.ts'
import { fileSnapshotEvents } from './snapshot-files.ts'

interface IngestResult {
  readonly session: SessionId
  readonly stored: number
  readonly duplicates: number
}

/**
 * Stores hook calls from one client session, in order. Repetition changes nothing: event ids derive from the payload,
 * and the session's state is recorded only when it changes.
 */
export async function ingest(
  world: World,
  agent: AgentAdapter,
  calls: readonly HookCall[],
  options: RecordOptions = {},
): Promise<IngestResult> {
  const [first] = calls
  if (!first) throw new Error('no hook calls')
  const ingestion = new Ingestion(world, agent, first, options)
  for (const call of calls) await ingestion.add(call)
  await ingestion.store()
  return { session: ingestion.session, stored: ingestion.stored, duplicates: ingestion.duplicates }
}

/** For clients that do not report interruptions: a second prompt without an answer in between reveals one. */
export function interruptionBefore(
  viewed: Viewed<Session> | undefined,
  prompt: NewEvent,
): NewEvent | undefined {
  const { answering, lastPromptAt = 0 } = viewed?.view.talk ?? {}
  const isRedelivered = answering === prompt.id || prompt.at < lastPromptAt
  if (!viewed || answering === undefined || isRedelivered) return undefined
  const id = derivedId('evt', viewed.session, TurnInterrupted.type, answering)
  return fact(TurnInterrupted, { id, at: prompt.at }, { reason: 'before it had answered' })
}

/** Collects events until the session's state must be read, so that a complete turn is one transaction. */
class Ingestion {
  readonly session: SessionId
  stored = 0
  duplicates = 0
  #facts: NewEvent[] = []
  #last: HookCall
  readonly #world: World
  readonly #agent: AgentAdapter
  readonly #options: RecordOptions

  constructor(world: World, agent: AgentAdapter, first: HookCall, options: RecordOptions) {
    this.#world = world
    this.#agent = agent
    this.#last = first
    this.#options = options
    this.session = sessionIdOf(agent.name, first.hook.session)
  }

  async add(call: HookCall): Promise<void> {
    this.#last = call
    const { turn, drafts } = call.hook
    if (turn?.kind === 'start') await this.#begin(call, turn.source === 'compact')
    const heading = { agent: this.#agent.name, session: call.hook.session, receivedAt: call.at }
    const facts = drafts.map((draft) => eventFromDraft(heading, draft))
    if (turn?.kind === 'prompt') await this.#noticeInterruption(facts)
    for (const one of facts) this.#add(one)
    if (turn?.kind === 'end') await this.#end(call, turn.reason)
  }

  async store(): Promise<void> {
    if (this.#facts.length === 0) return
    const viewed = await this.#world.log.view(this.session)
    const hasStart = this.#facts[0]?.type === SessionStarted.type
    if (!hasStart && !viewed)
      this.#facts.unshift(sessionStartedEvent(this.#world, this.#agent.name, this.#last))
    const checkout = viewed?.view.identity.checkout || placeOfCall(this.#world, this.#last).checkout
    const all = [...this.#facts, ...this.#snapshots(checkout, viewed?.view)]
    const facts = redactEvents(this.#world, all, checkout)
    const { stored, duplicates } = await recordOnce(this.#world, this.session, facts, this.#options)
    this.stored += stored
    this.duplicates += duplicates
    this.#facts = []
  }

  #snapshots(checkout: string, view: Session | undefined): readonly NewEvent[] {
    const { hook, at } = this.#last
    const isTurnOver = hook.turn?.kind === 'stop' || hook.turn?.kind === 'end'
    const before = isTurnOver ? view : undefined
    return fileSnapshotEvents(this.#world, {
      session: this.session,
      checkout,
      facts: this.#facts,
      until: at,
      before,
    })
  }

  async #noticeInterruption([prompt]: readonly NewEvent[]): Promise<void> {
    if (!prompt || !this.#agent.isSilentWhenInterrupted) return
    await this.store()
    const interruption = interruptionBefore(await this.#world.log.view(this.session), prompt)
    if (interruption) this.#add(interruption)
  }

  /** The first of two events with the same id wins. */
  #add(one: NewEvent): void {
    if (this.#facts.some(({ id }) => id === one.id)) this.duplicates += 1
    else this.#facts.push(one)
  }

  /** Resumes a known session, unless this process is already active in it. */
  async #begin(call: HookCall, isSameRun: boolean): Promise<void> {
    await this.store()
    const viewed = await this.#world.log.view(this.session)
    if (!viewed) return this.#add(sessionStartedEvent(this.#world, this.#agent.name, call))
    const { hook, at } = call
    const running = call.process?.()
    if (isSameRun || this.#isActive(viewed, running)) return
    const id = this.#lifeId(SessionResumed.type, viewed.view.life.resumes + 1)
    const data = {
      trigger: 'hook',
      ...(running && { process: running }),
      ...(hook.transcript && { transcript: hook.transcript }),
    } as const
    this.#add(fact(SessionResumed, { id, at: hook.at ?? at }, data))
  }

  #isActive(viewed: Viewed<Session>, running: ProcessRef | undefined): boolean {
    const recorded = viewed.view.identity.process
    const isSame = !running || (recorded?.pid === running.pid && recorded.started === running.started)
    return isSame && stateNow(viewed.view.life, observationOf(this.#world, viewed.view)) === 'active'
  }

  /** Some clients send the end twice, and deliveries may arrive after it. */
  async #end({ hook, at }: HookCall, reason: string): Promise<void> {
    await this.store()
    const viewed = await this.#world.log.view(this.session)
    if (viewed && !isOpen(viewed.view.life.state)) {
      this.duplicates += 1
      return
    }
    const id = this.#lifeId(SessionEnded.type, viewed?.view.life.resumes ?? 0)
    this.#add(fact(SessionEnded, { id, at: hook.at ?? at }, { trigger: 'hook', reason }))
    await this.store()
  }

  #lifeId(type: string, run: number): EventId {
    return derivedId('evt', this.#agent.name, this.#last.hook.session, type, String(run))
  }
}
