/** The part of the SDK's hook result that leftoff uses. Assignable to the SDK's type. */
export interface HookAnswer {
  readonly decision?: 'block'
  readonly reason?: string
  readonly systemMessage?: string
  readonly hookSpecificOutput?:
    | { readonly hookEventName: 'SessionStart'; readonly additionalContext?: string }
    | { readonly hookEventName: 'UserPromptSubmit'; readonly additionalContext?: string }
    | { readonly hookEventName: 'SubagentStart'; readonly additionalContext?: string }
}

/** Converts the hook command's reply to the result of an SDK hook function. */
export function answerOf(event: string, reply: string): HookAnswer {
  if (reply === '') return {}
  // A hook command prints plain text for the summarizer. A hook function must return it as a system message.
  if (event === 'PreCompact') return { systemMessage: reply }
  return JSON.parse(reply) as HookAnswer // written by `claudeCode.reply`
}
