import type { AgentAdapter } from '../../../src/agent/adapter.ts'
import type { JsonObject } from '../../../src/event/canonical-json.ts'
import type { PayloadFixtures } from './payload-fixtures.ts'
import { type Random, seeded } from './random.ts'

/** The payloads of one session of one client, in order. */
export interface SessionScript {
  readonly agent: AgentAdapter
  readonly session: string
  readonly folder: string
  readonly payloads: readonly string[]
  /** Whether the payloads include the session end. */
  readonly ends: boolean
}

export interface ScriptSource {
  readonly clients: readonly PayloadFixtures[]
  readonly seed: number
  /** The time of delivery. Timestamps in payloads are from the minute before. */
  readonly at: number
}

export const WORKERS = 4
const ROUTES = ['hook', 'spool'] as const
export interface DeliveryStep {
  readonly payload: string
  readonly route: (typeof ROUTES)[number]
  /** Whether the spool is drained after this step. */
  readonly drains: boolean
}

export function scriptFor({ clients, seed, at }: ScriptSource, number: number): SessionScript {
  const random = seeded(seed, `story ${number}`)
  const { agent, payloads } = random.oneOf(clients)
  const session = `script-${seed}-${number}`
  const folder = `/work/script/${number}`
  const chosen = [
    ...sample(random, payloads.filter(isTurn(agent, 'start')), 1),
    ...sample(random, payloads.filter(isTurn(agent, undefined)), random.between(2, 4)),
    ...sample(random, payloads.filter(isTurn(agent, 'end')), random.below(2)),
  ]
  return {
    agent,
    session,
    folder,
    ends: chosen.some(isTurn(agent, 'end')),
    payloads: withoutDuplicates(
      agent,
      chosen.map((payload, index) =>
        JSON.stringify({
          ...withUniqueIds(payload, { index, at }),
          ...sessionFields(payload, session, folder),
        }),
      ),
    ),
  }
}

/** Keeps one of several payloads for the same fact, because which one is stored first is random. */
function withoutDuplicates(agent: AgentAdapter, payloads: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return payloads.filter((payload) => {
    const hook = agent.parse(payload)
    const keys = hook.kind === 'parsed' ? hook.drafts.map(({ type, source }) => `${type} ${source}`) : []
    const isNew = keys.every((key) => !seen.has(key))
    if (isNew) for (const key of keys) seen.add(key)
    return isNew
  })
}

/** Repeats each payload one to five times, shuffles the deliveries, and distributes them to the workers. */
export function distributeSteps(story: SessionScript, random: Random): readonly (readonly DeliveryStep[])[] {
  const steps = story.payloads.flatMap((payload) =>
    Array.from({ length: random.between(1, 5) }, () => ({
      payload,
      route: random.oneOf(ROUTES),
      drains: random.chance(0.3),
    })),
  )
  const shuffled = steps
    .map((step) => ({ step, place: random.fraction() }))
    .sort((a, b) => a.place - b.place)
    .map(({ step }) => step)
  return Array.from({ length: WORKERS }, (_, hand) =>
    shuffled.filter((__, index) => index % WORKERS === hand),
  )
}

const isTurn =
  (agent: AgentAdapter, kind: 'start' | 'end' | undefined) =>
  (payload: JsonObject): boolean => {
    const hook = agent.parse(JSON.stringify(payload))
    if (hook.kind !== 'parsed') return false
    const turn = hook.turn?.kind
    return kind === undefined ? turn !== 'start' && turn !== 'end' : turn === kind
  }

function sample<T>(random: Random, list: readonly T[], most: number): readonly T[] {
  const rest = [...list]
  return Array.from({ length: Math.min(most, rest.length) }, () =>
    rest.splice(random.below(rest.length), 1),
  ).flat()
}

/** The ids by which clients distinguish facts. They are made unique within a script. */
const IDS = [
  'prompt_id',
  'turn_id',
  'tool_use_id',
  'task_id',
  'agent_id',
  'messageID',
  'callID',
  'id',
] as const

function withUniqueIds(payload: JsonObject, { index, at }: { index: number; at: number }): JsonObject {
  const ids = IDS.filter((key) => typeof payload[key] === 'string')
  const moment = at - 60_000 + index * 1000
  return {
    ...payload,
    ...Object.fromEntries(ids.map((key) => [key, `${payload[key]}-${index}`])),
    ...(typeof payload.timestamp === 'string' && { timestamp: new Date(moment).toISOString() }),
    ...(typeof payload.at === 'number' && { at: moment }),
  }
}

const sessionFields = (payload: JsonObject, session: string, folder: string): JsonObject =>
  'sessionID' in payload ? { sessionID: session, directory: folder } : { session_id: session, cwd: folder }
