import { endWithProcess } from '../end-with-process.ts'
import { type OpenOptions, SessionStore } from '../session-store.ts'
import { ToldSessions } from './tracked-sessions.ts'
import type { HookAnswer } from './wire.ts'

export type HookCallback = (input: object) => Promise<HookAnswer>
/** By the events at which the SDK calls us. The first four are answered, the others are only recorded. */
export type Hooks = ReturnType<typeof hooksOf>

export interface HookOptions extends OpenOptions {
  /** Hears why something could not be stored. The agent goes on in any case. */
  readonly onTrouble?: (error: unknown) => void
}

/** The hooks, and what ends with them. */
export interface LeftoffHooks {
  /** For the options of `query`. */
  readonly hooks: Hooks
  /** Ends the sessions that were told of: the SDK itself tells no end. */
  close(): Promise<void>
}

/**
 * Hooks for `query` of the Claude Agent SDK: a session begins with the brief of those before it, and what it does is
 * recorded, as if Claude Code itself had been asked. It ends with `close`, or with the process. An agent is never held
 * up or failed by them.
 *
 * @example
 * ```ts
 * import { leftoffHooks } from 'leftoff/claude-agent-sdk'
 *
 * const leftoff = leftoffHooks()
 * // for await (const message of query({ prompt, options: { hooks: leftoff.hooks } })) { ... }
 * await leftoff.close()
 * ```
 */
export function leftoffHooks({ onTrouble = () => {}, ...options }: HookOptions = {}): LeftoffHooks {
  const house = new SessionStore(options)
  const sessions = new ToldSessions(house, { project: options.project, onTrouble })
  let last: Promise<unknown> = Promise.resolve()
  let stopCaring: (() => void) | undefined
  // In the order in which they are told: a result must not come before its call.
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done
    return done
  }
  const callback: HookCallback = (input) => {
    stopCaring ??= endWithProcess((trigger) => inOrder(() => sessions.end(trigger)))
    return inOrder(() => sessions.take(input))
  }
  const close = async (): Promise<void> => {
    stopCaring?.()
    stopCaring = undefined
    await inOrder(() => sessions.close())
    await house.close()
  }
  return { hooks: hooksOf(callback), close }
}

function hooksOf(callback: HookCallback) {
  const each = (): { hooks: HookCallback[] }[] => [{ hooks: [callback] }]
  return {
    SessionStart: each(),
    UserPromptSubmit: each(),
    PreCompact: each(),
    Stop: each(),
    StopFailure: each(),
    PreToolUse: each(),
    PostToolUse: each(),
    PostToolUseFailure: each(),
    SubagentStart: each(),
    SubagentStop: each(),
    PostCompact: each(),
    Notification: each(),
    PermissionRequest: each(),
    PermissionDenied: each(),
    UserPromptExpansion: each(),
    InstructionsLoaded: each(),
    CwdChanged: each(),
    ConfigChange: each(),
    TaskCreated: each(),
    TaskCompleted: each(),
    SessionEnd: each(),
  }
}
