import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../event/define.ts'
import { fact } from '../event/define.ts'
import { derivedId, type SessionId } from '../event/identity.ts'
import { ToolReturned } from '../event/tool.ts'
import { ResponseCompleted, ResponseStreamed } from '../event/turn.ts'
import { understand } from '../event/understand.ts'
import { MemoryLog } from '../log/memory.ts'
import type { Message } from './message.ts'
import { messagesOf } from './messages.ts'
import { factsOf } from './to-events.ts'

const SESSION = derivedId('ses', 'a transcript') as SessionId
let made = 0
function next(): number {
  made += 1
  return made
}
const heading = () => ({ id: derivedId('evt', String(next())), at: next() })

/** Writes the events to a log and reads them back as messages. */
async function readBack(facts: readonly NewEvent[]): Promise<readonly Message[]> {
  const log = new MemoryLog({ initial: 0, apply: (n: number) => n + 1, keys: () => KEYS })
  if (facts.length > 0) await log.append(SESSION, facts)
  const events = []
  for await (const stored of log.read({ session: SESSION })) {
    const meaning = understand(stored)
    if (meaning.kind === 'known') events.push(meaning.event)
  }
  return messagesOf(events).map(({ message }) => message)
}
const KEYS = { project: 'p', open: true, archived: false, startedAt: 0, lastAt: 0, pending: false }

const word = fc.string({ minLength: 1, maxLength: 20 })
const user: fc.Arbitrary<Message> = fc.record({ role: fc.constant('user' as const), content: word })
const picture: fc.Arbitrary<Message> = fc.record({
  role: fc.constant('user' as const),
  content: fc.tuple(
    fc.record({ type: fc.constant('text' as const), text: word }),
    fc.record({ type: fc.constant('image'), image: fc.base64String(), mediaType: fc.constant('image/png') }),
  ),
})
const output = fc.oneof(
  fc.record({ type: fc.constantFrom('text' as const, 'error-text' as const), value: word }),
  fc.record({ type: fc.constant('json' as const), value: fc.jsonValue() }),
)
/** One agent step: an answer, optionally with reasoning, its calls and their results. */
const step = fc
  .record({
    text: word,
    isThinking: fc.boolean(),
    calls: fc.array(fc.record({ toolName: word, input: fc.dictionary(word, fc.jsonValue()), output }), {
      maxLength: 3,
    }),
  })
  .map(({ text, isThinking, calls }): Message[] => {
    const named = calls.map((call) => ({
      ...call,
      toolCallId: derivedId('evt', 'call', String(next())),
    }))
    const thought = isThinking ? [{ type: 'reasoning', text: 'hm', signature: 's' }] : []
    const parts = [
      ...thought,
      { type: 'text' as const, text },
      ...named.map(({ toolCallId, toolName, input }) => ({
        type: 'tool-call' as const,
        toolCallId,
        toolName,
        input,
      })),
    ]
    const isPlain = parts.length === 1
    return [
      { role: 'assistant', content: isPlain ? text : parts },
      ...(named.length === 0
        ? []
        : [
            {
              role: 'tool' as const,
              content: named.map((call) => ({
                type: 'tool-result' as const,
                toolCallId: call.toolCallId,
                toolName: call.toolName,
                output: call.output,
              })),
            },
          ]),
    ]
  })
const conversation = fc
  .array(
    fc.oneof(
      fc.record({ role: fc.constant('system' as const), content: word }).map((m) => [m]),
      user.map((m) => [m]),
      picture.map((m) => [m]),
      step,
    ),
  )
  .map((list) => list.flat() as Message[])

describe('messagesOf', () => {
  test('every message is read back as it was added', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async (messages) => {
        const facts = messages.flatMap((message) => [...factsOf(message, heading)])
        expect(await readBack(facts)).toEqual(JSON.parse(JSON.stringify(messages)))
      }),
      { numRuns: 200 },
    )
  })

  test('the received text of an answer that was never completed is included', async () => {
    const facts = [
      ...factsOf({ role: 'user', content: 'tell me' }, heading),
      fact(ResponseStreamed, heading(), { response: 'r1', text: 'Once upon' }),
      fact(ResponseStreamed, heading(), { response: 'r1', text: ' a time' }),
      ...factsOf({ role: 'user', content: 'go on' }, heading),
    ]
    expect(await readBack(facts)).toEqual([
      { role: 'user', content: 'tell me' },
      { role: 'assistant', content: 'Once upon a time' },
      { role: 'user', content: 'go on' },
    ])
  })

  test('an answer that was streamed and then completed is returned once', async () => {
    const facts = [
      fact(ResponseStreamed, heading(), { response: 'r1', text: 'Once' }),
      fact(ResponseCompleted, heading(), { response: 'r1', text: 'Once upon a time' }),
    ]
    expect(await readBack(facts)).toEqual([{ role: 'assistant', content: 'Once upon a time' }])
  })

  test('a result whose call was not recorded gets a call', async () => {
    const facts = [
      fact(ToolReturned, heading(), {
        call: 'c1',
        tool: 'Bash',
        outcome: 'ok',
        input: '{"command":"ls"}',
        output: 'a.txt',
      }),
    ]
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'Bash', input: { command: 'ls' } }
    const result = {
      type: 'tool-result',
      toolCallId: 'c1',
      toolName: 'Bash',
      output: { type: 'text', value: 'a.txt' },
    }
    expect(await readBack(facts)).toEqual([
      { role: 'assistant', content: [call] },
      { role: 'tool', content: [result] },
    ])
  })
})
