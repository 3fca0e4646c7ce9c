import { describe, expect, onTestFinished, test } from 'vitest'
import { type AnswerAsk, answer, type ChatAnswer } from '../../src/chat/answer.ts'
import { chosenModel, summaryModel } from '../../src/chat/models.ts'
import { openSessions } from '../../src/library/open-sessions.ts'
import type { RunningSession } from '../../src/library/running-session.ts'
import type { Message } from '../../src/message/message.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type ModelServer, modelServer, type Play } from './model-server.ts'
import { KEYS } from './setup.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const PROVIDERS = ['anthropic/claude', 'openai/gpt', 'google/gemini', 'compatible/llama']

interface ChatSetup {
  readonly model: ModelServer
  readonly session: RunningSession
  readonly chunks: string[]
  ask(named: string, rest?: Partial<AnswerAsk>): Promise<ChatAnswer>
}

async function here(...plays: readonly Play[]): Promise<ChatSetup> {
  const model = await modelServer()
  model.plays(...plays)
  const sessions = await openSessions({ home: temporaryFolder(), project: temporaryFolder() })
  onTestFinished(async () => {
    await model.close()
    await sessions.close()
  })
  const session = await sessions.start({ agent: 'chat', endWithProcess: false })
  const chunks: string[] = []
  const ask: ChatSetup['ask'] = (named, rest = {}) => {
    const env = { ...KEYS, LEFTOFF_CHAT_LOOPBACK: model.url }
    const chosen = chosenModel({ named, url: `${model.url}/v1`, env })
    const { signal } = new AbortController()
    return answer(session, {
      model: chosen,
      budget: 4000,
      signal,
      onText: (text) => chunks.push(text),
      ...rest,
    })
  }
  return { model, session, chunks, ask }
}

const user = (content: string): Message => ({ role: 'user', content })

test.each(PROVIDERS)('%s: an answer is streamed and stored with its token counts', async (named) => {
  const { session, chunks, ask } = await here({ say: ['Port ', '8080.'] })
  await session.add(user('Which port?'))
  expect(await ask(named)).toMatchObject({ kind: 'complete', text: 'Port 8080.' })
  expect(chunks).toEqual(['Port ', '8080.'])
  expect((await session.messages()).at(-1)).toMatchObject({
    message: { role: 'assistant', content: 'Port 8080.' },
    model: named,
    inputTokens: 21,
    outputTokens: 7,
  })
})

test.each(PROVIDERS)('%s: earlier tool calls are sent, and the model may not call tools', async (named) => {
  const { session, model, ask } = await here()
  const called = { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { path: 'a.ts' } } as const
  const output = { type: 'text', value: 'port = 8080' } as const
  await session.add([
    user('Which port?'),
    { role: 'assistant', content: [called] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'look', output }] },
  ])
  expect(await ask(named)).toMatchObject({ kind: 'complete' })
  expect(model.questions[0]?.raw).toContain('port = 8080')
  expect(model.questions[0]?.raw).toMatch(/"none"|"NONE"/)
})

test('each provider gets its own key, and a compatible server needs none', async () => {
  const { session, model, ask } = await here()
  await session.add(user('hello'))
  for (const named of PROVIDERS) await ask(named)
  const keys = model.questions.map(
    ({ headers }) => headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization,
  )
  expect(keys).toEqual(['key-a', 'Bearer key-o', 'key-g', undefined])
})

test('a stopped answer is stored with the text received so far, and an empty answer is not stored', async () => {
  const { session, ask } = await here({ say: ['Once upon'], hangs: true }, { hangs: true })
  await session.add(user('Tell me a story'))
  const stopping = new AbortController()
  const stopped = await ask('compatible/llama', { signal: stopping.signal, onText: () => stopping.abort() })
  expect(stopped).toMatchObject({ kind: 'stopped', text: 'Once upon' })
  expect((await session.messages()).at(-1)).toMatchObject({
    partial: true,
    message: { content: 'Once upon' },
  })
  await session.add(user('Go on'))
  const nothing = await ask('compatible/llama', { signal: AbortSignal.timeout(50) })
  expect(nothing).toMatchObject({ kind: 'stopped', text: '' })
  expect((await session.messages()).at(-1)?.message).toEqual(user('Go on'))
})

test('older messages are summarized by a model, or by rules if the model fails', async () => {
  const { session, model } = await here(
    { say: ['They asked for the port.'] },
    { refuses: { status: 400, message: 'no' } },
  )
  const url = `${model.url}/v1`
  const summarise = { ...summaryModel(chosenModel({ named: 'compatible/small', url, env: {} })), retries: 0 }
  for (const n of [1, 2, 3])
    await session.add([user(`port ${n}?`), { role: 'assistant', content: `808${n}` }])
  expect(await session.compact({ keep: 2, summarise })).toMatchObject({
    by: 'compatible/small',
    summary: 'They asked for the port.',
  })
  expect(model.questions[0]?.raw).toContain('port 2?')
  await session.add([user('port 4?'), { role: 'assistant', content: '8084' }])
  expect(await session.compact({ keep: 2, summarise })).toMatchObject({ by: 'rules', modelFailed: 'no' })
})

describe('model failures', () => {
  const refusing = (status: number, message: string): Play => ({ refuses: { status, message } })
  test.each<[string, Play, RegExp, RegExp]>([
    [
      'rejected key',
      refusing(401, 'invalid'),
      /rejected the API key in LEFTOFF_CHAT_KEY \(401\)/,
      /export LEF/,
    ],
    ['unknown model', refusing(404, 'no model'), /was not found \(404\): no model/, /chat\.model/],
    ['context too long', refusing(400, 'maximum context length is 8192 tokens'), /too long/, /--budget/],
    ['invalid request', refusing(400, 'no such parameter'), /rejected the request \(400\)/, /retry/],
    [
      'malformed stream',
      { garbage: 'data: {"choices": 5\n\n' },
      /cannot read the response/,
      /serves the provider's API/,
    ],
    ['HTML instead of a stream', { garbage: '<html>hello</html>' }, /was cut off/, /retry/],
    ['empty response', { garbage: '' }, /was cut off/, /retry/],
  ])('a model failure is reported in one line with a fix: %s', async (_, play, message, fix) => {
    const { session, ask } = await here(play)
    await session.add(user('Which port?'))
    const result = await ask('compatible/llama')
    if (result.kind !== 'failed') throw new Error('expected a failure')
    expect(result.failure.message).toMatch(message)
    expect(result.failure.message).not.toContain('\n')
    expect(result.failure.fix).toMatch(fix)
    expect((await session.messages()).at(-1)?.message).toEqual(user('Which port?'))
  })

  test.each(PROVIDERS)('%s: text before a lost connection is kept as a partial answer', async (named) => {
    const { session, ask } = await here({ say: ['Port 80'], breaksOff: true })
    await session.add(user('Which port?'))
    expect(await ask(named)).toMatchObject({ kind: 'failed', text: 'Port 80' })
    expect((await session.messages()).at(-1)).toMatchObject({
      partial: true,
      message: { content: 'Port 80' },
    })
  })

  test.each(PROVIDERS)('%s: a rejected key is reported with its environment variable', async (named) => {
    const { session, ask } = await here(refusing(401, 'invalid'))
    await session.add(user('Which port?'))
    const result = await ask(named)
    expect(result).toMatchObject({
      kind: 'failed',
      failure: { message: expect.stringContaining('_KEY (401)') },
    })
  })
})
