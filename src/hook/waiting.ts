import type { AgentAdapter } from '../agent/adapter.ts'
import { sessionIdOf } from '../agent/event-draft.ts'
import type { Before } from '../app/context/turn-greeting.ts'
import type { SessionId } from '../event/identity.ts'
import type { Delivery, Spool } from '../spool/spool.ts'

/** Which sessions began or ended, as far as the spool tells, and what this one was told and has asked. */
export interface LifeWaiting extends Before {
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
  const told: string[] = []
  let hasPrompted = false
  const waiting = await spool.waiting()
  if (waiting.length > MOST.deliveries || waiting.some(({ bytes }) => bytes > MOST.bytes)) return undefined
  for (const delivery of waiting) {
    const life = await lifeIn(spool, delivery, { agents, own })
    if (!life) return undefined
    if (life.session) (life.kind === 'end' ? ended : begun).add(life.session)
    told.push(...(life.told ?? []))
    hasPrompted ||= life.hasPrompted === true
  }
  return { begun, ended, told, hasPrompted }
}

interface Life {
  readonly kind: 'start' | 'end'
  /** Absent where the delivery means nothing. */
  readonly session?: SessionId
  /** Of this very session. */
  readonly told?: readonly string[]
  readonly hasPrompted?: boolean
}

async function lifeIn(
  spool: Spool,
  delivery: Delivery,
  { agents, own }: { readonly agents: ReadonlyMap<string, AgentAdapter>; readonly own: SessionId },
): Promise<Life | undefined> {
  const payload = await spool.payload(delivery)
  if (payload === undefined) return { kind: 'start' } // taken in by another process meanwhile, or not ours to read
  if (delivery.agent === 'leftoff') return leftBehind(payload, own)
  const heard = agents.get(delivery.agent)?.parse(payload)
  if (heard?.kind === 'ignored') return { kind: 'start' }
  if (heard?.kind !== 'parsed' || heard.drafts.length > 0) return undefined
  const kind = heard.turn?.kind
  return kind === 'start' || kind === 'end'
    ? { kind, session: sessionIdOf(delivery.agent, heard.session) }
    : undefined
}

interface Left {
  readonly session: SessionId
  readonly heard?: boolean
  readonly events: readonly { readonly type: string; readonly data?: { readonly told?: readonly string[] } }[]
}

/** A letter of ours that says of a session nothing but that it began, or of this very one what it told. */
function leftBehind(payload: string, own: SessionId): Life | undefined {
  const { session, events, heard } = JSON.parse(payload) as Left
  const isBeginning = events.every(({ type }) => BEGINNING.has(type))
  const isOwn = heard === true && session === own
  if (!isBeginning && !isOwn) return undefined
  const told = isOwn ? events.flatMap(({ data }) => data?.told ?? []) : []
  const hasPrompted = isOwn && events.some(({ type }) => type === 'prompt.submitted')
  return { kind: 'start', told, hasPrompted, ...(isBeginning && { session }) }
}

const BEGINNING: ReadonlySet<string> = new Set(['session.started', 'brief.given'])
