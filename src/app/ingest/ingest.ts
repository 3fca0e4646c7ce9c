import type { AgentAdapter } from '../../agent/adapter.ts'
import { factOf, sessionIdOf } from '../../agent/saying.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import type { ProcessRef } from '../../event/fields.ts'
import { derivedId, type EventId, type SessionId } from '../../event/identity.ts'
import { SessionEnded, SessionResumed, SessionStarted } from '../../event/session.ts'
import { TurnInterrupted } from '../../event/turn.ts'
import type { Viewed } from '../../log/event-log.ts'
import { isOpen } from '../../session/lifecycle.ts'
import { observed } from '../../session/observe.ts'
import type { Session } from '../../session/session.ts'
import { observationOf } from '../lifecycle/advance-state.ts'
import type { World } from '../world.ts'
import { placeOfTelling, startedFact, type Telling } from './hook-call.ts'
import { type RecordOptions, recordOnce } from './record.ts'
import { redactedFacts } from './redact-events.ts'
import { settledFacts } from './snapshot-files.ts'

export interface HeardSession {
  readonly session: SessionId
  readonly stored: number
  readonly duplicates: number
}

/**
 * Takes what one client told about one of its sessions into the log, in the order in which it was told. Hearing a thing
 * again changes nothing: its id comes from what the client said, and what became of the session as a whole is recorded
 * only where it is not so already.
 */
export async function hear(
  world: World,
  agent: AgentAdapter,
  tellings: readonly Telling[],
  options: RecordOptions = {},
): Promise<HeardSession> {
  const [first] = tellings
  if (!first) throw new Error('nothing was told')
  const ear = new Ear(world, agent, first, options)
  for (const telling of tellings) await ear.take(telling)
  await ear.store()
  return { session: ear.session, stored: ear.stored, duplicates: ear.duplicates }
}

/** A client that says nothing when it is stopped: a prompt that comes before the answer to the last one tells it. */
export function interruptionBefore(
  seen: Viewed<Session> | undefined,
  prompt: NewEvent,
): NewEvent | undefined {
  const answering = seen?.view.talk.answering
  if (!seen || answering === undefined || answering === prompt.id) return undefined
  const id = derivedId('evt', seen.session, TurnInterrupted.type, answering)
  return fact(TurnInterrupted, { id, at: prompt.at }, { reason: 'before it had answered' })
}

/** Collects facts until something must be decided about the session, so that a whole turn is one transaction. */
class Ear {
  readonly session: SessionId
  stored = 0
  duplicates = 0
  #facts: NewEvent[] = []
  #last: Telling
  readonly #world: World
  readonly #agent: AgentAdapter
  readonly #options: RecordOptions

  constructor(world: World, agent: AgentAdapter, first: Telling, options: RecordOptions) {
    this.#world = world
    this.#agent = agent
    this.#last = first
    this.#options = options
    this.session = sessionIdOf(agent.name, first.heard.session)
  }

  async take(telling: Telling): Promise<void> {
    this.#last = telling
    const { turn, says } = telling.heard
    if (turn?.kind === 'start') await this.#begin(telling, turn.source === 'compact')
    const heading = { agent: this.#agent.name, session: telling.heard.session, heardAt: telling.at }
    const facts = says.map((said) => factOf(heading, said))
    if (turn?.kind === 'prompt') await this.#noticeInterruption(facts)
    for (const one of facts) this.#add(one)
    if (turn?.kind === 'end') await this.#end(telling, turn.reason)
  }

  async store(): Promise<void> {
    if (this.#facts.length === 0) return
    const seen = await this.#world.log.view(this.session)
    const isBegun = this.#facts[0]?.type === SessionStarted.type
    if (!isBegun && !seen) this.#facts.unshift(startedFact(this.#world, this.#agent.name, this.#last))
    const checkout = seen?.view.identity.checkout || placeOfTelling(this.#world, this.#last).checkout
    const all = [...this.#facts, ...this.#settled(checkout, seen?.view)]
    const facts = redactedFacts(this.#world, all, checkout)
    const { stored, duplicates } = await recordOnce(this.#world, this.session, facts, this.#options)
    this.stored += stored
    this.duplicates += duplicates
    this.#facts = []
  }

  #settled(checkout: string, view: Session | undefined): readonly NewEvent[] {
    const { heard, at } = this.#last
    const isTurnOver = heard.turn?.kind === 'stop' || heard.turn?.kind === 'end'
    const before = isTurnOver ? view : undefined
    return settledFacts(this.#world, {
      session: this.session,
      checkout,
      facts: this.#facts,
      until: at,
      before,
    })
  }

  async #noticeInterruption([prompt]: readonly NewEvent[]): Promise<void> {
    if (!prompt || !this.#agent.isSilentWhenInterrupted || this.#options.delivered) return
    await this.store()
    const interruption = interruptionBefore(await this.#world.log.view(this.session), prompt)
    if (interruption) this.#add(interruption)
  }

  /** The first of two tellings of one thing counts. */
  #add(one: NewEvent): void {
    if (this.#facts.some(({ id }) => id === one.id)) this.duplicates += 1
    else this.#facts.push(one)
  }

  /** A session that is known goes on: it is resumed, unless this very process has it in hand already. */
  async #begin(telling: Telling, isSameRun: boolean): Promise<void> {
    await this.store()
    const seen = await this.#world.log.view(this.session)
    if (!seen) return this.#add(startedFact(this.#world, this.#agent.name, telling))
    const { heard, at } = telling
    const running = telling.process?.()
    if (isSameRun || this.#isAtWork(seen, running)) return
    const id = this.#lifeId(SessionResumed.type, seen.view.life.resumes + 1)
    const data = {
      trigger: 'hook',
      ...(running && { process: running }),
      ...(heard.transcript && { transcript: heard.transcript }),
    } as const
    this.#add(fact(SessionResumed, { id, at: heard.at ?? at }, data))
  }

  #isAtWork(seen: Viewed<Session>, running: ProcessRef | undefined): boolean {
    const known = seen.view.identity.process
    const isSame = !running || (known?.pid === running.pid && known.started === running.started)
    return isSame && observed(seen.view.life, observationOf(this.#world, seen.view)) === 'active'
  }

  /** Some clients tell their end twice, and a redelivery comes after it. */
  async #end({ heard, at }: Telling, reason: string): Promise<void> {
    await this.store()
    const seen = await this.#world.log.view(this.session)
    if (seen && !isOpen(seen.view.life.state)) {
      this.duplicates += 1
      return
    }
    const id = this.#lifeId(SessionEnded.type, seen?.view.life.resumes ?? 0)
    this.#add(fact(SessionEnded, { id, at: heard.at ?? at }, { trigger: 'hook', reason }))
    await this.store()
  }

  #lifeId(type: string, run: number): EventId {
    return derivedId('evt', this.#agent.name, this.#last.heard.session, type, String(run))
  }
}
