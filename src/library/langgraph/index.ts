/** leftoff/langgraph: a checkpointer that uses the log. */

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
  deserialize,
  serialize,
  type Writes,
} from './wire.ts'

/**
 * A LangGraph checkpointer that stores states in the log. A thread is a session, and its checkpoints are events. A killed
 * graph continues from its last checkpoint. Deleting a thread erases its content. Secrets in the state are
 * replaced by a marker.
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
  readonly #store: SessionStore
  /** The last write to each thread. Each write waits for the one before it. */
  readonly #threads = new Map<string, Promise<unknown>>()
  #cancelEndOnExit: (() => void) | undefined

  constructor(options: OpenOptions = {}) {
    super()
    this.#store = new SessionStore(options)
  }

  async getTuple(config: Config): Promise<CheckpointTuple | undefined> {
    const { thread, namespace = '', checkpoint } = addressOf(config)
    if (thread === undefined) return undefined
    const isRequested = (event: GraphEvent): event is SavedEvent =>
      isSaved(event) &&
      event.namespace === namespace &&
      (checkpoint === undefined || event.checkpoint === checkpoint)
    const world = this.#store.world()
    const events = await graphEvents(world, sessionOfThread(world, thread), (newest) =>
      newest.some(isRequested),
    )
    const found = statesIn(events).find(isRequested)
    return found && this.#tuple(thread, found, events)
  }

  async *list(config: Config, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { thread } = addressOf(config)
    const threads = thread === undefined ? await threadsHere(this.#store.world()) : [thread]
    let left = options.limit ?? Number.POSITIVE_INFINITY
    for (const one of threads) {
      for await (const tuple of this.#listThread(one, config, options)) {
        if (left <= 0) return
        left -= 1
        yield tuple
      }
    }
  }

  async put(config: Config, checkpoint: Checkpoint, metadata: CheckpointMetadata): Promise<Config> {
    const { thread, namespace = '', checkpoint: parent } = this.#requireThread(config)
    await this.#append(thread, async (heading, redact) => {
      const state = await serialize(this.serde, checkpoint, redact)
      const about = await serialize(this.serde, metadata, redact)
      const at = { namespace, checkpoint: checkpoint.id, parent, step: metadata.step }
      return fact(GraphSaved, heading, { ...at, state, metadata: about })
    })
    return configOf(thread, namespace, checkpoint.id)
  }

  async putWrites(config: Config, writes: Writes, task: string): Promise<void> {
    const { thread, namespace = '', checkpoint } = this.#requireThread(config)
    if (checkpoint === undefined) throw missingKey('checkpoint_id')
    await this.#append(thread, async (heading, redact) => {
      const serialized = writes.map(async ([channel, value], index) => ({
        channel,
        index: WRITES_IDX_MAP[channel] ?? index,
        value: await serialize(this.serde, value, redact),
      }))
      return fact(GraphWritten, heading, {
        namespace,
        checkpoint,
        task,
        writes: await Promise.all(serialized),
      })
    })
  }

  /** Erases the content of the thread. A tombstone remains in the log. */
  async deleteThread(thread: string): Promise<void> {
    const world = this.#store.world()
    await this.#threads.get(thread)
    this.#threads.delete(thread)
    await forget(world, { sessions: [sessionOfThread(world, thread)], reason: 'thread deleted' })
  }

  /** Ends the sessions that this process used. They can be resumed. */
  async close(): Promise<void> {
    this.#cancelEndOnExit?.()
    await this.#end('exit')
    await this.#store.close()
  }

  async #end(trigger: EndTrigger): Promise<void> {
    const world = this.#store.world()
    for (const [thread, work] of this.#threads) {
      await work
      const session = sessionOfThread(world, thread)
      const state = (await world.log.view(session))?.view.life.state ?? 'none'
      if (isOpen(state)) await changeState(world, session, { move: 'end', trigger })
    }
    this.#threads.clear()
  }

  async *#listThread(
    thread: string,
    config: Config,
    { before, filter }: CheckpointListOptions,
  ): AsyncGenerator<CheckpointTuple> {
    const { namespace, checkpoint } = addressOf(config)
    const world = this.#store.world()
    const events = await graphEvents(world, sessionOfThread(world, thread), () => false)
    const states = statesIn(events).filter(
      (state) => namespace === undefined || state.namespace === namespace,
    )
    const last = before && addressOf(before).checkpoint
    const from = last === undefined ? 0 : states.findIndex((state) => state.checkpoint === last) + 1
    for (const state of states.slice(from)) {
      if (checkpoint !== undefined && state.checkpoint !== checkpoint) continue
      const tuple = await this.#tuple(thread, state, events)
      if (matchesFilter(tuple.metadata, filter)) yield tuple
    }
  }

  async #tuple(thread: string, saved: SavedEvent, events: readonly GraphEvent[]): Promise<CheckpointTuple> {
    const { namespace, checkpoint, parent, state, metadata } = saved
    const pending = pendingOf(saved, events).map(
      async ({ task, channel, value }): Promise<[string, string, unknown]> => [
        task,
        channel,
        await deserialize(this.serde, value),
      ],
    )
    return {
      config: configOf(thread, namespace, checkpoint),
      checkpoint: asCheckpoint(await deserialize(this.serde, state)),
      metadata: asMetadata(await deserialize(this.serde, metadata)),
      pendingWrites: await Promise.all(pending),
      ...(parent !== undefined && { parentConfig: configOf(thread, namespace, parent) }),
    }
  }

  /** If `work` fails, the caller gets the error, and the next write starts the thread again. */
  #track(thread: string, work: Promise<unknown>): void {
    this.#cancelEndOnExit ??= endWithProcess((trigger) => this.#end(trigger))
    const tracked: Promise<unknown> = work.catch(() => {
      if (this.#threads.get(thread) === tracked) this.#threads.delete(thread)
    })
    this.#threads.set(thread, tracked)
  }

  #requireThread(config: Config) {
    const { thread, ...rest } = addressOf(config)
    if (thread === undefined) throw missingKey('thread_id')
    return { thread, ...rest }
  }

  /** Stores events in call order, even if a later one is serialized first. */
  async #append(
    thread: string,
    make: (
      heading: Pick<NewEvent, 'id' | 'at'>,
      redact: ReturnType<SessionStore['redactor']>,
    ) => Promise<NewEvent>,
  ): Promise<void> {
    const world = this.#store.world()
    const before = this.#threads.get(thread) ?? beginThread(world, thread, processRef(process.pid))
    const made = make({ id: world.ids.event(), at: world.clock.now() }, this.#store.redactor())
    const work = before.then(async () => record(world, sessionOfThread(world, thread), [await made]))
    this.#track(thread, work)
    await work
  }
}

