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

export type Outcome = 'ok' | 'failed' | 'interrupted'

/** What an exit code says. */
export const outcomeOfCode = (code: number): Outcome => (code === 0 ? 'ok' : 'failed')

/**
 * For clients that give no exit code: a command succeeded unless the end of what it printed leaves no doubt. A program
 * that fails without such a line is taken for ok; the client's transcript knows better, where it has one.
 */
export function outcomeOfOutput(output: string): Outcome {
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
