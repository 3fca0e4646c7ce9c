import type { AgentAdapter, ParsedHook } from '../../agent/adapter.ts'
import { eventFromDraft, sessionIdOf } from '../../agent/event-draft.ts'
import { fact, type NewEvent } from '../../event/define.ts'
import type { ProcessRef } from '../../event/fields.ts'
import { derivedId, type EventId, type SessionId } from '../../event/identity.ts'
import { SessionEnded, SessionResumed, SessionStarted } from '../../event/session.ts'
import { FileChanged } from '../../event/tool.ts'
import { TurnInterrupted } from '../../event/turn.ts'
import { FileSettled } from '../../event/upkeep.ts'
import type { ProjectLocation } from '../../integrations/project.ts'
import type { Viewed } from '../../log/event-log.ts'
import type { Session } from '../../session/session.ts'
import { isOpen, stateNow } from '../../session/state.ts'
import { observationOf } from '../lifecycle/advance-state.ts'
import type { World } from '../world.ts'
import { type RecordOptions, recordOnce } from './record.ts'
import { redactEvents } from './redact-events.ts'

/** A hook call with its time and process. */
export interface HookCall {
  readonly hook: ParsedHook
  readonly at: number
  /** The client's process. Looked up lazily. */
  readonly process?: () => ProcessRef | undefined
}

const placeOfCall = (world: World, { hook }: HookCall): ProjectLocation =>
  world.placeAt(hook.directory ?? world.place.directory)

/** The `session.started` event. Its id does not depend on which hook arrives first. */
function sessionStartedEvent(world: World, agent: string, call: HookCall): NewEvent {
  const { hook, at } = call
  const running = call.process?.()
  const place = placeOfCall(world, call)
  const id = derivedId('evt', agent, hook.session, SessionStarted.type)
  return fact(
    SessionStarted,
    { id, at: hook.at ?? at },
    {
      trigger: 'hook',
      agent,
      agentSession: hook.session,
      project: place.project,
      checkout: place.checkout,
      directory: place.directory,
      ...(hook.agentVersion && { agentVersion: hook.agentVersion }),
      ...(hook.transcript && { transcript: hook.transcript }),
      ...(place.branch && { branch: place.branch }),
      ...(place.head && { head: place.head }),
      ...(place.language && { language: place.language }),
      ...(running && { process: running }),
    },
  )
}

interface IngestResult {
  readonly session: SessionId
  readonly stored: number
  readonly duplicates: number
}

/**
 * Stores hook calls from one client session, in order. Storing them twice changes nothing: event ids derive
 * from the payload, and the session's state is recorded only when it changes.
 */
export async function ingest(
  world: World,
  agent: AgentAdapter,
  calls: readonly HookCall[],
  options: RecordOptions = {},
): Promise<IngestResult> {
  const [first] = calls
  if (!first) throw new Error('no hook calls')
  const ingestion = new Ingestion(world, agent, first, options)
  for (const call of calls) await ingestion.add(call)
  await ingestion.store()
  return { session: ingestion.session, stored: ingestion.stored, duplicates: ingestion.duplicates }
}

/** Finds interruptions for clients that do not report them: two prompts without an answer in between. */
export function interruptionBefore(
  viewed: Viewed<Session> | undefined,
  prompt: NewEvent,
): NewEvent | undefined {
  const { answering, lastPromptAt = 0 } = viewed?.view.talk ?? {}
  const isRedelivered = answering === prompt.id || prompt.at < lastPromptAt
  if (!viewed || answering === undefined || isRedelivered) return undefined
  const id = derivedId('evt', viewed.session, TurnInterrupted.type, answering)
  return fact(TurnInterrupted, { id, at: prompt.at }, { reason: 'before it had answered' })
}

/** Collects events until the session's state must be read, so that a complete turn is one transaction. */
class Ingestion {
  readonly session: SessionId
  stored = 0
  duplicates = 0
  #facts: NewEvent[] = []
  #last: HookCall
  readonly #world: World
  readonly #agent: AgentAdapter
  readonly #options: RecordOptions

  constructor(world: World, agent: AgentAdapter, first: HookCall, options: RecordOptions) {
    this.#world = world
    this.#agent = agent
    this.#last = first
    this.#options = options
    this.session = sessionIdOf(agent.name, first.hook.session)
  }

