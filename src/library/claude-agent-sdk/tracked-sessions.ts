import type { AgentAdapter, AgentAnswer, ParsedHook, TurnChange } from '../../agent/adapter.ts'
import { claudeCode } from '../../agent/claude-code/index.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import { drainBeforeHook, handleHook } from '../../app/ingest/handle-hook.ts'
import { observationOf } from '../../app/lifecycle/advance-state.ts'
import { indexSession } from '../../app/search/refresh-index.ts'
import type { World } from '../../app/world.ts'
import { processRef } from '../../host/process.ts'
import { stateNow } from '../../session/state.ts'
import type { SessionStore } from '../session-store.ts'
import { answerOf, type HookAnswer } from './wire.ts'

/** Several sessions may run in this process at the same time, so a new one does not end the others. */
const sdkAdapter: AgentAdapter = { ...claudeCode, oneSessionPerProcess: false }
/** The adapter for sessions whose start the SDK did not report. Their first prompt gets the brief. */
const lateAdapter: AgentAdapter = { ...sdkAdapter, isBriefedAtPrompt: true }

interface TrackedSession {
  readonly firstHook: ParsedHook
  /** Whether the next prompt gets the brief, because the SDK did not report the start. */
  owesBrief: boolean
}

interface TrackingOptions {
  /** Directory of the project; overrides the working directory of the agent. */
  readonly project?: string | undefined
  readonly onTrouble: (error: unknown) => void
}

/**
 * The sessions that the Claude Agent SDK reports. The SDK has events for session start and end but does not call
 * hooks for them, because its child process starts before the hooks are registered and ends after they are
 * removed. So the first hook call of a session starts the session, and `close` ends it.
 */
export class TrackedSessions {
  readonly #store: SessionStore
  readonly #options: TrackingOptions
  readonly #sessions = new Map<string, TrackedSession>()

  constructor(store: SessionStore, options: TrackingOptions) {
    this.#store = store
    this.#options = options
  }

  /** Records one hook call and replies as the hook command does for Claude Code. */
  async handle(input: object): Promise<HookAnswer> {
    const { project } = this.#options
    const payload = JSON.stringify(project === undefined ? input : { ...input, cwd: project })
    try {
      return await this.#answer(payload)
    } catch (error) {
      this.#options.onTrouble(error)
      // The next command ingests the payload from the spool.
      await this.#spool(payload).catch(this.#options.onTrouble)
      return {}
    }
  }

  /** Ends all open sessions. */
  async end(reason: string): Promise<void> {
    for (const { firstHook } of [...this.#sessions.values()])
      await this.handle({
        hook_event_name: 'SessionEnd',
        session_id: firstHook.session,
        cwd: firstHook.directory,
        transcript_path: firstHook.transcript,
        reason,
      })
  }

  /** Ends and indexes the sessions, so that the next brief can use them. This takes longer than `end`. */
  async close(): Promise<void> {
    const ending = [...this.#sessions.values()]
    await this.end('close')
    for (const { firstHook } of ending) await this.#index(firstHook).catch(this.#options.onTrouble)
  }

  async #index({ session, directory }: ParsedHook): Promise<void> {
    await indexSession(this.#store.world(directory), sessionIdOf(claudeCode.name, session))
  }

  async #answer(payload: string): Promise<HookAnswer> {
    const hook = claudeCode.parse(payload)
    // The next drain of the spool quarantines the payload with the reason.
    if (hook.kind === 'malformed') await this.#spool(payload)
    if (hook.kind !== 'parsed') return {}
    const agent = await this.#trackSession(hook)
    const answer = await this.#handleHook(agent, hook)
    return answerOf(hook.event, claudeCode.reply({ event: hook.event, ...answer }))
  }

  /** Starts the session if necessary. Returns the adapter that answers this call. */
  async #trackSession(hook: ParsedHook): Promise<AgentAdapter> {
    const { session, turn } = hook
    if (turn?.kind === 'end') {
      this.#sessions.delete(session)
      return sdkAdapter
    }
    const open = this.#sessions.get(session) ?? (await this.#startTracking(hook))
    if (turn?.kind !== 'prompt' || !open.owesBrief) return sdkAdapter
    open.owesBrief = false
    return lateAdapter
  }

  async #startTracking(hook: ParsedHook): Promise<TrackedSession> {
    const open: TrackedSession = { firstHook: hook, owesBrief: false }
    this.#sessions.set(hook.session, open)
    if (hook.turn?.kind === 'start') return open
    const source = await this.#sourceOf(hook)
    if (!source) return open
    const turn: TurnChange = { kind: 'start', source }
    await this.#handleHook(lateAdapter, { ...hook, event: 'SessionStart', turn, drafts: [] })
    open.owesBrief = true
    return open
  }

  /** Undefined if the session is active: hooks installed in Claude Code itself have already started and briefed it. */
  async #sourceOf({ session, directory }: ParsedHook): Promise<'startup' | 'resume' | undefined> {
    const world = this.#store.world(directory)
    await drainBeforeHook(world, { agent: claudeCode.name, session }, this.#options.onTrouble)
    const seen = await world.log.view(sessionIdOf(claudeCode.name, session))
    if (!seen) return 'startup'
    return stateNow(seen.view.life, observationOf(world, seen.view)) === 'active' ? undefined : 'resume'
  }

  #handleHook(agent: AgentAdapter, hook: ParsedHook): Promise<Pick<AgentAnswer, 'text' | 'closing'>> {
    const world: World = this.#store.world(hook.directory)
    const process = () => processRef(globalThis.process.pid)
    const call = { hook, at: world.clock.now(), process }
    const { onTrouble } = this.#options
    return handleHook(world, { agent, call, onError: onTrouble })
  }

  async #spool(payload: string): Promise<void> {
    await this.#store.world().spool.deliver(claudeCode.name, payload)
  }
}
