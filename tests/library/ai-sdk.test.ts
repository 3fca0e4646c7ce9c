import { generateText, stepCountIs, streamText, tool, wrapLanguageModel } from 'ai'
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fromModelMessages, leftoffMiddleware, toModelMessages } from '../../src/library/ai-sdk/index.ts'
import type { StreamPart } from '../../src/library/ai-sdk/wire.ts'
import { openSessions } from '../../src/library/open-sessions.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const usage = {
  inputTokens: { total: 7, noCache: 7, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 3, text: 3, reasoning: undefined },
}
const stop = { unified: 'stop' as const, raw: 'stop' }
const answer = (text: string) => ({
  content: [{ type: 'text' as const, text }],
  finishReason: stop,
  usage,
  warnings: [],
})
const pieces = (...texts: string[]): StreamPart[] => [
  { type: 'text-start', id: '1' },
  ...texts.map((delta): StreamPart => ({ type: 'text-delta', id: '1', delta })),
  { type: 'text-end', id: '1' },
  { type: 'finish', finishReason: stop, usage },
]

async function opened() {
  const sessions = await openSessions({ home: temporaryFolder(), project: temporaryFolder() })
  const session = await sessions.start({ endWithProcess: false })
  const storedMessages = async () =>
    (await session.messages()).map(({ message }) => [message.role, message.content])
  return { sessions, session, told: storedMessages }
}

test('each message of a repeated history is stored once, with model and token counts', async () => {
  const { sessions, session, told: storedMessages } = await opened()
  let calls = 0
  const mock = new MockLanguageModelV3({ modelId: 'm1', doGenerate: async () => answer(`answer ${++calls}`) })
  const model = wrapLanguageModel({ model: mock, middleware: leftoffMiddleware(session) })
  const system = 'Be brief.'
  const first = await generateText({ model, system, prompt: 'one' })
  const history = [{ role: 'user' as const, content: 'one' }, ...first.response.messages]
  await generateText({ model, system, messages: [...history, { role: 'user', content: 'two' }] })
  expect(await storedMessages()).toEqual([
    ['system', 'Be brief.'],
    ['user', 'one'],
    ['assistant', 'answer 1'],
    ['user', 'two'],
    ['assistant', 'answer 2'],
  ])
  expect((await session.messages()).at(-1)).toMatchObject({ model: 'm1', inputTokens: 7, outputTokens: 3 })
  await sessions.close()
})

test('in a conversation with several steps, tool calls and their results are stored', async () => {
  const { sessions, session, told: storedMessages } = await opened()
  let step = 0
  const mock = new MockLanguageModelV3({
    doGenerate: async () => {
      step += 1
      if (step > 1) return answer('It is 8080.')
      const call = { type: 'tool-call' as const, toolCallId: 'c1', toolName: 'read', input: '{"file":"a"}' }
      return { ...answer(''), content: [call], finishReason: { unified: 'tool-calls', raw: undefined } }
    },
  })
  const model = wrapLanguageModel({ model: mock, middleware: leftoffMiddleware(session) })
  const read = tool({ inputSchema: z.object({ file: z.string() }), execute: async () => ({ port: 8080 }) })
  await generateText({ model, tools: { read }, stopWhen: stepCountIs(3), prompt: 'which port?' })
  expect(await storedMessages()).toMatchObject([
    ['user', 'which port?'],
    ['assistant', [{ type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: { file: 'a' } }]],
    ['tool', [{ toolCallId: 'c1', output: { type: 'json', value: { port: 8080 } } }]],
    ['assistant', 'It is 8080.'],
  ])
  await sessions.close()
})

test('a streamed answer is stored when its stream ends', async () => {
  const { sessions, session, told: storedMessages } = await opened()
  const stream = simulateReadableStream({ chunks: pieces('Once ', 'upon ', 'a time') })
  const mock = new MockLanguageModelV3({ doStream: async () => ({ stream }) })
  const model = wrapLanguageModel({ model: mock, middleware: leftoffMiddleware(session) })
  const { textStream } = streamText({ model, prompt: 'a story' })
  let read = ''
  for await (const text of textStream) read += text
  expect(read).toBe('Once upon a time')
  expect(await storedMessages()).toEqual([
    ['user', 'a story'],
    ['assistant', 'Once upon a time'],
  ])
  expect((await session.messages()).at(-1)?.outputTokens).toBe(3)
  await sessions.close()
})

