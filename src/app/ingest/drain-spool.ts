import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import type { NewEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import { PromptSubmitted } from '../../event/turn.ts'
import { opened } from '../../event/wire.ts'
import { Problem } from '../../problem.ts'
import type { Delivery } from '../../spool/spool.ts'
import { counted } from '../../text/time.ts'
import type { World } from '../world.ts'
import { ingest, interruptionBefore } from './ingest.ts'
import { isMachineError } from './own-fault.ts'
import { record, recordOnce } from './record.ts'
import { redactEvents } from './redact-events.ts'

export interface DrainResult {
  readonly stored: number
  readonly duplicates: number
  /** Understood, and nothing in it was worth keeping. */
  readonly ignored: number
  readonly quarantined: number
}

/** A larger payload is set aside unread: no client has anything to say that takes so much. */
export const MOST_PAYLOAD_BYTES = 16 * 1024 * 1024

/** Read at once, and then in the memory. */
const MOST_BATCH_BYTES = 4 * 1024 * 1024

/** For those who cannot wait until all of it is done: the rest goes on waiting. */
export interface DrainBounds {
  readonly deliveries?: number
  readonly withinMs?: number
}

/**
 * Takes what waits in the spool into the log. Any number of processes may do it at once, and any of them may die in
 * between: a delivery is removed only after it is stored, and storing it again is a duplicate.
 */
export async function drainSpool(
  world: World,
  { deliveries, withinMs = Number.POSITIVE_INFINITY }: DrainBounds = {},
): Promise<DrainResult> {
  const deadline = world.clock.now() + withinMs
  const waiting = await world.spool.waiting(deliveries)
  const drained = { stored: 0, duplicates: 0, ignored: 0, quarantined: 0 }
  const stumbled: unknown[] = []
  for (const batch of batched(waiting)) {
    for (const bundle of bundled(await Promise.all(batch.map((delivery) => read(world, delivery))))) {
      if (world.clock.now() > deadline) return drained
      for (const outcome of await taken(world, bundle).catch(waitsOn(stumbled))) drained[outcome] += 1
    }
  }
  if (stumbled.length > 0) throw stumbled[0]
  return drained
}

/**
 * The same for whoever came to look: where the log cannot be written now, what waits goes on waiting, and nobody is
 * kept from looking for its sake. Answers what there is to say about it.
 */
export async function tryDrainSpool(world: World): Promise<string | undefined> {
  try {
    const { quarantined } = await drainSpool(world)
    if (quarantined === 0) return undefined
    return `${counted(quarantined, 'delivery', 'deliveries')} could not be read and set aside: leftoff verify`
  } catch (error) {
    const canWait = error instanceof Problem && (error.outcome === 'busy' || error.code === 'disk-full')
    if (!canWait) throw error
    return `What waits in the spool stays there for now: ${error.message}`
  }
}

/** What the machine answers to one delivery, a folder that cannot be looked into say, keeps none of those behind it. */
const waitsOn =
  (stumbled: unknown[]) =>
  (error: unknown): readonly Outcome[] => {
    if (error instanceof Problem || !isMachineError(error)) throw error
    stumbled.push(error)
    return []
  }

function batched(waiting: readonly Delivery[]): readonly (readonly Delivery[])[] {
  const batches: Delivery[][] = []
  let room = -1
  for (const delivery of waiting) {
    room -= delivery.bytes
    if (room < 0) {
      batches.push([])
      room = MOST_BATCH_BYTES - delivery.bytes
    }
    batches.at(-1)?.push(delivery)
  }
  return batches
}

type Read =
  | {
      readonly kind: 'told'
      readonly delivery: Delivery
      readonly agent: AgentAdapter
      readonly hook: ParsedHook
    }
  | { readonly kind: 'letter'; readonly delivery: Delivery; readonly payload: string }
  | { readonly kind: 'ignored'; readonly delivery: Delivery }
  | { readonly kind: 'refused'; readonly delivery: Delivery; readonly because: string }
  | { readonly kind: 'gone' }
type Told = Extract<Read, { kind: 'told' }>
type Outcome = keyof DrainResult

async function read(world: World, delivery: Delivery): Promise<Read> {
  if (delivery.bytes > MOST_PAYLOAD_BYTES)
    return { kind: 'refused', delivery, because: 'it is larger than 16 MB' }
  const payload = await world.spool.payload(delivery)
  if (payload === undefined) return { kind: 'gone' }
  if (delivery.agent === 'leftoff') return { kind: 'letter', delivery, payload }
  const agent = world.agents.get(delivery.agent)
  if (!agent) {
    const because = `nobody here reads deliveries of ${delivery.agent || 'nobody'}`
    return { kind: 'refused', delivery, because }
  }
  const hook = understood(agent, payload)
  if (hook.kind === 'parsed') return { kind: 'told', delivery, agent, hook }
  if (hook.kind === 'ignored') return { kind: 'ignored', delivery }
  return { kind: 'refused', delivery, because: hook.reason }
}

/** An adapter takes anything; should one stumble over what somebody made for that, the rest is not kept by it. */
function understood(agent: AgentAdapter, payload: string): ReturnType<AgentAdapter['parse']> {
  try {
    return agent.parse(payload)
  } catch {
    return { kind: 'malformed', reason: 'it made us stumble' }
  }
}

/** What one session told goes into the log together, in its order; all else one by one, and nothing goes past it. */
function bundled(all: readonly Read[]): readonly (readonly Read[])[] {
  const bundles: Read[][] = []
  const growing = new Map<string, Read[]>()
  for (const one of all) {
    const key = one.kind === 'told' ? JSON.stringify([one.agent.name, one.hook.session]) : undefined
    const bundle = key === undefined ? undefined : growing.get(key)
    if (bundle) {
      bundle.push(one)
      continue
    }
    bundles.push([one])
    if (key === undefined) growing.clear()
    else growing.set(key, bundles.at(-1) ?? [])
  }
  return bundles
}

async function taken(world: World, bundle: readonly Read[]): Promise<readonly Outcome[]> {
  const told = bundle.filter((one): one is Told => one.kind === 'told')
  if (told.length <= 1) return Promise.all(bundle.map((one) => takenIn(world, one))).then((all) => all.flat())
  const refused = await attempted(() => heardAll(world, told))
  // One of them makes us stumble: each on its own shows which.
  if (typeof refused === 'object') {
    const outcomes: Outcome[] = []
    for (const one of told) outcomes.push(...(await takenIn(world, one)))
    return outcomes
  }
  for (const { delivery } of told) await world.spool.remove(delivery)
  return told.map(() => refused)
}

async function takenIn(world: World, one: Read): Promise<readonly Outcome[]> {
  if (one.kind === 'gone') return []
  const outcome = await outcomeOf(world, one)
  if (typeof outcome === 'string') {
    await world.spool.remove(one.delivery)
    return [outcome]
  }
  await world.spool.quarantine(one.delivery, inShort(outcome.because))
  return ['quarantined']
}

/** People read it, on terminals too: what was expected, never what was told. */
const inShort = (reason: string): string =>
  reason
    .replace(/ (?:but )?received [\s\S]*$/i, '')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, 200)

