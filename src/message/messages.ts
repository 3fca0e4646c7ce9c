import type { KnownEvent, KnownEventOf } from '../event/catalogue.ts'
import {
  type AssistantMessage,
  callsIn,
  type Message,
  type StoredMessage,
  type ToolCallPart,
  type ToolResultPart,
} from './message.ts'

/** What the events of a session say as messages, in order. What a sub-agent did is its own affair. */
export function messagesOf(events: Iterable<KnownEvent>): readonly StoredMessage[] {
  const reading = new TranscriptReading()
  for (const event of events) reading.hear(event)
  return reading.messages()
}

/** Reads a transcript event by event; holds no more than the messages it is asked for. */
export class TranscriptReading {
  readonly #messages: StoredMessage[] = []
  #streaming: { response: string; stored: StoredMessage } | undefined

  /** An answer that nobody completed is there as far as it came. */
  messages(): readonly StoredMessage[] {
    return this.#streaming ? [...this.#messages, this.#streaming.stored] : this.#messages
  }

  hear(event: KnownEvent): void {
    switch (event.type) {
      case 'instruction.given':
        this.#say(event, { role: 'system', content: event.text })
        break
      case 'prompt.submitted':
        this.#say(event, { role: 'user', content: contentOf(event) })
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
        this.#giveUpStream()
    }
  }

  #say(event: KnownEvent, message: Message, rest: Partial<StoredMessage> = {}): void {
    this.#giveUpStream()
    this.#messages.push({ ...placeOf(event), message, ...rest })
  }

  #stream({ response, text, seq, at, session }: KnownEventOf<'response.streamed'>): void {
    const known = this.#streaming?.response === response ? this.#streaming.stored : undefined
    if (!known) this.#giveUpStream()
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

  #giveUpStream(): void {
    if (this.#streaming) this.#messages.push(this.#streaming.stored)
    this.#streaming = undefined
  }

  #answer(event: KnownEventOf<'response.completed'>): void {
    if (event.response !== undefined && this.#streaming?.response === event.response)
      this.#streaming = undefined
    const { model, inputTokens, outputTokens, partial } = event
    this.#say(
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

  /** A call belongs to the answer before it, unless that says itself what it calls. */
  #call(event: KnownEventOf<'tool.called'>): void {
    const before = this.#messages.at(-1)
    const known = before && callsIn(before.message).some(({ toolCallId }) => toolCallId === event.call)
    if (known) this.#replaceLast({ ...before, lastSeq: event.seq })
    else this.#join(event, callOf(event))
  }

  #join(event: KnownEvent, call: ToolCallPart): void {
    this.#giveUpStream()
    const before = this.#messages.at(-1)
    if (before?.message.role === 'assistant' && !before.partial) {
      const content = [...partsOf(before.message), call]
      this.#replaceLast({ ...before, lastSeq: event.seq, message: { role: 'assistant', content } })
    } else this.#say(event, { role: 'assistant', content: [call] })
  }

  /** Results stand together after the calls. One whose call nobody told brings it along. */
  #return(event: KnownEventOf<'tool.returned'>): void {
    if (!this.#isAwaited(event.call)) this.#join(event, callOf(event))
    const before = this.#messages.at(-1)
    const result = resultOf(event)
    if (before?.message.role === 'tool') {
      const content = [...before.message.content, result]
      this.#replaceLast({ ...before, lastSeq: event.seq, message: { role: 'tool', content } })
    } else this.#say(event, { role: 'tool', content: [result] })
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

interface Said {
  readonly text?: string | undefined
  readonly content?: readonly Record<string, unknown>[] | undefined
}

// The content of a message is stored as it was given, so it is one again.
const contentOf = ({ text, content }: Said): never => (content ?? text ?? '') as never

type Called = Pick<KnownEventOf<'tool.called'>, 'call' | 'tool' | 'input' | 'command' | 'file'>

const callOf = ({ call, tool, input, command, file }: Called): ToolCallPart => ({
  type: 'tool-call',
  toolCallId: call,
  toolName: tool,
  input: input === undefined ? aimed(command, file) : parsed(input),
})

/** Of what agents do with commands and files only that is kept which matters later. */
const aimed = (command: string | undefined, file: string | undefined): object => ({
  ...(command !== undefined && { command }),
  ...(file !== undefined && { file_path: file }),
})

/** Agents tell the input as text, which is JSON where it was an object. */
function parsed(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return input // it was a text
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