const missingKey = (key: string): Problem =>
  new Problem({
    code: 'usage',
    message: `the graph config has no ${key}`,
    fix: `graph.invoke(input, { configurable: { ${key}: '...' } })`,
    outcome: 'usage',
  })

function matchesFilter(
  metadata: CheckpointMetadata | undefined,
  filter: CheckpointListOptions['filter'],
): boolean {
  const known: Readonly<Record<string, unknown>> = { ...metadata }
  return Object.entries(filter ?? {}).every(
    ([key, value]) => JSON.stringify(known[key]) === JSON.stringify(value),
  )
}

type SavedEvent = KnownEventOf<'graph.saved'>

interface TaskWrite {
  readonly task: string
  readonly channel: string
  readonly value: SerializedValue
}

const isSaved = (event: GraphEvent): event is SavedEvent => event.type === 'graph.saved'

/** The saved states, newest first. If a checkpoint was saved twice, the later one counts. */
function statesIn(events: readonly GraphEvent[]): readonly SavedEvent[] {
  const byKey = new Map<string, SavedEvent>()
  for (const event of events.filter(isSaved))
    byKey.set(JSON.stringify([event.namespace, event.checkpoint]), event)
  return [...byKey.values()].toReversed()
}

/**
 * What tasks wrote after a checkpoint. A repeated task writes the same values, so its first write counts.
 * Special writes such as errors and interrupts have a negative index; for those, the last write counts.
 */
function pendingOf(
  { namespace, checkpoint }: SavedEvent,
  events: readonly GraphEvent[],
): readonly TaskWrite[] {
  const found = new Map<string, TaskWrite>()
  for (const event of events) {
    if (isSaved(event) || event.checkpoint !== checkpoint || event.namespace !== namespace) continue
    for (const { channel, index, value } of event.writes) {
      const key = JSON.stringify([event.task, index])
      if (index < 0 || !found.has(key)) found.set(key, { task: event.task, channel, value })
    }
  }
  return [...found.values()]
}
