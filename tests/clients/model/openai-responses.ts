import { randomUUID } from 'node:crypto'
import type { ModelItem } from './script.ts'
import { type Api, type Body, events, json, type ModelAnswer } from './server.ts'

/** OpenAI's Responses API. */
export const openaiResponses: Api = {
  isQuestion: (path) => path.endsWith('/responses'),
  hasTools: (body) => [...(body.tools ?? []), ...(body.input ?? []).flatMap(toolsOf)].length > 0,
  items: (body) => [
    { kind: 'context', text: body.instructions ?? '' },
    ...(body.input ?? []).flatMap(itemOf),
  ],
  other: (path) => (path.endsWith('/models') ? { object: 'list', data: [], models: [] } : undefined),
  write: (response, answer, { body }) => {
    const output = outputOf(answer)
    const whole = {
      id: id('resp'),
      object: 'response',
      created_at: 0,
      model: body.model,
      usage: {
        input_tokens: answer.tokens,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 20,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: answer.tokens + 20,
      },
    }
    if (!body.stream) return json(response, { ...whole, status: 'completed', output })
    const send = events(response)
    const event = (type: string, fields: object): void => send({ type, ...fields }, type)
    event('response.created', { response: { ...whole, status: 'in_progress', output: [] } })
    for (const [index, item] of output.entries()) {
      event('response.output_item.added', { output_index: index, item })
      if (item.type === 'message') {
        const place = { item_id: item.id, output_index: index, content_index: 0 }
        event('response.output_text.delta', { ...place, delta: answer.text })
      }
      event('response.output_item.done', { output_index: index, item })
    }
    event('response.completed', { response: { ...whole, status: 'completed', output } })
    response.end()
  },
}

function outputOf({ text, call }: ModelAnswer) {
  const status = 'completed'
  const content = [{ type: 'output_text', text, annotations: [] }]
  const message = { type: 'message', id: id('msg'), role: 'assistant', status, content }
  if (!call) return [message]
  const { name, input, isFreeText, namespace } = call
  const common = { call_id: id('call'), name, status, ...(namespace ? { namespace } : {}) }
  return [
    message,
    isFreeText
      ? { type: 'custom_tool_call', id: id('ctc'), ...common, input }
      : { type: 'function_call', id: id('fc'), ...common, arguments: JSON.stringify(input) },
  ]
}

/** Newer models receive their tools as an item of the conversation. */
const toolsOf = (item: Body): Body[] => (item.type === 'additional_tools' ? item.tools : [])

const KINDS: Record<string, 'user' | 'model'> = { user: 'user', assistant: 'model' }

function itemOf(item: Body): ModelItem[] {
  const type: string = item.type ?? 'message'
  if (type === 'message') return [{ kind: KINDS[item.role] ?? 'context', text: textOf(item.content) }]
  if (type === 'agent_message') return [betweenAgents(item)]
  if (type.endsWith('_call'))
    return [{ kind: 'call', name: item.name, input: item.arguments ?? item.input ?? '' }]
  if (type.endsWith('_call_output')) return [{ kind: 'result', text: textOf(item.output) }]
  return []
}

/** A sub-agent has a task instead of a prompt. Reports of sub-agents are context. */
function betweenAgents(item: Body): ModelItem {
  const text = textOf(item.content)
  return { kind: text.startsWith('Message Type: NEW_TASK') ? 'user' : 'context', text }
}

const textOf = (content: Body): string =>
  typeof content === 'string' ? content : (content ?? []).map(textOfPart).join('\n')

/** Only the vendor's server encrypts this field. Here it contains the plain text of the scripted model. */
const textOfPart = (part: Body): string => part.text ?? part.encrypted_content ?? ''

const id = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`
