import { randomUUID } from 'node:crypto'
import type { ModelItem } from './script.ts'
import { type Api, type Body, events, json, type ModelAnswer } from './server.ts'

/** Anthropic's Messages API. */
export const anthropic: Api = {
  isQuestion: (path) => path === '/v1/messages',
  hasTools: (body) => (body.tools ?? []).length > 0,
  items: (body) => [...system(body), ...(body.messages ?? []).flatMap(itemsOf)],
  other: (path, body) => {
    if (path.endsWith('/count_tokens')) return { input_tokens: Math.ceil(JSON.stringify(body).length / 4) }
    return path === '/' ? {} : undefined
  },
  write: (response, answer, { body }) => {
    const message = messageOf(answer, body)
    if (!body.stream) return json(response, message)
    const send = events(response)
    const event = (type: string, fields: object): void => send({ type, ...fields }, type)
    event('message_start', { message: { ...message, content: [], stop_reason: null } })
    message.content.forEach((block, index) => {
      const { empty, delta } = streamed(block)
      event('content_block_start', { index, content_block: empty })
      event('content_block_delta', { index, delta })
      event('content_block_stop', { index })
    })
    const { stop_reason, usage } = message
    event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage })
    event('message_stop', {})
    response.end()
  },
}

type ContentBlock =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown }

function messageOf({ text, call, tokens }: ModelAnswer, body: Body) {
  const content: ContentBlock[] = [{ type: 'text', text }]
  if (call) content.push({ type: 'tool_use', id: id('toolu'), name: call.name, input: call.input })
  return {
    id: id('msg'),
    type: 'message',
    role: 'assistant',
    model: body.model,
    content,
    stop_reason: call ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: tokens,
      output_tokens: 20,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  }
}

function streamed(block: ContentBlock): { empty: object; delta: object } {
  if (block.type === 'text') {
    return { empty: { type: 'text', text: '' }, delta: { type: 'text_delta', text: block.text } }
  }
  const partial = { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
  return { empty: { ...block, input: {} }, delta: partial }
}

const system = (body: Body): ModelItem[] =>
  body.system ? [{ kind: 'context', text: textOf(body.system) }] : []

const textOf = (content: Body): string =>
  typeof content === 'string' ? content : (content ?? []).map((block: Body) => block.text ?? '').join('\n')

const KINDS: Record<string, 'user' | 'model' | 'context'> = { user: 'user', assistant: 'model' }

function itemsOf(message: Body): ModelItem[] {
  const kind = KINDS[message.role] ?? 'context'
  const blocks =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
  return blocks.flatMap((block: Body): ModelItem[] => {
    if (block.type === 'text') return [{ kind, text: block.text }]
    if (block.type === 'tool_use')
      return [{ kind: 'call', name: block.name, input: JSON.stringify(block.input) }]
    if (block.type === 'tool_result') return [{ kind: 'result', text: textOf(block.content) }]
    return []
  })
}

const id = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`
