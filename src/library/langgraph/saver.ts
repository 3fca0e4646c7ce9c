import { BaseCheckpointSaver, WRITES_IDX_MAP } from '@langchain/langgraph-checkpoint'
import { record } from '../../app/ingest/record.ts'
import { changeState } from '../../app/lifecycle/change-state.ts'
import {
  beginThread,
  type GraphEvent,
  graphEvents,
  sessionOfThread,
  threadsHere,
} from '../../app/lifecycle/graph-threads.ts'
import { forget } from '../../app/maintenance/forget.ts'
import type { KnownEventOf } from '../../event/catalogue.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import { GraphSaved, GraphWritten, type SerializedValue } from '../../event/graph.ts'
import type { EndTrigger } from '../../event/session.ts'
import { processRef } from '../../host/process.ts'
import { Problem } from '../../problem.ts'
import { isOpen } from '../../session/state.ts'
import { endWithProcess } from '../end-with-process.ts'
import { type OpenOptions, SessionStore } from '../session-store.ts'
import {
  addressOf,
  asCheckpoint,
  asMetadata,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type Config,
  configOf,
  readAgain,
  type Writes,
  written,
} from './wire.ts'

/**
 * A checkpointer for LangGraph on the log: a thread is a session, its checkpoints are events. A graph that was killed goes
 * on where it was; a thread that is deleted is forgotten. Secrets in the state are not kept: where it held one, there is a
 * mark.
 *
 * @example
 * ```ts
 * import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
 * import { LeftoffSaver } from 'leftoff/langgraph'
 *
 * const State = Annotation.Root({ count: Annotation<number> })
 * const checkpointer = new LeftoffSaver()
 * const graph = new StateGraph(State)
 *   .addNode('add', ({ count }) => ({ count: count + 1 }))
 *   .addEdge(START, 'add')
 *   .addEdge('add', END)
 *   .compile({ checkpointer })
 * await graph.invoke({ count: 1 }, { configurable: { thread_id: 'shop' } })
 * await checkpointer.close()
 * ```
 */
export class LeftoffSaver extends BaseCheckpointSaver {
  readonly #house: SessionStore
  /** What is under way for each thread: a state is stored before what follows from it. */
  readonly #threads = new Map<string, Promise<unknown>>()
  #stopCaring: (() => void) | undefined

  constructor(options: OpenOptions = {}) {
    super()
    this.#house = new SessionStore(options)
  }

  async getTuple(config: Config): Promise<CheckpointTuple | undefined> {
    const { thread, namespace = '', checkpoint } = addressOf(config)
    if (thread === undefined) return undefined
    const isMeant = (event: GraphEvent): event is Saved =>
      isSaved(event) &&
      event.namespace === namespace &&
      (checkpoint === undefined || event.checkpoint === checkpoint)
    const world = this.#house.world()
    const events = await graphEvents(world, sessionOfThread(world, thread), (newest) => newest.some(isMeant))
    const found = statesIn(events).find(isMeant)
    return found && this.#tuple(thread, found, events)
  }

