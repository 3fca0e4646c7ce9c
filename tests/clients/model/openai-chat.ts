import { randomUUID } from 'node:crypto'
import type { ModelItem } from './script.ts'
import { type Api, type Body, events, json } from './server.ts'

/** OpenAI's chat completions API, which other providers also offer. */
export const openaiChat: Api = {
  isQuestion: (path) => path.endsWith('/chat/completions'),
  hasTools: (body) => (body.tools ?? []).length > 0,
  items: (body) => (body.messages ?? []).flatMap(itemsOf),
  other: (path) => (path.endsWith('/models') ? { object: 'list', data: [] } : undefined),
  write: (response, { text, call, tokens }, { body }) => {
    const whole = { id: `chatcmpl-${randomUUID()}`, created: 0, model: body.model }
    const usage = { prompt_tokens: tokens, completion_tokens: 20, total_tokens: tokens + 20 }
    const finish_reason = call ? 'tool_calls' : 'stop'
    const called = call && {
      id: `call_${randomUUID()}`,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.input) },
    }
    if (!body.stream) {
      const message = { role: 'assistant', content: text, ...(called ? { tool_calls: [called] } : {}) }
      const choices = [{ index: 0, message, finish_reason }]
      return json(response, { ...whole, object: 'chat.completion', choices, usage })
    }
    const send = events(response)
    const chunk = (delta: object, rest: object = {}, finish: string | null = null): void =>
      send({
        ...whole,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...rest,
      })
    chunk({ role: 'assistant', content: text })
    if (called) chunk({ tool_calls: [{ index: 0, ...called }] })
    chunk({}, { usage }, finish_reason)
    send('[DONE]')
    response.end()
  },
}

const KINDS: Record<string, 'user' | 'model'> = { user: 'user', assistant: 'model' }

function itemsOf(message: Body): ModelItem[] {
  if (message.role === 'tool') return [{ kind: 'result', text: textOf(message.content) }]
  const item: ModelItem = { kind: KINDS[message.role] ?? 'context', text: textOf(message.content) }
  const calls = (message.tool_calls ?? []).map(
    ({ function: called }: Body): ModelItem => ({ kind: 'call', name: called.name, input: called.arguments }),
  )
  return item.text === '' ? calls : [item, ...calls]
}

const textOf = (content: Body): string =>
  typeof content === 'string' ? content : (content ?? []).map((part: Body) => part.text ?? '').join('\n')
