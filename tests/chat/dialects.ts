/** The streaming format of a provider. */
export interface Dialect {
  isQuestion(path: string): boolean
  begin(): string
  piece(text: string): string
  end(): string
  error(message: string): unknown
  /** The answer to a request without streaming. */
  whole?(text: string): unknown
}

const USAGE = { in: 21, out: 7 }
const event = (data: unknown, name?: string): string =>
  `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`

const chunk = (delta: object, finish: string | null, rest: object = {}): string =>
  event({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...rest,
  })

const compatible: Dialect = {
  isQuestion: (path) => path.endsWith('/chat/completions'),
  begin: () => chunk({ role: 'assistant', content: '' }, null),
  piece: (content) => chunk({ content }, null),
  end: () =>
    `${chunk({}, 'stop', { usage: { prompt_tokens: USAGE.in, completion_tokens: USAGE.out, total_tokens: 28 } })}data: [DONE]\n\n`,
  error: (message) => ({ error: { message, type: 'invalid_request_error' } }),
  whole: (content) => ({
    ...{ id: 'c1', object: 'chat.completion', created: 0, model: 'm' },
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  }),
}

const named = (type: string, fields: object): string => event({ type, ...fields }, type)

const anthropic: Dialect = {
  isQuestion: (path) => path === '/v1/messages',
  begin: () =>
    named('message_start', {
      message: {
        ...{ id: 'm1', type: 'message', role: 'assistant', model: 'm', content: [] },
        ...{ stop_reason: null, stop_sequence: null },
        usage: { input_tokens: USAGE.in, output_tokens: 1 },
      },
    }) + named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  piece: (text) => named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  end: () =>
    named('content_block_stop', { index: 0 }) +
    named('message_delta', {
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: USAGE.out },
    }) +
    named('message_stop', {}),
  error: (message) => ({ type: 'error', error: { type: 'error', message } }),
}

const candidate = (text: string, rest: object = {}): string =>
  event({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...rest }],
    usageMetadata: { promptTokenCount: USAGE.in, candidatesTokenCount: USAGE.out, totalTokenCount: 28 },
  })

const google: Dialect = {
  isQuestion: (path) => path.endsWith(':streamGenerateContent'),
  begin: () => '',
  piece: (text) => candidate(text),
  end: () => candidate('', { finishReason: 'STOP' }),
  error: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
}

const output = (rest: object): object => ({ output_index: 0, ...rest })

const openai: Dialect = {
  isQuestion: (path) => path === '/v1/responses',
  begin: () =>
    named('response.created', { response: { id: 'r1', created_at: 0, model: 'm' } }) +
    named('response.output_item.added', output({ item: { type: 'message', id: 'i1' } })),
  piece: (delta) => named('response.output_text.delta', output({ item_id: 'i1', content_index: 0, delta })),
  end: () =>
    named('response.output_item.done', output({ item: { type: 'message', id: 'i1' } })) +
    named('response.completed', {
      response: { id: 'r1', usage: { input_tokens: USAGE.in, output_tokens: USAGE.out } },
    }),
  error: (message) => ({ error: { message, type: 'invalid_request_error', code: null, param: null } }),
}

export const DIALECTS: readonly Dialect[] = [compatible, anthropic, google, openai]