  async *list(config: Config, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { thread } = addressOf(config)
    const threads = thread === undefined ? await threadsHere(this.#house.world()) : [thread]
    let left = options.limit ?? Number.POSITIVE_INFINITY
    for (const one of threads) {
      for await (const tuple of this.#listed(one, config, options)) {
        if (left <= 0) return
        left -= 1
        yield tuple
      }
    }
  }

  async put(config: Config, checkpoint: Checkpoint, metadata: CheckpointMetadata): Promise<Config> {
    const { thread, namespace = '', checkpoint: parent } = this.#required(config)
    await this.#store(thread, async (heading, redact) => {
      const state = await written(this.serde, checkpoint, redact)
      const about = await written(this.serde, metadata, redact)
      const at = { namespace, checkpoint: checkpoint.id, parent, step: metadata.step }
      return fact(GraphSaved, heading, { ...at, state, metadata: about })
    })
    return configOf(thread, namespace, checkpoint.id)
  }

  async putWrites(config: Config, writes: Writes, task: string): Promise<void> {
    const { thread, namespace = '', checkpoint } = this.#required(config)
    if (checkpoint === undefined) throw missing('checkpoint_id')
    await this.#store(thread, async (heading, redact) => {
      const kept = writes.map(async ([channel, value], index) => ({
        channel,
        index: WRITES_IDX_MAP[channel] ?? index,
        value: await written(this.serde, value, redact),
      }))
      return fact(GraphWritten, heading, { namespace, checkpoint, task, writes: await Promise.all(kept) })
    })
  }

  /** Erases what the thread held; that it was there stays. */
  async deleteThread(thread: string): Promise<void> {
    const world = this.#house.world()
    await this.#threads.get(thread)
    this.#threads.delete(thread)
    await forget(world, { sessions: [sessionOfThread(world, thread)], reason: 'its thread was deleted' })
  }

  /** Ends the sessions that this process had in hand. They can be gone on with. */
  async close(): Promise<void> {
    this.#stopCaring?.()
    await this.#end('exit')
    await this.#house.close()
  }

  async #end(trigger: EndTrigger): Promise<void> {
    const world = this.#house.world()
    for (const [thread, work] of this.#threads) {
      await work
      const session = sessionOfThread(world, thread)
      const state = (await world.log.view(session))?.view.life.state ?? 'none'
      if (isOpen(state)) await changeState(world, session, { move: 'end', trigger })
    }
    this.#threads.clear()
  }

  async *#listed(
    thread: string,
    config: Config,
    { before, filter }: CheckpointListOptions,
  ): AsyncGenerator<CheckpointTuple> {
    const { namespace, checkpoint } = addressOf(config)
    const world = this.#house.world()
    const events = await graphEvents(world, sessionOfThread(world, thread), () => false)
    const states = statesIn(events).filter(
      (state) => namespace === undefined || state.namespace === namespace,
    )
    const last = before && addressOf(before).checkpoint
    const from = last === undefined ? 0 : states.findIndex((state) => state.checkpoint === last) + 1
    for (const state of states.slice(from)) {
      if (checkpoint !== undefined && state.checkpoint !== checkpoint) continue
      const tuple = await this.#tuple(thread, state, events)
      if (isLike(tuple.metadata, filter)) yield tuple
    }
  }

  async #tuple(thread: string, saved: Saved, events: readonly GraphEvent[]): Promise<CheckpointTuple> {
    const { namespace, checkpoint, parent, state, metadata } = saved
    const pending = pendingOf(saved, events).map(
      async ({ task, channel, value }): Promise<[string, string, unknown]> => [
        task,
        channel,
        await readAgain(this.serde, value),
      ],
    )
    return {
      config: configOf(thread, namespace, checkpoint),
      checkpoint: asCheckpoint(await readAgain(this.serde, state)),
      metadata: asMetadata(await readAgain(this.serde, metadata)),
      pendingWrites: await Promise.all(pending),
      ...(parent !== undefined && { parentConfig: configOf(thread, namespace, parent) }),
    }
  }

  /** What fails is told to whoever asked for it, and the next one begins anew. */
  #keep(thread: string, work: Promise<unknown>): void {
    this.#stopCaring ??= endWithProcess((trigger) => this.#end(trigger))
    const kept: Promise<unknown> = work.catch(() => {
      if (this.#threads.get(thread) === kept) this.#threads.delete(thread)
    })
    this.#threads.set(thread, kept)
  }

  #required(config: Config) {
    const { thread, ...rest } = addressOf(config)
    if (thread === undefined) throw missing('thread_id')
    return { thread, ...rest }
  }

  /** In the order in which it was asked, whatever takes how long to write down. */
  async #store(
    thread: string,
    make: (
      heading: Pick<NewEvent, 'id' | 'at'>,
      redact: ReturnType<SessionStore['redactor']>,
    ) => Promise<NewEvent>,
  ): Promise<void> {
    const world = this.#house.world()
    const before = this.#threads.get(thread) ?? beginThread(world, thread, processRef(process.pid))
    const made = make({ id: world.ids.event(), at: world.clock.now() }, this.#house.redactor())
    const work = before.then(async () => record(world, sessionOfThread(world, thread), [await made]))
    this.#keep(thread, work)
    await work
  }
}

const missing = (key: string): Problem =>
  new Problem({
    code: 'usage',
    message: `the config of the graph has no ${key}`,
    fix: `graph.invoke(input, { configurable: { ${key}: '...' } })`,
    outcome: 'usage',
  })

function isLike(metadata: CheckpointMetadata | undefined, filter: CheckpointListOptions['filter']): boolean {
  const known: Readonly<Record<string, unknown>> = { ...metadata }
  return Object.entries(filter ?? {}).every(
    ([key, value]) => JSON.stringify(known[key]) === JSON.stringify(value),
  )
}

export type Saved = KnownEventOf<'graph.saved'>

export interface PendingWrite {
  readonly task: string
  readonly channel: string
  readonly value: SerializedValue
}

export const isSaved = (event: GraphEvent): event is Saved => event.type === 'graph.saved'

/** The states that were saved, each as it was saved last, the newest first. */
export function statesIn(events: readonly GraphEvent[]): readonly Saved[] {
  const byKey = new Map<string, Saved>()
  for (const event of events.filter(isSaved))
    byKey.set(JSON.stringify([event.namespace, event.checkpoint]), event)
  return [...byKey.values()].toReversed()
}

/**
 * What tasks gave after a state. A task that is done again gives the same, so the first counts; what it gives besides, such
 * as an error or an interruption, has an index below zero, and there the last counts.
 */
export function pendingOf(
  { namespace, checkpoint }: Saved,
  events: readonly GraphEvent[],
): readonly PendingWrite[] {
  const found = new Map<string, PendingWrite>()
  for (const event of events) {
    if (isSaved(event) || event.checkpoint !== checkpoint || event.namespace !== namespace) continue
    for (const { channel, index, value } of event.writes) {
      const key = JSON.stringify([event.task, index])
      if (index < 0 || !found.has(key)) found.set(key, { task: event.task, channel, value })
    }
  }
  return [...found.values()]
}
