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
export function answerOf(reply: string): HookAnswer {
  // Before a compaction a command answers with words for the summariser. The SDK has no place for them.
  return reply.startsWith('{') ? (JSON.parse(reply) as HookAnswer) : {} // our own words: agent/claude-code/reply.ts
}
