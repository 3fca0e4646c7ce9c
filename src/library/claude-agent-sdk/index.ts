/** leftoff/claude-agent-sdk: hooks for `query` of the Claude Agent SDK. */

import { endWithProcess } from '../end-with-process.ts'
import { type OpenOptions, SessionStore } from '../session-store.ts'
import { TrackedSessions } from './tracked-sessions.ts'
import type { HookAnswer } from './wire.ts'

export type { HookAnswer } from './wire.ts'

export type HookCallback = (input: object) => Promise<HookAnswer>
/** Callbacks by SDK event. The first four may return text for the agent; the others only record. */
export type Hooks = ReturnType<typeof hooksOf>

export interface HookOptions extends OpenOptions {
  /** Called if an event could not be stored. The agent continues anyway. */
  readonly onTrouble?: (error: unknown) => void
}

export interface LeftoffHooks {
  /** Pass these in the options of `query`. */
  readonly hooks: Hooks
  /** Ends the recorded sessions, because the SDK does not report their end. */
  close(): Promise<void>
}

/**
 * Hooks for `query` of the Claude Agent SDK. A session gets a brief of earlier sessions and is recorded like a
 * session of Claude Code. It ends with `close` or with the process. Errors never stop the agent.
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
  const store = new SessionStore(options)
  const sessions = new TrackedSessions(store, { project: options.project, onTrouble })
  let last: Promise<unknown> = Promise.resolve()
  let cancelEndOnExit: (() => void) | undefined
  // Handles one call at a time, because a result must not be stored before its call.
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done
    return done
  }
  const callback: HookCallback = (input) => {
    cancelEndOnExit ??= endWithProcess((trigger) => inOrder(() => sessions.end(trigger)))
    return inOrder(() => sessions.handle(input))
  }
  const close = async (): Promise<void> => {
    cancelEndOnExit?.()
    cancelEndOnExit = undefined
    await inOrder(() => sessions.close())
    await store.close()
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