  async add(call: HookCall): Promise<void> {
    this.#last = call
    const { turn, drafts } = call.hook
    if (turn?.kind === 'start') await this.#begin(call, turn.source === 'compact')
    const heading = { agent: this.#agent.name, session: call.hook.session, receivedAt: call.at }
    const facts = drafts.map((draft) => eventFromDraft(heading, draft))
    if (turn?.kind === 'prompt') await this.#noticeInterruption(facts)
    for (const one of facts) this.#add(one)
    if (turn?.kind === 'end') await this.#end(call, turn.reason)
  }

  async store(): Promise<void> {
    if (this.#facts.length === 0) return
    const viewed = await this.#world.log.view(this.session)
    const hasStart = this.#facts[0]?.type === SessionStarted.type
    if (!hasStart && !viewed)
      this.#facts.unshift(sessionStartedEvent(this.#world, this.#agent.name, this.#last))
    const checkout = viewed?.view.identity.checkout || placeOfCall(this.#world, this.#last).checkout
    const all = [...this.#facts, ...this.#snapshots(checkout, viewed?.view)]
    const facts = redactEvents(this.#world, all, checkout)
    const { stored, duplicates } = await recordOnce(this.#world, this.session, facts, this.#options)
    this.stored += stored
    this.duplicates += duplicates
    this.#facts = []
  }

  #snapshots(checkout: string, view: Session | undefined): readonly NewEvent[] {
    const { hook, at } = this.#last
    const isTurnOver = hook.turn?.kind === 'stop' || hook.turn?.kind === 'end'
    const before = isTurnOver ? view : undefined
    return fileSnapshotEvents(this.#world, {
      session: this.session,
      checkout,
      facts: this.#facts,
      until: at,
      before,
    })
  }

  async #noticeInterruption([prompt]: readonly NewEvent[]): Promise<void> {
    if (!prompt || !this.#agent.isSilentWhenInterrupted) return
    await this.store()
    const interruption = interruptionBefore(await this.#world.log.view(this.session), prompt)
    if (interruption) this.#add(interruption)
  }

  /** The first of two events with the same id wins. */
  #add(one: NewEvent): void {
    if (this.#facts.some(({ id }) => id === one.id)) this.duplicates += 1
    else this.#facts.push(one)
  }

  /** Resumes a known session, unless this process is already active in it. */
  async #begin(call: HookCall, isSameRun: boolean): Promise<void> {
    await this.store()
    const viewed = await this.#world.log.view(this.session)
    if (!viewed) return this.#add(sessionStartedEvent(this.#world, this.#agent.name, call))
    const { hook, at } = call
    const running = call.process?.()
    if (isSameRun || this.#isActive(viewed, running)) return
    const id = this.#lifeId(SessionResumed.type, viewed.view.life.resumes + 1)
    const data = {
      trigger: 'hook',
      ...(running && { process: running }),
      ...(hook.transcript && { transcript: hook.transcript }),
    } as const
    this.#add(fact(SessionResumed, { id, at: hook.at ?? at }, data))
  }

  #isActive(viewed: Viewed<Session>, running: ProcessRef | undefined): boolean {
    const recorded = viewed.view.identity.process
    const isSame = !running || (recorded?.pid === running.pid && recorded.started === running.started)
    return isSame && stateNow(viewed.view.life, observationOf(this.#world, viewed.view)) === 'active'
  }

  /** Some clients report the end twice, and deliveries may arrive after it. */
  async #end({ hook, at }: HookCall, reason: string): Promise<void> {
    await this.store()
    const viewed = await this.#world.log.view(this.session)
    if (viewed && !isOpen(viewed.view.life.state)) {
      this.duplicates += 1
      return
    }
    const id = this.#lifeId(SessionEnded.type, viewed?.view.life.resumes ?? 0)
    this.#add(fact(SessionEnded, { id, at: hook.at ?? at }, { trigger: 'hook', reason }))
    await this.store()
    const ended = await this.#world.log.view(this.session)
    if (ended) await (await import('../lifecycle/close-session.ts')).closeSession(this.#world, ended)
  }

  #lifeId(type: string, run: number): EventId {
    return derivedId('evt', this.#agent.name, this.#last.hook.session, type, String(run))
  }
}

interface SnapshotOptions {
  readonly session: SessionId
  readonly checkout: string
  /** The events to be stored. They are not redacted yet, because a redacted path names no file. */
  readonly facts: readonly NewEvent[]
  /** Time of the last event. Later file changes do not belong to the session. */
  readonly until: number
  /** The session, if a turn has ended. Used to find files that commands changed after their snapshot. */
  readonly before?: Session | undefined
}

/** Limits the number of snapshots, because a hook must be fast. */
const MAX_FILES = 40

/**
 * Snapshots of changed files, so that a later session detects changes by content, not by mtime. The
 * same file in the same state always has the same event id.
 */
function fileSnapshotEvents(world: World, options: SnapshotOptions): readonly NewEvent[] {
  const paths = [...new Set([...changedPaths(options.facts), ...changedAgain(world, options)])].slice(
    -MAX_FILES,
  )
  if (paths.length === 0) return []
  const tree = world.treeAt(options.checkout)
  return paths.flatMap((path) => {
    const snapshot = tree.snapshot(path, options.until)
    if (!snapshot) return []
    const source = [path, String(snapshot.bytes), String(snapshot.writtenAt)]
    const id = derivedId('evt', options.session, FileSettled.type, ...source)
    return [fact(FileSettled, { id, at: options.until }, { path, ...snapshot })]
  })
}

const changedPaths = (facts: readonly NewEvent[]): readonly string[] =>
  facts.flatMap(({ type, data: { path } }) =>
    type === FileChanged.type && typeof path === 'string' ? [path] : [],
  )

function changedAgain(world: World, { before, checkout }: SnapshotOptions): readonly string[] {
  const files = before?.craft.files.filter(({ settled }) => settled).slice(-MAX_FILES) ?? []
  if (files.length === 0) return []
  const tree = world.treeAt(checkout)
  return files
    .filter(({ path, at, settled }) => tree.fileState(path, { at, settled }) === 'changed')
    .map(({ path }) => path)
}
