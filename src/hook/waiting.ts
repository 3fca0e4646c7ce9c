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

/**
 * Undefined: something else waits, or too much, and must be taken in before anybody is told anything. What the session
 * `own` told itself it knows.
 */
export async function lifeWaiting(
  spool: Spool,
  agents: ReadonlyMap<string, AgentAdapter>,
  own: SessionId,
): Promise<LifeWaiting | undefined> {
  const begun = new Set<SessionId>()
  const ended = new Set<SessionId>()
  const waiting = await spool.waiting()
  if (waiting.length > MOST.deliveries || waiting.some(({ bytes }) => bytes > MOST.bytes)) return undefined
  for (const delivery of waiting) {
    const life = await lifeIn(spool, delivery, { agents, own })
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
  { agents, own }: { readonly agents: ReadonlyMap<string, AgentAdapter>; readonly own: SessionId },
): Promise<Life | undefined> {
  const payload = await spool.payload(delivery)
  if (payload === undefined) return { kind: 'start' } // taken in by another process meanwhile, or not ours to read
  if (delivery.agent === 'leftoff') return leftBehind(payload, own)
  const heard = agents.get(delivery.agent)?.hear(payload)
  if (heard?.kind === 'ignored') return { kind: 'start' }
  if (heard?.kind !== 'heard' || heard.says.length > 0) return undefined
  const kind = heard.turn?.kind
  return kind === 'start' || kind === 'end'
    ? { kind, session: sessionIdOf(delivery.agent, heard.session) }
    : undefined
}

/** A letter of ours that says of a session nothing but that it began, or of this very one what it told. */
function leftBehind(payload: string, own: SessionId): Life | undefined {
  const { session, events, heard } = JSON.parse(payload)
  const isBeginning = (events as readonly { type: string }[]).every(({ type }) => BEGINNING.has(type))
  if (isBeginning) return { kind: 'start', session }
  return heard === true && session === own ? { kind: 'start' } : undefined
}

const BEGINNING: ReadonlySet<string> = new Set(['session.started', 'brief.given'])
