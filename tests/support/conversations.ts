import fc from 'fast-check'
import type { Message, StoredMessage } from '../../src/message/message.ts'

const words = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.lorem({ maxCount: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constant('x'.repeat(5000)),
  fc.constant('{"a":"\\n\\t\\"'.repeat(300)),
)
const system = fc.record({ role: fc.constant('system' as const), content: words })
const user = fc.record({ role: fc.constant('user' as const), content: words })
const picture = fc.record({
  role: fc.constant('user' as const),
  content: fc.tuple(
    fc.record({ type: fc.constant('text' as const), text: words }),
    fc.record({ type: fc.constant('image'), image: fc.base64String(), mediaType: fc.constant('image/png') }),
  ),
})
const assistant = fc.record({ role: fc.constant('assistant' as const), content: words })

/** Only a few ids, so that a result may match one call, the wrong call, no call or two calls. */
const id = fc.constantFrom('c1', 'c2', 'c3', 'c4')
const calling = fc.record({
  role: fc.constant('assistant' as const),
  content: fc.array(
    fc.record({
      type: fc.constant('tool-call' as const),
      toolCallId: id,
      toolName: fc.constant('run'),
      input: fc.dictionary(fc.string({ maxLength: 5 }), words, { maxKeys: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})
const returning = fc.record({
  role: fc.constant('tool' as const),
  content: fc.array(
    fc.record({
      type: fc.constant('tool-result' as const),
      toolCallId: id,
      toolName: fc.constant('run'),
      output: fc.record({ type: fc.constantFrom('text' as const, 'error-text' as const), value: words }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

/** Messages in any order; some may be incomplete, duplicated or unpaired. */
export const anyMessages: fc.Arbitrary<readonly Message[]> = fc.array(
  fc.oneof(system, user, picture, assistant, calling, returning),
  { maxLength: 25 },
)

export const storedMessages = (messages: readonly Message[]): readonly StoredMessage[] =>
  messages.map((message, index) => ({ seq: index + 1, lastSeq: index + 1, at: index, message }))

/** The reason why a provider's API would refuse the messages, if any. */
export function providerRefusal(messages: readonly Message[]): string | undefined {
  let asked: readonly string[] = []
  for (const [index, message] of messages.entries()) {
    const answers = message.role === 'tool' ? message.content.map(({ toolCallId }) => toolCallId) : []
    if (answers.join() !== asked.join()) return `message ${index} answers ${answers} to ${asked}`
    const parts = message.role === 'assistant' && typeof message.content !== 'string' ? message.content : []
    asked = parts.flatMap((part) => ('toolCallId' in part ? [String(part.toolCallId)] : []))
  }
  return asked.length > 0 ? `nothing answers ${asked}` : undefined
}