test.each(['is aborted', 'fails'] as const)(
  'the text of an answer is kept and marked as partial if its stream %s',
  async (how) => {
    const { sessions, session } = await opened()
    const aborting = new AbortController()
    const parts = pieces('Once ', 'upon ')
    let sent = 0
    const broken = (): Error => {
      if (how === 'is aborted') aborting.abort()
      return how === 'is aborted' ? new DOMException('aborted', 'AbortError') : new Error('reset')
    }
    const pull = (controller: ReadableStreamDefaultController<StreamPart>): void => {
      const next = parts[sent++]
      if (next && next.type !== 'text-end') controller.enqueue(next)
      else controller.error(broken())
    }
    const stream = new ReadableStream<StreamPart>({ pull }, { highWaterMark: 0 })
    const mock = new MockLanguageModelV3({ doStream: async () => ({ stream }) })
    const model = wrapLanguageModel({ model: mock, middleware: leftoffMiddleware(session) })
    const result = streamText({
      model,
      prompt: 'a story',
      abortSignal: aborting.signal,
      onError: () => {},
    })
    await result.consumeStream({ onError: () => {} })
    expect((await session.messages()).at(-1)).toMatchObject({
      partial: true,
      message: { role: 'assistant', content: 'Once upon ' },
    })
    await sessions.close()
  },
)

test('with a budget, the model receives the session context and unredacted new messages', async () => {
  const { sessions, session } = await opened()
  await session.note('decision', 'port 8080')
  await session.add([
    { role: 'user', content: 'earlier question' },
    { role: 'assistant', content: 'earlier answer' },
  ])
  const mock = new MockLanguageModelV3({ doGenerate: async () => answer('ok') })
  const model = wrapLanguageModel({ model: mock, middleware: leftoffMiddleware(session, { budget: 2000 }) })
  const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  await generateText({ model, system: 'Be brief.', prompt: `use ${key}` })
  const [sent] = mock.doGenerateCalls
  expect(sent?.prompt.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(sent?.prompt[0]?.content).toMatch(/^Be brief\.[\s\S]*port 8080/)
  expect(JSON.stringify(sent?.prompt.at(-1)?.content)).toContain(key)
  expect(JSON.stringify(await session.messages())).not.toContain(key)
  await sessions.close()
})

test('a log error fails the call unless onTrouble is set', async () => {
  const { sessions, session } = await opened()
  const mock = new MockLanguageModelV3({ doGenerate: async () => answer('paid for') })
  const failing = Object.assign(Object.create(session), {
    addNew: async () => Promise.reject(new Error('disk full')),
    add: async () => Promise.reject(new Error('disk full')),
  })
  const strict = wrapLanguageModel({ model: mock, middleware: leftoffMiddleware(failing) })
  await expect(generateText({ model: strict, prompt: 'x', maxRetries: 0 })).rejects.toThrow('disk full')
  const errors: unknown[] = []
  const onTrouble = (error: unknown): void => void errors.push(error)
  const lenient = wrapLanguageModel({ model: mock, middleware: leftoffMiddleware(failing, { onTrouble }) })
  expect((await generateText({ model: lenient, prompt: 'x' })).text).toBe('paid for')
  expect(errors).toHaveLength(2)
  await sessions.close()
})

test('messages convert to SDK messages and back, including images', async () => {
  const { sessions, session } = await opened()
  const messages = fromModelMessages([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', image: new Uint8Array([1, 2]) },
      ],
    },
    { role: 'assistant', content: 'a dot' },
  ])
  await session.add(messages)
  const stored = (await session.messages()).map(({ message }) => message)
  expect(toModelMessages(stored)).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', image: 'AQI=' },
      ],
    },
    { role: 'assistant', content: 'a dot' },
  ])
  await sessions.close()
})

test('concurrent calls with the same history store it once', async () => {
  const { sessions, session, told: storedMessages } = await opened()
  const history = [
    { role: 'user' as const, content: 'one' },
    { role: 'assistant' as const, content: 'two' },
    { role: 'user' as const, content: 'three' },
  ]
  const all = await Promise.all([1, 2, 3].map(() => session.addNew(history)))
  expect(all.map(({ added }) => added.length)).toEqual([3, 0, 0])
  expect(await storedMessages()).toHaveLength(3)
  await sessions.close()
})
