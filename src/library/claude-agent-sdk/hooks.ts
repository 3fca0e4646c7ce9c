import { claudeCode } from '../../agent/claude-code/index.ts'
import { House, type OpenOptions } from '../house.ts'
import { told } from './told.ts'
import { answerOf, type HookAnswer } from './wire.ts'

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
  close(): Promise<void>
}

/**
 * Hooks for `query` of the Claude Agent SDK: a session begins with the brief of those before it, and what it does is
 * recorded, as if Claude Code itself had been asked. An agent is never held up or failed by them.
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
  const house = new House(options)
  let last: Promise<unknown> = Promise.resolve()
  const one = async (input: object): Promise<HookAnswer> => {
    const payload = JSON.stringify(input)
    try {
      return await answered(house, payload)
    } catch (error) {
      onTrouble(error)
      // Whoever looks next takes it in from there.
      await house.world().spool.deliver(claudeCode.name, payload).catch(onTrouble)
      return {}
    }
  }
  // In the order in which they are told: a result must not come before its call.
  const inOrder: HookCallback = (input) => {
    const answer = last.then(() => one(input))
    last = answer
    return answer
  }
  return { hooks: hooksOf(inOrder), close: () => last.then(() => house.close()) }
}

function hooksOf(callback: HookCallback) {
  const each = (): { hooks: HookCallback[] }[] => [{ hooks: [callback] }]
  return {
    SessionStart: each(),
    UserPromptSubmit: each(),
    PreCompact: each(),
    Stop: each(),
    PreToolUse: each(),
    PostToolUse: each(),
    PostToolUseFailure: each(),
    SubagentStart: each(),
    SubagentStop: each(),
    Notification: each(),
    SessionEnd: each(),
  }
}

async function answered(house: House, payload: string): Promise<HookAnswer> {
  const heard = claudeCode.hear(payload)
  // Set aside with the reason, for whoever looks.
  if (heard.kind === 'malformed') await house.world().spool.deliver(claudeCode.name, payload)
  if (heard.kind !== 'heard') return {}
  const reply = claudeCode.reply({ event: heard.event, ...(await told(house.world(heard.directory), heard)) })
  return answerOf(reply)
}
