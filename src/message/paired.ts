import {
  callsIn,
  type StoredMessage,
  type ToolCallPart,
  type ToolMessage,
  type ToolResultPart,
} from './message.ts'

/**
 * The same messages as a provider takes them: every call is followed at once by its result, and there is no result
 * without its call. What was called and never came back is said to have been interrupted.
 */
export function paired(messages: readonly StoredMessage[]): readonly StoredMessage[] {
  const whole: StoredMessage[] = []
  for (let at = 0; at < messages.length; at += 1) {
    const stored = messages[at]
    if (!stored || stored.message.role === 'tool') continue // a result whose call is not there
    whole.push(stored)
    const calls = callsIn(stored.message)
    if (calls.length === 0) continue
    const after = messages[at + 1]
    const answered = after?.message.role === 'tool' ? { ...after, message: after.message } : undefined
    whole.push(resultsFor(calls, stored, answered))
    if (answered) at += 1
  }
  return whole
}

type Answered = StoredMessage & { readonly message: ToolMessage }

function resultsFor(
  calls: readonly ToolCallPart[],
  asked: StoredMessage,
  answered: Answered | undefined,
): StoredMessage {
  const given = new Map(answered?.message.content.map((result) => [result.toolCallId, result]))
  const content = calls.map((call) => given.get(call.toolCallId) ?? interrupted(call))
  const { seq, lastSeq, at } = answered ?? { ...asked, seq: asked.lastSeq }
  return { seq, lastSeq, at, message: { role: 'tool', content } }
}

const interrupted = ({ toolCallId, toolName }: ToolCallPart): ToolResultPart => ({
  type: 'tool-result',
  toolCallId,
  toolName,
  output: { type: 'error-text', value: 'interrupted: no result was recorded' },
})
