/** One use of a tool, as a hook or the transcript tells it. */
export interface ToolCall {
  readonly id: string
  readonly tool: string
  readonly input: unknown
  /** Where the paths in it begin. */
  readonly directory?: string | undefined
  readonly subagent?: string | undefined
  readonly at?: number | undefined
}
