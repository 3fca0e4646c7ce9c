import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import type { NewEvent } from '../../event/define.ts'
import type { SessionId } from '../../event/identity.ts'
import { PromptSubmitted } from '../../event/turn.ts'
import { parseLetter } from '../../event/wire.ts'
import { Problem } from '../../problem.ts'
import { type Delivery, QUARANTINE_MS } from '../../spool/spool.ts'
import { countText } from '../../text/time.ts'
import { isDamage } from '../append-retry.ts'
import type { World } from '../world.ts'
import { ingest, interruptionBefore } from './ingest.ts'
import { record, recordOnce } from './record.ts'
import { redactEvents } from './redact-events.ts'

interface DrainResult {
  readonly stored: number
  readonly duplicates: number
  /** The number of valid payloads that produced no events. */
  readonly ignored: number
  readonly quarantined: number
}

/** Larger payloads are quarantined unread. No client sends that much in one hook. */
export const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024

/** The size limit of a batch, because all its payloads are in memory at the same time. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024

/** Bounds for callers that cannot wait until the spool is empty. Deliveries beyond the bounds stay in the spool. */
export interface DrainBounds {
  readonly deliveries?: number
  readonly withinMs?: number
  /**
   * The session of a hook, by the client's session id. All its deliveries are ingested, and the bounds apply only
   * to other sessions, because a reply that is computed from half a turn would be wrong.
   */
  readonly own?: { readonly agent: string; readonly session: string }
}

/**
 * Ingests the spool. Any number of processes may do this concurrently, and any of them may be killed: a delivery is
 * removed only after it is stored, and storing it again adds nothing.
 */
export async function drainSpool(world: World, bounds: DrainBounds = {}): Promise<DrainResult> {
  const selection = new Selection(world, bounds)
  const result = { stored: 0, duplicates: 0, ignored: 0, quarantined: 0 }
  const failures: unknown[] = []
  for (const batch of splitIntoBatches(
    await world.spool.waiting(bounds.own ? undefined : bounds.deliveries),
  )) {
    const wanted = batch.filter((delivery) => selection.mayInclude(delivery))
    const loaded = await Promise.all(wanted.map((delivery) => load(world, delivery)))
    for (const bundle of bundleBySession(selection.parse(loaded))) {
      if (selection.isOver && !bundle.some(({ isOwn }) => isOwn)) continue
      for (const outcome of await store(world, bundle).catch(collectIn(failures))) result[outcome] += 1
    }
  }
  await world.spool.expireQuarantine(world.clock.now() - QUARANTINE_MS)
  if (failures.length > 0) throw failures[0]
  return result
}

/**
 * Drains the spool for a command that only reads. If the log is busy or damaged or the disk is full, deliveries
 * that cannot be stored stay in the spool and the command continues. May return a warning for the user.
 */
export async function tryDrainSpool(world: World): Promise<string | undefined> {
  try {
    const { quarantined } = await drainSpool(world)
    if (quarantined === 0) return undefined
    return `${countText(quarantined, 'unreadable delivery', 'unreadable deliveries')} moved to quarantine: leftoff verify`
  } catch (error) {
    const canWait =
      error instanceof Problem && (error.outcome === 'busy' || isDamage(error) || error.code === 'disk-full')
    if (!canWait) throw error
    return `The spool was not fully ingested; leftoff will try again: ${error.message}`
  }
}

/** A damaged session, or a delivery that the machine cannot read or store, must not block the deliveries after it. */
const collectIn =
  (failures: unknown[]) =>
  (error: unknown): readonly DrainOutcome[] => {
    if (error instanceof Problem ? !isDamage(error) : !isMachineError(error)) throw error
    failures.push(error)
    return []
  }

function splitIntoBatches(waiting: readonly Delivery[]): readonly (readonly Delivery[])[] {
  const batches: Delivery[][] = []
  let room = -1
  for (const delivery of waiting) {
    room -= delivery.bytes
    if (room < 0) {
      batches.push([])
      room = MAX_BATCH_BYTES - delivery.bytes
    }
    batches.at(-1)?.push(delivery)
  }
  return batches
}

/** Decides what is ingested now: all deliveries of the hook's own session, and as many others as the bounds allow. */
class Selection {
  readonly #world: World
  readonly #own: (NonNullable<DrainBounds['own']> & { readonly id: SessionId }) | undefined
  readonly #deadline: number
  #othersLeft: number

  constructor(world: World, { own, deliveries, withinMs }: DrainBounds) {
    this.#world = world
    this.#own = own && { ...own, id: sessionIdOf(own.agent, own.session) }
    this.#deadline = world.clock.now() + (withinMs ?? Number.POSITIVE_INFINITY)
    this.#othersLeft = deliveries ?? Number.POSITIVE_INFINITY
  }

  get isOver(): boolean {
    return this.#world.clock.now() > this.#deadline
  }

  /** Decides by the agent in the file name, before the payload is read. */
  mayInclude({ agent }: Delivery): boolean {
    return (
      this.#includesOthers || (this.#own !== undefined && (agent === this.#own.agent || agent === 'leftoff'))
    )
  }

