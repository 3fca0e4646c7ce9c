/** A tool call from a hook or a transcript. */
export interface ToolCall {
  readonly id: string
  readonly tool: string
  readonly input: unknown
  /** Base of relative paths in the input. */
  readonly directory?: string | undefined
  readonly subagent?: string | undefined
  readonly at?: number | undefined
}

export type ToolOutcome = 'ok' | 'failed' | 'interrupted'

export const outcomeOfCode = (code: number): ToolOutcome => (code === 0 ? 'ok' : 'failed')

/**
 * For clients that give no exit code. A command counts as failed only if the end of its output is unmistakable. The
 * client's transcript corrects wrong guesses later.
 */
export function outcomeOfOutput(output: string): ToolOutcome {
  const end = output.slice(-END).trimEnd().split(/\r?\n/).slice(-LINES)
  return end.some((line) => FAILED.some((sign) => sign.test(line))) ? 'failed' : 'ok'
}

const END = 4096
const LINES = 3
const FAILED: readonly RegExp[] = [
  /^(?:\/bin\/|\/usr\/bin\/)?(?:ba|da|z|k)?sh: .{0,300}(?:not found|No such file or directory|Permission denied)$/,
  /(?:^|\s)(?:exit(?:ed)?|terminated) (?:with )?(?:code|status):? ?[1-9]\d{0,2}\b/i,
  /^(?:npm (?:ERR!|error)) /,
  /^make(?:\[\d{1,3}\])?: \*\*\* /,
  /^error: could not compile /,
  /^fatal: /,
  /^[A-Za-z_.]{1,80}(?:Error|Exception): /,
]
