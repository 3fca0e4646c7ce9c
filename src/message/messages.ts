import type { KnownEvent, KnownEventOf } from '../event/catalogue.ts'
import {
  type AssistantMessage,
  callsIn,
  type Message,
  type StoredMessage,
  type ToolCallPart,
  type ToolResultPart,
} from './message.ts'

/** Folds the events of a session into messages. Skips tool calls of sub-agents. */
export function messagesOf(events: Iterable<KnownEvent>): readonly StoredMessage[] {
  const builder = new MessageBuilder()
  for (const event of events) builder.add(event)
  return builder.messages()
}

/** Builds messages event by event. */
export class MessageBuilder {
  readonly #messages: StoredMessage[] = []
  #streaming: { response: string; stored: StoredMessage } | undefined

  /** Includes an answer that is still being streamed. */
  messages(): readonly StoredMessage[] {
    return this.#streaming ? [...this.#messages, this.#streaming.stored] : this.#messages
  }

  add(event: KnownEvent): void {
    switch (event.type) {
      case 'instruction.given':
        this.#push(event, { role: 'system', content: event.text })
        break
      case 'prompt.submitted':
        this.#push(event, { role: 'user', content: contentOf(event) })
        break
      case 'response.streamed':
        this.#stream(event)
        break
      case 'response.completed':
        this.#answer(event)
        break
      case 'tool.called':
        if (event.subagent === undefined) this.#call(event)
        break
      case 'tool.returned':
        if (event.subagent === undefined) this.#return(event)
        break
      case 'session.resumed':
      case 'session.ended':
      case 'session.crashed':
        this.#flushStream()
    }
  }

  #push(event: KnownEvent, message: Message, rest: Partial<StoredMessage> = {}): void {
    this.#flushStream()
    this.#messages.push({ ...placeOf(event), message, ...rest })
  }

  #stream({ response, text, seq, at, session }: KnownEventOf<'response.streamed'>): void {
    const known = this.#streaming?.response === response ? this.#streaming.stored : undefined
    if (!known) this.#flushStream()
    const content = (typeof known?.message.content === 'string' ? known.message.content : '') + text
    const stored: StoredMessage = {
      seq: known?.seq ?? seq,
      lastSeq: seq,
      at: known?.at ?? at,
      session,
      message: { role: 'assistant', content },
      partial: true,
    }
    this.#streaming = { response, stored }
  }

  #flushStream(): void {
    if (this.#streaming) this.#messages.push(this.#streaming.stored)
    this.#streaming = undefined
  }

  #answer(event: KnownEventOf<'response.completed'>): void {
    if (event.response !== undefined && this.#streaming?.response === event.response)
      this.#streaming = undefined
    const { model, inputTokens, outputTokens, partial } = event
    this.#push(
      event,
      { role: 'assistant', content: contentOf(event) },
      {
        ...(partial && { partial }),
        ...(model !== undefined && { model }),
        ...(inputTokens !== undefined && { inputTokens }),
        ...(outputTokens !== undefined && { outputTokens }),
      },
    )
  }

  /** Adds the call to the answer before it, unless the stored answer already contains it. */
  #call(event: KnownEventOf<'tool.called'>): void {
    const before = this.#messages.at(-1)
    const isKnown = before && callsIn(before.message).some(({ toolCallId }) => toolCallId === event.call)
    if (isKnown) this.#replaceLast({ ...before, lastSeq: event.seq })
    else this.#appendCall(event, callOf(event))
  }

  #appendCall(event: KnownEvent, call: ToolCallPart): void {
    this.#flushStream()
    const before = this.#messages.at(-1)
    if (before?.message.role === 'assistant' && !before.partial) {
      const content = [...partsOf(before.message), call]
      this.#replaceLast({ ...before, lastSeq: event.seq, message: { role: 'assistant', content } })
    } else this.#push(event, { role: 'assistant', content: [call] })
  }

  /** Groups results after their calls. Adds the call if it was not recorded. */
  #return(event: KnownEventOf<'tool.returned'>): void {
    if (!this.#isAwaited(event.call)) this.#appendCall(event, callOf(event))
    const before = this.#messages.at(-1)
    const result = resultOf(event)
    if (before?.message.role === 'tool') {
      const content = [...before.message.content, result]
      this.#replaceLast({ ...before, lastSeq: event.seq, message: { role: 'tool', content } })
    } else this.#push(event, { role: 'tool', content: [result] })
  }

  #isAwaited(call: string): boolean {
    const last = this.#messages.at(-1)?.message
    const asking = last?.role === 'tool' ? this.#messages.at(-2)?.message : last
    if (!asking || !callsIn(asking).some(({ toolCallId }) => toolCallId === call)) return false
    return last?.role !== 'tool' || !last.content.some(({ toolCallId }) => toolCallId === call)
  }

  #replaceLast(stored: StoredMessage): void {
    this.#messages[this.#messages.length - 1] = stored
  }
}

function partsOf({ content }: AssistantMessage): Exclude<AssistantMessage['content'], string> {
  if (typeof content !== 'string') return content
  return content === '' ? [] : [{ type: 'text', text: content }]
}

const placeOf = ({ seq, at, session }: KnownEvent) => ({ seq, lastSeq: seq, at, session })

interface MessageBody {
  readonly text?: string | undefined
  readonly content?: readonly Record<string, unknown>[] | undefined
}

// Content is stored unchanged, so it is still valid content of a message.
const contentOf = ({ text, content }: MessageBody): never => (content ?? text ?? '') as never

type CallFields = Pick<KnownEventOf<'tool.called'>, 'call' | 'tool' | 'input' | 'command' | 'file'>

const callOf = ({ call, tool, input, command, file }: CallFields): ToolCallPart => ({
  type: 'tool-call',
  toolCallId: call,
  toolName: tool,
  input: input === undefined ? targetInput(command, file) : parseInput(input),
})

/** For events that store only the command and the file of a call. */
const targetInput = (command: string | undefined, file: string | undefined): object => ({
  ...(command !== undefined && { command }),
  ...(file !== undefined && { file_path: file }),
})

/** Input is stored as text: JSON if it was an object. */
function parseInput(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return input // plain text
  }
}

function resultOf(event: KnownEventOf<'tool.returned'>): ToolResultPart {
  const [exact] = event.content ?? []
  if (exact) return exact as unknown as ToolResultPart
  const type = event.outcome === 'ok' ? 'text' : 'error-text'
  return {
    type: 'tool-result',
    toolCallId: event.call,
    toolName: event.tool,
    output: { type, value: event.output ?? '' },
  }
}