type Refused = { readonly because: string }

function outcomeOf(
  world: World,
  one: Exclude<Read, { kind: 'gone' }>,
): Promise<Outcome | Refused> | Outcome | Refused {
  if (one.kind === 'ignored') return 'ignored'
  if (one.kind === 'refused') return one
  return attempted(() => (one.kind === 'told' ? heardAll(world, [one]) : letterStored(world, one)))
}

async function heardAll(world: World, told: readonly Told[]): Promise<Outcome> {
  const [first] = told
  if (!first) return 'ignored'
  const calls = told.map(({ hook, delivery }) => ({
    hook,
    at: delivery.at,
    process: () => (hook.pid === undefined ? undefined : world.processes.running(hook.pid)),
  }))
  const { stored } = await ingest(world, first.agent, calls, { delivered: true })
  return stored > 0 ? 'stored' : 'duplicates'
}

async function letterStored(
  world: World,
  { payload, delivery }: Extract<Read, { kind: 'letter' }>,
): Promise<Outcome | Refused> {
  const letter = opened(payload, delivery.name)
  if (letter.kind === 'malformed') return { because: letter.reason }
  const { session, events, heard, directory } = letter.letter
  const facts = redactEvents(world, events, directory && world.placeAt(directory).checkout)
  if (heard) return heardStored(world, session, facts)
  const appended = await record(world, session, facts, { delivered: true })
  if (appended.kind === 'conflict')
    return { because: `event ${appended.stored.id} is stored with other content` }
  return appended.kind === 'duplicate' ? 'duplicates' : 'stored'
}

async function heardStored(world: World, session: SessionId, facts: readonly NewEvent[]): Promise<Outcome> {
  const seen = await world.log.view(session)
  const isSilent = world.agents.get(seen?.view.identity.agent ?? '')?.isSilentWhenInterrupted
  const prompt = facts.find(({ type }) => type === PromptSubmitted.type)
  const interruption = isSilent && prompt ? interruptionBefore(seen, prompt) : undefined
  const all = [...(interruption ? [interruption] : []), ...facts]
  const { stored } = await recordOnce(world, session, all, { delivered: true })
  return stored > 0 ? 'stored' : 'duplicates'
}

async function attempted(work: () => Promise<Outcome | Refused>): Promise<Outcome | Refused> {
  try {
    return await work()
  } catch (error) {
    if (isMachineError(error)) throw error
    return { because: error instanceof Error ? error.message : String(error) }
  }
}
