import type { AgentAdapter } from '../agent/adapter.ts'
import { sessionIdOf } from '../agent/saying.ts'
import type { SessionId } from '../event/identity.ts'
import type { Delivery, Spool } from '../spool/spool.ts'

/** Which sessions began or ended, as far as the spool tells. */
export interface LifeWaiting {
  readonly begun: ReadonlySet<SessionId>
  readonly ended: ReadonlySet<SessionId>
}

/** To look at more takes longer than to take it in. */
const MOST = { deliveries: 8, bytes: 16 * 1024 }

/** Undefined: something else waits, or too much, and must be taken in before anybody is told anything. */
export async function lifeWaiting(
  spool: Spool,
  agents: ReadonlyMap<string, AgentAdapter>,
): Promise<LifeWaiting | undefined> {
  const begun = new Set<SessionId>()
  const ended = new Set<SessionId>()
  const waiting = await spool.waiting()
  if (waiting.length > MOST.deliveries || waiting.some(({ bytes }) => bytes > MOST.bytes)) return undefined
  for (const delivery of waiting) {
    const life = await lifeIn(spool, delivery, agents)
    if (!life) return undefined
    if (life.session) (life.kind === 'end' ? ended : begun).add(life.session)
  }
  return { begun, ended }
}

interface Life {
  readonly kind: 'start' | 'end'
  /** Absent where the delivery means nothing. */
  readonly session?: SessionId
}

async function lifeIn(
  spool: Spool,
  delivery: Delivery,
  agents: ReadonlyMap<string, AgentAdapter>,
): Promise<Life | undefined> {
  const payload = await spool.payload(delivery)
  if (payload === undefined) return { kind: 'start' } // taken in by another process meanwhile, or not ours to read
  if (delivery.agent === 'leftoff') return ownStart(payload)
  const heard = agents.get(delivery.agent)?.hear(payload)
  if (heard?.kind === 'ignored') return { kind: 'start' }
  if (heard?.kind !== 'heard' || heard.says.length > 0) return undefined
  const kind = heard.turn?.kind
  return kind === 'start' || kind === 'end'
    ? { kind, session: sessionIdOf(delivery.agent, heard.session) }
    : undefined
}

/** A letter of ours that says of a session nothing but that it began. */
function ownStart(payload: string): Life | undefined {
  const { session, events } = JSON.parse(payload)
  const isStart = (events as readonly { type: string }[]).every(({ type }) => STARTING.has(type))
  return isStart ? { kind: 'start', session } : undefined
}

const STARTING: ReadonlySet<string> = new Set(['session.started', 'brief.given'])
