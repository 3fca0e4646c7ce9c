import { promptIn } from '../../src/agent/claude-code/transcript.ts'
import { fieldOf, textField, textOf } from '../../src/agent/field.ts'
import type { Message, ToolCallPart, ToolResultPart } from '../../src/message/message.ts'
import type { Transcript } from './sessions.ts'

/** The messages that the model saw, and the summaries that it wrote. */
export function claudeMessages(records: Iterable<object>): Transcript {
  const builder = new TranscriptBuilder()
  for (const record of records) builder.add(record)
  return builder
}

class TranscriptBuilder implements Transcript {
  readonly messages: Message[] = []
  readonly summaries: { readonly at: number; readonly text: string }[] = []
  readonly #names = new Map<string, string>()
  readonly #seen = new Set<string>()
  #answer: string | undefined

  add(record: object): void {
    const uuid = textField(record, 'uuid') ?? ''
    if (fieldOf(record, 'isSidechain') === true || fieldOf(record, 'isMeta') === true || this.#seen.has(uuid))
      return
    this.#seen.add(uuid)
    const message = fieldOf(record, 'message')
    const content = fieldOf(message, 'content')
    if (fieldOf(record, 'isCompactSummary') === true)
      this.summaries.push({ at: this.messages.length, text: textOf(content) ?? '' })
    else if (textField(record, 'type') === 'assistant') this.#assistant(textField(message, 'id'), content)
    else if (textField(record, 'type') === 'user') this.#user(content)
  }

  /** One answer may span several lines. */
  #assistant(id: string | undefined, content: unknown): void {
    const parts = blocksOf(content).flatMap((block) => this.#part(block))
    if (parts.length === 0) return
    const last = this.messages.at(-1)
    if (
      last?.role === 'assistant' &&
      typeof last.content !== 'string' &&
      id !== undefined &&
      id === this.#answer
    )
      this.messages[this.messages.length - 1] = { role: 'assistant', content: [...last.content, ...parts] }
    else this.messages.push({ role: 'assistant', content: parts })
    this.#answer = id
  }

  #part(block: object): ({ readonly type: 'text'; readonly text: string } | ToolCallPart)[] {
    const text = textField(block, 'text')
    if (textField(block, 'type') === 'text' && text) return [{ type: 'text', text }]
    const id = textField(block, 'id')
    const name = textField(block, 'name')
    if (textField(block, 'type') !== 'tool_use' || !id || !name) return []
    this.#names.set(id, name)
    return [{ type: 'tool-call', toolCallId: id, toolName: name, input: fieldOf(block, 'input') }]
  }

  #user(content: unknown): void {
    const results = blocksOf(content).flatMap((block) => this.#result(block))
    if (results.length > 0) {
      const last = this.messages.at(-1)
      if (last?.role === 'tool')
        this.messages[this.messages.length - 1] = { role: 'tool', content: [...last.content, ...results] }
      else this.messages.push({ role: 'tool', content: results })
      return
    }
    const text = promptIn(content)
    if (text) this.messages.push({ role: 'user', content: text })
  }

  #result(block: object): ToolResultPart[] {
    const id = textField(block, 'tool_use_id')
    if (textField(block, 'type') !== 'tool_result' || !id) return []
    const type = fieldOf(block, 'is_error') === true ? 'error-text' : 'text'
    const value = textOf(fieldOf(block, 'content')) ?? ''
    return [
      { type: 'tool-result', toolCallId: id, toolName: this.#names.get(id) ?? '', output: { type, value } },
    ]
  }
}

const blocksOf = (content: unknown): object[] =>
  Array.isArray(content) ? content.filter((block) => typeof block === 'object' && block !== null) : []
