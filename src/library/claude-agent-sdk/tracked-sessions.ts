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

/** The process is this one: many sessions may run in it side by side, so none ends another. */
const told: AgentAdapter = { ...claudeCode, oneSessionPerProcess: false }
/** A start that nobody told cannot be answered: the prompt after it is. */
const toldLate: AgentAdapter = { ...told, isBriefedAtPrompt: true }

interface Open {
  readonly heard: ParsedHook
  /** Its start was concluded here, and the brief waits for a prompt. */
  owesBrief: boolean
}

export interface ToldOptions {
  /** The folder whose project they belong to, wherever the agent works. */
  readonly project?: string | undefined
  readonly onTrouble: (error: unknown) => void
}

/**
 * The sessions that the Claude Agent SDK tells of. It calls its hooks neither when a session starts nor when it ends,
 * though it has both events: its program begins before the hooks are known to it, and ends after they are out of reach.
 * So the first thing that is told of a session begins it, and whoever closes the hooks ends it.
 */
export class ToldSessions {
  readonly #house: SessionStore
  readonly #options: ToldOptions
  readonly #open = new Map<string, Open>()

  constructor(house: SessionStore, options: ToldOptions) {
    this.#house = house
    this.#options = options
  }

  /** What one hook was told goes into the log, as if Claude Code had told it to its command, and is answered the same. */
  async take(input: object): Promise<HookAnswer> {
    const { project } = this.#options
    const payload = JSON.stringify(project === undefined ? input : { ...input, cwd: project })
    try {
      return await this.#answered(payload)
    } catch (error) {
      this.#options.onTrouble(error)
      // Whoever looks next takes it in from there.
      await this.#spool(payload).catch(this.#options.onTrouble)
      return {}
    }
  }

  /** Ends what has begun and was not told to have ended. */
  async end(reason: string): Promise<void> {
    for (const { heard } of [...this.#open.values()])
      await this.take({
        hook_event_name: 'SessionEnd',
        session_id: heard.session,
        cwd: heard.directory,
        transcript_path: heard.transcript,
        reason,
      })
  }

  /** The same for those who have time: what was said in them is looked through, so that the next one can be told of it. */
  async close(): Promise<void> {
    const ending = [...this.#open.values()]
    await this.end('close')
    for (const { heard } of ending) await this.#looked(heard).catch(this.#options.onTrouble)
  }

  async #looked({ session, directory }: ParsedHook): Promise<void> {
    await indexSession(this.#house.world(directory), sessionIdOf(claudeCode.name, session))
  }

  async #answered(payload: string): Promise<HookAnswer> {
    const heard = claudeCode.parse(payload)
    // Set aside with the reason, for whoever looks.
    if (heard.kind === 'malformed') await this.#spool(payload)
    if (heard.kind !== 'parsed') return {}
    const agent = await this.#begun(heard)
    const answer = await this.#taken(agent, heard)
    return answerOf(heard.event, claudeCode.reply({ event: heard.event, ...answer }))
  }

  /** Sees to it that the session has begun, and says how it is to be greeted now. */
  async #begun(heard: ParsedHook): Promise<AgentAdapter> {
    const { session, turn } = heard
    if (turn?.kind === 'end') {
      this.#open.delete(session)
      return told
    }
    const open = this.#open.get(session) ?? (await this.#opened(heard))
    if (turn?.kind !== 'prompt' || !open.owesBrief) return told
    open.owesBrief = false
    return toldLate
  }

  async #opened(heard: ParsedHook): Promise<Open> {
    const open: Open = { heard, owesBrief: false }
    this.#open.set(heard.session, open)
    if (heard.turn?.kind === 'start') return open
    const source = await this.#sourceOf(heard)
    if (!source) return open
    const turn: TurnChange = { kind: 'start', source }
    await this.#taken(toldLate, { ...heard, event: 'SessionStart', turn, drafts: [] })
    open.owesBrief = true
    return open
  }

  /** Undefined where it is at work: where Claude Code itself is told of leftoff, its command has begun it and briefed it. */
  async #sourceOf({ session, directory }: ParsedHook): Promise<'startup' | 'resume' | undefined> {
    const world = this.#house.world(directory)
    await drainBeforeHook(world, { agent: claudeCode.name, session }, this.#options.onTrouble)
    const seen = await world.log.view(sessionIdOf(claudeCode.name, session))
    if (!seen) return 'startup'
    return stateNow(seen.view.life, observationOf(world, seen.view)) === 'active' ? undefined : 'resume'
  }

  #taken(agent: AgentAdapter, heard: ParsedHook): Promise<Pick<AgentAnswer, 'text' | 'closing'>> {
    const world: World = this.#house.world(heard.directory)
    const process = () => processRef(globalThis.process.pid)
    const call = { hook: heard, at: world.clock.now(), process }
    const { onTrouble } = this.#options
    return handleHook(world, { agent, call, onError: onTrouble })
  }

  async #spool(payload: string): Promise<void> {
    await this.#house.world().spool.deliver(claudeCode.name, payload)
  }
}
