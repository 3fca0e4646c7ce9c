/** What a hook of the Claude Agent SDK answers, as far as it is used here. The SDK's own type takes it. */
export interface HookAnswer {
  readonly decision?: 'block'
  readonly reason?: string
  readonly systemMessage?: string
  readonly hookSpecificOutput?:
    | { readonly hookEventName: 'SessionStart'; readonly additionalContext?: string }
    | { readonly hookEventName: 'UserPromptSubmit'; readonly additionalContext?: string }
    | { readonly hookEventName: 'SubagentStart'; readonly additionalContext?: string }
}

/** The reply that Claude Code reads from a command, as the SDK takes it from a function. */
export function answerOf(event: string, reply: string): HookAnswer {
  if (reply === '') return {}
  // A command answers with plain words for the summariser. Of a function the program takes these for them.
  if (event === 'PreCompact') return { systemMessage: reply }
  return JSON.parse(reply) as HookAnswer // our own words: agent/claude-code/reply.ts
}