  /**
   * Beyond the bounds, parses only payloads that contain the session's id, so that a backlog does not slow
   * down a hook.
   */
  parse(loaded: readonly LoadedDelivery[]): readonly OwnedDelivery[] {
    return loaded.flatMap((one) => {
      if (one.kind === 'gone' || !(this.#includesOthers || this.#mentionsOwn(one))) return []
      const parsed = this.#withOwner(parseDelivery(this.#world, one))
      if (!parsed.isOwn && !this.#includesOthers) return []
      if (!parsed.isOwn) this.#othersLeft -= 1
      return [parsed]
    })
  }

  get #includesOthers(): boolean {
    return this.#othersLeft > 0 && !this.isOver
  }

  #mentionsOwn(one: LoadedDelivery): boolean {
    if (!this.#own || one.kind !== 'loaded') return false
    if (one.delivery.agent === 'leftoff') return one.payload.includes(this.#own.id)
    return !NEVER_ESCAPED.test(this.#own.session) || one.payload.includes(this.#own.session)
  }

  #withOwner(parsed: ParsedDelivery): OwnedDelivery {
    const own = this.#own
    if (!own) return { ...parsed, isOwn: false }
    if (parsed.kind === 'letter') return { ...parsed, isOwn: parsed.payload.includes(own.id) }
    const isOwn =
      parsed.kind === 'hook' && parsed.agent.name === own.agent && parsed.hook.session === own.session
    return { ...parsed, isOwn }
  }
}

/** Ids that every JSON writer encodes in the same way. */
const NEVER_ESCAPED = /^[\w.:-]+$/

type LoadedDelivery =
  | { readonly kind: 'loaded'; readonly delivery: Delivery; readonly payload: string }
  | { readonly kind: 'refused'; readonly delivery: Delivery; readonly because: string }
  | { readonly kind: 'gone' }
type ParsedDelivery =
  | {
      readonly kind: 'hook'
      readonly delivery: Delivery
      readonly agent: AgentAdapter
      readonly hook: ParsedHook
    }
  | { readonly kind: 'letter'; readonly delivery: Delivery; readonly payload: string }
  | { readonly kind: 'ignored'; readonly delivery: Delivery }
  | { readonly kind: 'refused'; readonly delivery: Delivery; readonly because: string }
type OwnedDelivery = ParsedDelivery & { readonly isOwn: boolean }
type HookDelivery = Extract<ParsedDelivery, { kind: 'hook' }>
type DrainOutcome = keyof DrainResult

async function load(world: World, delivery: Delivery): Promise<LoadedDelivery> {
  if (delivery.bytes > MAX_PAYLOAD_BYTES)
    return { kind: 'refused', delivery, because: 'it is larger than 16 MB' }
  const payload = await world.spool.payload(delivery)
  if (payload === undefined) return { kind: 'gone' }
  return { kind: 'loaded', delivery, payload }
}

function parseDelivery(world: World, loaded: Exclude<LoadedDelivery, { kind: 'gone' }>): ParsedDelivery {
  if (loaded.kind === 'refused') return loaded
  const { delivery, payload } = loaded
  if (delivery.agent === 'leftoff') return { kind: 'letter', delivery, payload }
  const agent = world.agents.get(delivery.agent)
  if (!agent) {
    const because = `no adapter for deliveries from ${delivery.agent || 'an unnamed agent'}`
    return { kind: 'refused', delivery, because }
  }
  const hook = parsePayload(agent, payload)
  if (hook.kind === 'parsed') return { kind: 'hook', delivery, agent, hook }
  if (hook.kind === 'ignored') return { kind: 'ignored', delivery }
  return { kind: 'refused', delivery, because: hook.reason }
}

/** Adapters should never throw. If a crafted payload makes one throw, the other deliveries must not be blocked. */
function parsePayload(agent: AgentAdapter, payload: string): ReturnType<AgentAdapter['parse']> {
  try {
    return agent.parse(payload)
  } catch {
    return { kind: 'malformed', reason: 'the adapter could not parse it' }
  }
}

/** Hooks of one session are stored together, in order. Everything else is stored one by one. */
function bundleBySession(all: readonly OwnedDelivery[]): readonly (readonly OwnedDelivery[])[] {
  const bundles: OwnedDelivery[][] = []
  const openBundles = new Map<string, OwnedDelivery[]>()
  for (const one of all) {
    const key = one.kind === 'hook' ? JSON.stringify([one.agent.name, one.hook.session]) : undefined
    const bundle = key === undefined ? undefined : openBundles.get(key)
    if (bundle) {
      bundle.push(one)
      continue
    }
    bundles.push([one])
    if (key === undefined) openBundles.clear()
    else openBundles.set(key, bundles.at(-1) ?? [])
  }
  return bundles
}

async function store(world: World, bundle: readonly ParsedDelivery[]): Promise<readonly DrainOutcome[]> {
  const hooks = bundle.filter((one): one is HookDelivery => one.kind === 'hook')
  if (hooks.length <= 1) return Promise.all(bundle.map((one) => storeOne(world, one)))
  const outcome = await attempt(() => ingestAll(world, hooks))
  // At least one delivery of the bundle cannot be stored. Storing them one by one shows which.
  if (typeof outcome === 'object') {
    const outcomes: DrainOutcome[] = []
    for (const one of hooks) outcomes.push(await storeOne(world, one))
    return outcomes
  }
  for (const { delivery } of hooks) await world.spool.remove(delivery)
  return hooks.map(() => outcome)
}

async function storeOne(world: World, one: ParsedDelivery): Promise<DrainOutcome> {
  const outcome = await outcomeOf(world, one)
  if (typeof outcome === 'string') {
    await world.spool.remove(one.delivery)
    return outcome
  }
  const text = await redactedPayload(world, one.delivery)
  const entry = { reason: shortReason(outcome.because), ...(text !== undefined && { text }) }
  await world.spool.quarantine(one.delivery, entry)
  return 'quarantined'
}

/** Redacts unfinished deliveries of dead writers and moves them to quarantine. Returns their number. */
export const sweepSpool = (world: World): Promise<number> =>
  world.spool.sweep(world.clock.now(), (payload) => redactPayload(world, payload))

/** The redacted payload of a delivery that is moved to quarantine. Undefined if it is too large or gone. */
async function redactedPayload(world: World, delivery: Delivery): Promise<string | undefined> {
  if (delivery.bytes > MAX_PAYLOAD_BYTES) return undefined
  const payload = await world.spool.payload(delivery)
  return payload === undefined ? undefined : redactPayload(world, payload)
}

/** Removes JSON escapes first, because the redaction rules match plain line breaks and quotes. */
const redactPayload = (world: World, payload: string): string =>
  world.redactIn(world.place.directory)(
    payload.replace(/\\{1,20}([nrt"'/ux])/g, (_, character: string) => UNESCAPED[character] ?? character),
  ).text

const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', u: '\\u', x: '\\x' }

/** The reason, safe to print in a terminal and without the part that quotes the payload. */
const shortReason = (reason: string): string =>
  reason
    .replace(/ (?:but )?received [\s\S]*$/i, '')
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .slice(0, 200)

type Refusal = { readonly because: string }

function outcomeOf(
  world: World,
  one: ParsedDelivery,
): Promise<DrainOutcome | Refusal> | DrainOutcome | Refusal {
  if (one.kind === 'ignored') return 'ignored'
  if (one.kind === 'refused') return one
  return attempt(() => (one.kind === 'hook' ? ingestAll(world, [one]) : storeLetter(world, one)))
}

async function ingestAll(world: World, hooks: readonly HookDelivery[]): Promise<DrainOutcome> {
  const [first] = hooks
  if (!first) return 'ignored'
  const calls = hooks.map(({ hook, delivery }) => ({
    hook,
    at: delivery.at,
    process: () => (hook.pid === undefined ? undefined : world.processes.running(hook.pid)),
  }))
  const { stored } = await ingest(world, first.agent, calls, { delivered: true })
  return stored > 0 ? 'stored' : 'duplicates'
}

async function storeLetter(
  world: World,
  { payload, delivery }: Extract<ParsedDelivery, { kind: 'letter' }>,
): Promise<DrainOutcome | Refusal> {
  const letter = parseLetter(payload, delivery.name)
  if (letter.kind === 'malformed') return { because: letter.reason }
  const { session, events, heard, directory } = letter.letter
  const redacted = redactEvents(world, events, directory && world.placeAt(directory).checkout)
  if (heard) return storeHookEvents(world, session, redacted)
  const appended = await record(world, session, redacted, { delivered: true })
  if (appended.kind === 'conflict')
    return { because: `event ${appended.stored.id} is already stored with different content` }
  return appended.kind === 'duplicate' ? 'duplicates' : 'stored'
}

/** Stores events that a hook had to spool, except events that the client's transcript has already reported. */
async function storeHookEvents(
  world: World,
  session: SessionId,
  events: readonly NewEvent[],
): Promise<DrainOutcome> {
  const viewed = await world.log.view(session)
  const isSilent = world.agents.get(viewed?.view.identity.agent ?? '')?.isSilentWhenInterrupted
  const prompt = events.find(({ type }) => type === PromptSubmitted.type)
  const interruption = isSilent && prompt ? interruptionBefore(viewed, prompt) : undefined
  const all = [...(interruption ? [interruption] : []), ...events]
  const { stored } = await recordOnce(world, session, all, { delivered: true })
  return stored > 0 ? 'stored' : 'duplicates'
}

async function attempt(work: () => Promise<DrainOutcome | Refusal>): Promise<DrainOutcome | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (isMachineError(error)) throw error
    return { because: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * A full disk or a busy log is temporary, so the delivery waits. A delivery that can never be stored is
 * quarantined, because it would block every later command.
 */
function isMachineError(error: unknown): boolean {
  if (error instanceof Problem) return !UNSTORABLE.has(error.code)
  return error instanceof Error && 'code' in error
}

const UNSTORABLE: ReadonlySet<string> = new Set(['event-too-large', 'event-unstorable'])
