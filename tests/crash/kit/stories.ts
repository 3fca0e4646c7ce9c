import type { AgentAdapter } from '../../../src/agent/adapter.ts'
import type { JsonObject } from '../../../src/event/canonical-json.ts'
import type { Client } from './payload-fixtures.ts'
import { type Random, seeded } from './random.ts'

/** What one client told of one session, in the order in which it happened. */
export interface Story {
  readonly agent: AgentAdapter
  readonly session: string
  readonly folder: string
  readonly payloads: readonly string[]
  /** Whether its end is among them. */
  readonly ends: boolean
}

export interface StoryBook {
  readonly clients: readonly Client[]
  readonly seed: number
  /** When they are told; clients that tell the time tell of the minute before. */
  readonly at: number
}

export const HANDS = 4
export const WAYS = ['hook', 'spool'] as const
export interface Step {
  readonly payload: string
  readonly way: (typeof WAYS)[number]
  /** Whether what waits in the spool is taken in afterwards. */
  readonly drains: boolean
}

export function storyOf({ clients, seed, at }: StoryBook, number: number): Story {
  const random = seeded(seed, `story ${number}`)
  const { agent, payloads } = random.oneOf(clients)
  const session = `told-${seed}-${number}`
  const folder = `/work/told/${number}`
  const chosen = [
    ...some(random, payloads.filter(isTurn(agent, 'start')), 1),
    ...some(random, payloads.filter(isTurn(agent, undefined)), random.between(2, 4)),
    ...some(random, payloads.filter(isTurn(agent, 'end')), random.below(2)),
  ]
  return {
    agent,
    session,
    folder,
    ends: chosen.some(isTurn(agent, 'end')),
    payloads: different(
      agent,
      chosen.map((payload, index) =>
        JSON.stringify({ ...unique(payload, { index, at }), ...named(payload, session, folder) }),
      ),
    ),
  }
}

/** Of two that tell the same thing with other words the first one counts, and which is first is left to chance. */
function different(agent: AgentAdapter, payloads: readonly string[]): readonly string[] {
  const known = new Set<string>()
  return payloads.filter((payload) => {
    const heard = agent.parse(payload)
    const keys = heard.kind === 'parsed' ? heard.drafts.map(({ type, source }) => `${type} ${source}`) : []
    const isNew = keys.every((key) => !known.has(key))
    if (isNew) for (const key of keys) known.add(key)
    return isNew
  })
}

/** Each of it one to five times, in any order, dealt to several hands. */
export function dealt(story: Story, random: Random): readonly (readonly Step[])[] {
  const told = story.payloads.flatMap((payload) =>
    Array.from({ length: random.between(1, 5) }, () => ({
      payload,
      way: random.oneOf(WAYS),
      drains: random.chance(0.3),
    })),
  )
  const shuffled = told
    .map((step) => ({ step, place: random.fraction() }))
    .sort((a, b) => a.place - b.place)
    .map(({ step }) => step)
  return Array.from({ length: HANDS }, (_, hand) => shuffled.filter((__, index) => index % HANDS === hand))
}

const isTurn =
  (agent: AgentAdapter, kind: 'start' | 'end' | undefined) =>
  (payload: JsonObject): boolean => {
    const heard = agent.parse(JSON.stringify(payload))
    if (heard.kind !== 'parsed') return false
    const turn = heard.turn?.kind
    return kind === undefined ? turn !== 'start' && turn !== 'end' : turn === kind
  }

function some<T>(random: Random, list: readonly T[], most: number): readonly T[] {
  const rest = [...list]
  return Array.from({ length: Math.min(most, rest.length) }, () =>
    rest.splice(random.below(rest.length), 1),
  ).flat()
}

/** What the clients tell things apart by. Two payloads of one story are never the same thing. */
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

function unique(payload: JsonObject, { index, at }: { index: number; at: number }): JsonObject {
  const ids = IDS.filter((key) => typeof payload[key] === 'string')
  const moment = at - 60_000 + index * 1000
  return {
    ...payload,
    ...Object.fromEntries(ids.map((key) => [key, `${payload[key]}-${index}`])),
    ...(typeof payload.timestamp === 'string' && { timestamp: new Date(moment).toISOString() }),
    ...(typeof payload.at === 'number' && { at: moment }),
  }
}

const named = (payload: JsonObject, session: string, folder: string): JsonObject =>
  'sessionID' in payload ? { sessionID: session, directory: folder } : { session_id: session, cwd: folder }
