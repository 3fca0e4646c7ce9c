/** This file is only compiled. It shows what the compiler accepts and refuses in programs that use the library. */
import type { Message, RunningSession, Sessions, StoredMessage } from '../../src/index.ts'
import { leftoffMiddleware, type MiddlewareOptions } from '../../src/library/ai-sdk/index.ts'
import {
  type HookAnswer,
  type HookCallback,
  type HookOptions,
  type Hooks,
  type LeftoffHooks,
  leftoffHooks,
} from '../../src/library/claude-agent-sdk/index.ts'

/** Types that programs can import by name. */
export type Named = [HookAnswer, HookCallback, HookOptions, Hooks, LeftoffHooks, MiddlewareOptions]

export async function everything(
  sessions: Sessions,
  session: RunningSession,
): Promise<readonly StoredMessage[]> {
  const plain: Message = { role: 'user', content: 'hello' }
  const parts: Message = { role: 'assistant', content: [{ type: 'text', text: 'x' }] }
  await session.add([plain, parts])
  await session.addNew([plain, parts])
  // @ts-expect-error unknown role
  await session.add({ role: 'robot', content: 'hello' })
  // @ts-expect-error a tool message is a list of results
  await session.add({ role: 'tool', content: 'done' })
  // @ts-expect-error a message has content
  await session.add({ role: 'user' })

  const id = await session.note('decision', 'SQLite', { why: 'one file' })
  await session.done(id)
  // @ts-expect-error unknown kind of note
  await session.note('rumour', 'SQLite')

  await session.record('file.changed', { path: 'a.ts', change: 'edited' })
  // @ts-expect-error unknown kind of change
  await session.record('file.changed', { path: 'a.ts', change: 'eaten' })
  // @ts-expect-error a file has a path
  await session.record('file.changed', { change: 'edited' })
  // @ts-expect-error unknown event
  await session.record('file.eaten', { path: 'a.ts' })

  const { system, messages, tokens } = await session.context({
    budget: 8_000,
    countTokens: (text) => text.length,
  })
  const all: readonly [string, readonly Message[], number] = [system, messages, tokens]
  // @ts-expect-error a context has a budget
  await session.context({})
  // @ts-expect-error stored values are readonly
  messages.push(all[1][0])

  await sessions.start({
    agent: 'a',
    goal: 'b',
    tags: ['c'],
    compaction: { threshold: 1, keep: 2, auto: false },
  })
  // @ts-expect-error a resume needs a session id
  await sessions.resume()
  // @ts-expect-error sessions come from openSessions
  leftoffMiddleware(sessions, { budget: 1 })
  return session.messages({ last: 3 })
}

/** The type of the `hooks` option in the Claude Agent SDK. */
interface HookMatcher {
  matcher?: string
  hooks: ((
    input: { hook_event_name: string; session_id: string },
    toolUseID: string | undefined,
    options: { signal: AbortSignal },
  ) => Promise<HookOutput>)[]
  timeout?: number
}
interface HookOutput {
  continue?: boolean
  decision?: 'approve' | 'block'
  systemMessage?: string
  reason?: string
  hookSpecificOutput?:
    | { hookEventName: 'PreToolUse'; permissionDecision?: 'allow' | 'deny' | 'ask' }
    | { hookEventName: 'UserPromptSubmit' | 'SessionStart' | 'SubagentStart'; additionalContext?: string }
}
type SdkEvent = 'PreToolUse' | 'PostToolUse' | 'PostToolUseFailure' | 'Notification' | 'UserPromptSubmit'
type OtherSdkEvent = 'SessionStart' | 'SessionEnd' | 'Stop' | 'SubagentStart' | 'SubagentStop' | 'PreCompact'

export const hooks: Partial<Record<SdkEvent | OtherSdkEvent, HookMatcher[]>> = leftoffHooks().hooks
