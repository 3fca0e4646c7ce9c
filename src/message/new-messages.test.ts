import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message, StoredMessage } from './message.ts'
import { newMessagesIn, restoreSentMessages } from './new-messages.ts'

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })
const calls = (...ids: string[]): Message => ({
  role: 'assistant',
  content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'run', input: {} })),
})
const results = (...ids: string[]): Message => ({
  role: 'tool',
  content: ids.map((toolCallId) => ({
    type: 'tool-result',
    toolCallId,
    toolName: 'run',
    output: { type: 'text', value: `of ${toolCallId}` },
  })),
})
const stored = (...messages: Message[]): StoredMessage[] =>
  messages.map((message, index) => ({ seq: index + 1, lastSeq: index + 1, at: index, message }))
const partial = (text: string): StoredMessage => ({
  seq: 9,
  lastSeq: 9,
  at: 9,
  message: assistant(text),
  partial: true,
})
const unchanged = (text: string): string => text

test.each<[string, Message[], StoredMessage[], Message[]]>([
  ['first call', [user('a')], [], [user('a')]],
  [
    'whole history sent again',
    [user('a'), assistant('b'), user('c')],
    stored(user('a'), assistant('b')),
    [user('c')],
  ],
  ['only the newest messages', [assistant('b'), user('c')], stored(user('a'), assistant('b')), [user('c')]],
  ['only the prompt', [user('c')], stored(user('a'), assistant('b')), [user('c')]],
  ['same prompt repeated after its answer', [user('a')], stored(user('a'), assistant('b')), [user('a')]],
  ['repeated call after a failure', [user('a')], stored(user('a')), []],
  ['repeated call after a stopped answer', [user('a')], [...stored(user('a')), partial('on')], []],
  [
    'new prompt after a stopped answer',
    [user('a'), user('b')],
    [...stored(user('a')), partial('on')],
    [user('b')],
  ],
  [
    'request for another answer',
    [user('a'), assistant('b'), user('c')],
    stored(user('a'), assistant('b'), user('c'), assistant('d')),
    [],
  ],
  [
    'summary instead of the first messages',
    [user('so far'), assistant('b'), user('c')],
    stored(user('a'), assistant('b')),
    [user('c')],
  ],
  [
    'answer changed by the program',
    [user('a'), assistant('B'), user('c')],
    stored(user('a'), assistant('b')),
    [assistant('B'), user('c')],
  ],
  ['result of a call', [user('a'), calls('1'), results('1')], stored(user('a'), calls('1')), [results('1')]],
  [
    'second result of parallel calls',
    [user('a'), calls('1', '2'), results('1', '2')],
    stored(user('a'), calls('1', '2'), results('2')),
    [results('1')],
  ],
  [
    'repeated text',
    [user('a'), assistant('ok'), user('b'), assistant('ok'), user('c')],
    stored(user('a'), assistant('ok'), user('b'), assistant('ok'), user('c'), assistant('ok')),
    [],
  ],
])('only new messages are returned: %s', (_, history, known, expected) => {
  expect(newMessagesIn(history, known, unchanged)).toEqual(expected)
})

test('each message is stored once if a program sends its full history at every call', () => {
  const turn = fc.tuple(fc.constantFrom('yes', 'go on', 'a', ''), fc.constantFrom('ok', 'done', 'b'))
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), (turns, window) => {
      const history: Message[] = []
      const log: Message[] = []
      for (const [prompt, answer] of turns) {
        history.push(user(prompt))
        log.push(...newMessagesIn(history.slice(-2 * window - 1), stored(...log), unchanged))
        history.push(assistant(answer))
        log.push(assistant(answer))
      }
      expect(log).toEqual(history)
    }),
  )
})

test('a redacted message is recognized and restored with its secret', () => {
  const asStored = (text: string): string => text.replace('s3cret', '[redacted]')
  const history = [user('use s3cret'), assistant('done'), user('more')]
  const known = stored(user('use [redacted]'), assistant('done'))
  expect(newMessagesIn(history, known, asStored)).toEqual([user('more')])
  const knownMessages = known.map(({ message }) => message)
  expect(restoreSentMessages(knownMessages, history, asStored)).toEqual(history.slice(0, 2))
})
