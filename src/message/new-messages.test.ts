import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message, StoredMessage } from './message.ts'
import { newMessagesIn, restoreSentMessages } from './new-messages.ts'

const user = (content: string): Message => ({ role: 'user', content })
const said = (content: string): Message => ({ role: 'assistant', content })
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
  message: said(text),
  partial: true,
})
const asItIs = (text: string): string => text

test.each<[string, Message[], StoredMessage[], Message[]]>([
  ['a first call', [user('a')], [], [user('a')]],
  ['the whole history again', [user('a'), said('b'), user('c')], stored(user('a'), said('b')), [user('c')]],
  ['only the newest messages', [said('b'), user('c')], stored(user('a'), said('b')), [user('c')]],
  ['only the prompt', [user('c')], stored(user('a'), said('b')), [user('c')]],
  ['the same prompt once more', [user('a')], stored(user('a'), said('b')), [user('a')]],
  ['a call that failed', [user('a')], stored(user('a')), []],
  ['a call that was stopped', [user('a')], [...stored(user('a')), partial('on')], []],
  [
    'what follows an answer that was stopped',
    [user('a'), user('b')],
    [...stored(user('a')), partial('on')],
    [user('b')],
  ],
  [
    'another answer to the same',
    [user('a'), said('b'), user('c')],
    stored(user('a'), said('b'), user('c'), said('d')),
    [],
  ],
  [
    'a summary in place of the beginning',
    [user('so far'), said('b'), user('c')],
    stored(user('a'), said('b')),
    [user('c')],
  ],
  [
    'an answer that was changed',
    [user('a'), said('B'), user('c')],
    stored(user('a'), said('b')),
    [said('B'), user('c')],
  ],
  [
    'the result of a call',
    [user('a'), calls('1'), results('1')],
    stored(user('a'), calls('1')),
    [results('1')],
  ],
  [
    'one more result',
    [user('a'), calls('1', '2'), results('1', '2')],
    stored(user('a'), calls('1', '2'), results('2')),
    [results('1')],
  ],
  [
    'words that come again and again',
    [user('a'), said('ok'), user('b'), said('ok'), user('c')],
    stored(user('a'), said('ok'), user('b'), said('ok'), user('c'), said('ok')),
    [],
  ],
])('of %s only what is new is new', (_, history, known, expected) => {
  expect(newMessagesIn(history, known, asItIs)).toEqual(expected)
})

test('a program that sends all it has at every call has each of its messages stored once, whatever they say', () => {
  const turn = fc.tuple(fc.constantFrom('yes', 'go on', 'a', ''), fc.constantFrom('ok', 'done', 'b'))
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), (turns, window) => {
      const history: Message[] = []
      const log: Message[] = []
      for (const [prompt, answer] of turns) {
        history.push(user(prompt))
        log.push(...newMessagesIn(history.slice(-2 * window - 1), stored(...log), asItIs))
        history.push(said(answer))
        log.push(said(answer))
      }
      expect(log).toEqual(history)
    }),
  )
})

test('a message whose secret was taken out is known again, and given back with it', () => {
  const asStored = (text: string): string => text.replace('s3cret', '[redacted]')
  const history = [user('use s3cret'), said('done'), user('more')]
  const known = stored(user('use [redacted]'), said('done'))
  expect(newMessagesIn(history, known, asStored)).toEqual([user('more')])
  const held = known.map(({ message }) => message)
  expect(restoreSentMessages(held, history, asStored)).toEqual(history.slice(0, 2))
})
