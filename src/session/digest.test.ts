import { describe, expect, test } from 'vitest'
import { eventOfType, session, storedEvents } from '../../tests/support/events.ts'
import { type EventSketch, prompt, viewAfter } from '../../tests/support/session-view.ts'
import { canonicalJson, type JsonValue } from '../event/canonical-json.ts'
import { foldSession, noSession } from './session.ts'

const answer = (text: string): EventSketch => ['response.completed', { text }]
const at = ([type, data]: EventSketch, seconds: number): EventSketch => [type, data, seconds * 1000]
const pairOf = (...sketches: readonly EventSketch[]): readonly (string | undefined)[] => {
  const { digest, talk } = viewAfter(...sketches)
  expect(digest.exchange?.asked).toBe(talk.lastPrompt)
  expect(digest.exchange?.askedAt).toBe(talk.lastPromptAt)
  return [digest.exchange?.asked, digest.exchange?.answer]
}

describe('the last exchange', () => {
  test('the last exchange consists of the last prompt and the conclusion of the answer to it', () => {
    expect(pairOf(prompt('Fix the parser'), answer('The parser reads nested lists now.'))).toEqual([
      'Fix the parser',
      'The parser reads nested lists now.',
    ])
  })

  test('a short reply is stored with the question or the numbered items that it answers', () => {
    const list = 'Three findings:\n\n1. no tests\n2. a race in the writer\n3. old docs\n\nWhich ones?'
    const repliesTo = (asked: string, answered: string) =>
      viewAfter(prompt('review the importer'), answer(answered), prompt(asked)).digest.exchange?.before
    expect(repliesTo('yes please', 'The importer is slow. Shall I stream the rows?')).toBe(
      'Shall I stream the rows?',
    )
    expect(repliesTo('1 and 3', list)).toBe('1. no tests; 3. old docs')
    expect(repliesTo('the second', list)).toBe('Which ones?')
    expect(repliesTo('wait 30 seconds, then run it again', list)).toBeUndefined()
  })

  test('a short reply is stored with the request that it continues', () => {
    const request = prompt('Should the importer skip broken rows, or stop at the first one?')
    const { exchange } = viewAfter(
      request,
      answer('I would skip them.'),
      prompt('yes please'),
      answer('Done.'),
    ).digest
    expect([exchange?.asked, exchange?.before]).toEqual(['yes please', request[1].text])
    const again = viewAfter(request, answer('Ok.'), prompt('yes'), answer('Done.'), prompt('go on')).digest
    expect(again.exchange?.before, 'two replies later').toBe(request[1].text)
    expect(viewAfter(prompt('yes'), answer('Ok.'), request).digest.exchange?.before).toBeUndefined()
  })

  test('the last exchange has no answer until the prompt is answered', () => {
    const first = [prompt('Fix the parser'), answer('Fixed.')] as const
    expect(pairOf(...first, prompt('Now the docs'))).toEqual(['Now the docs', undefined])
    expect(pairOf(...first, prompt('Now the docs'), ['turn.interrupted', {}])[1]).toBeUndefined()
  })

  test('the last answer of a turn is used, regardless of the order of arrival', () => {
    const turn = [
      at(prompt('Fix the parser'), 10),
      at(answer('Let me look at the lexer.'), 11),
      at(answer('The lexer was wrong.'), 13),
    ] as const
    const [asked, interim, final] = turn
    expect(pairOf(...turn)[1]).toBe('The lexer was wrong.')
    expect(pairOf(asked, final, interim)[1]).toBe('The lexer was wrong.')
  })

  test('the last exchange does not change when earlier turns are filled in later', () => {
    const last = [at(prompt('Now the docs'), 20), at(answer('The docs are written.'), 22)] as const
    const late = [at(prompt('Fix the parser'), 10), at(answer('Fixed.'), 12)] as const
    expect(pairOf(...last, ...late)).toEqual(['Now the docs', 'The docs are written.'])
    const [asked] = last
    expect(pairOf(asked, ...late)).toEqual(['Now the docs', undefined])
  })

  test('a prompt from a program or from the client does not start a new exchange', () => {
    expect(
      pairOf(
        prompt('Fix the parser'),
        answer('Started in the background.'),
        prompt('<task-notification>done</task-notification>'),
        ['prompt.submitted', { text: 'the tests are done', origin: 'program' }],
        answer('All tests pass.'),
      ),
    ).toEqual(['Fix the parser', 'All tests pass.'])
  })

  test('an answer that consists only of code is quoted', () => {
    expect(pairOf(prompt('Which command?'), answer('```\nnpm test\n```'))[1]).toContain('npm test')
  })
})

describe('remarks', () => {
  test('remarks in the last answer are found when the answer is added', () => {
    const { digest } = viewAfter(
      prompt('Let us add a cache to the importer.'),
      answer(
        'We will use SQLite because Redis needs a server.\n\n## Next steps\n\n- Add the eviction test to cache.ts',
      ),
    )
    expect(digest.goal?.text).toContain('add a cache to the importer')
    expect(digest.remarks.map(({ kind }) => kind)).toContain('next')
  })

  test('remarks at the end of a turn replace those from the middle of the turn', () => {
    const interim = answer('## Next steps\n\n- Add the eviction test to cache.ts')
    const texts = (...sketches: readonly EventSketch[]) =>
      viewAfter(prompt('Add a cache'), ...sketches).digest.remarks.map(({ text }) => text)
    expect(texts(interim)).toHaveLength(1)
    expect(texts(interim, answer('The eviction test passes.'))).toEqual([])
  })

  test('remarks about decisions are kept, and open items from an answer are dropped at the next prompt', () => {
    const { digest } = viewAfter(
      prompt("Let's use SQLite because it needs no server."),
      answer('Done.\n\n## Key decisions\n- One file per project\n\nShould old rows be migrated?'),
    )
    const found = ({ kind, text, speaker }: (typeof digest.remarks)[number]) =>
      `${kind} by ${speaker}: ${text}`
    const decided = ['decision by user: use SQLite', 'decision by assistant: One file per project']
    expect(digest.remarks.map(found)).toEqual([
      ...decided,
      'question by assistant: Should old rows be migrated?',
    ])
    const later = viewAfter(
      prompt("Let's use SQLite because it needs no server."),
      answer('Done.\n\n## Key decisions\n- One file per project\n\nShould old rows be migrated?'),
      prompt('yes'),
    )
    expect(later.digest.remarks.map(found)).toEqual(decided)
  })

  test('remarks are short and limited in number for messages of any length', () => {
    const item = (n: number) => `- Add test ${n} to file${n}.ts ${'and so on '.repeat(60)}`
    const long = Array.from({ length: 3000 }, (_, n) => item(n)).join('\n')
    const turns = Array.from({ length: 6 }, (_, n) => [
      prompt(`Let us use tool ${n} because it is fast. ${'word '.repeat(4000)}`),
      answer(`## Next steps\n\n${long}\n\n## Known issues\n\n${long}`),
    ])
    const { digest } = viewAfter(...turns.flat())
    expect(digest.remarks.length).toBeGreaterThan(5)
    expect(canonicalJson(digest as unknown as JsonValue).length).toBeLessThan(24_000)
  })
})

test('folding a session in several steps produces the same digest as folding it at once', () => {
  const events = storedEvents(session('parts'), [
    eventOfType('prompt.submitted', { text: 'Let us use SQLite because it is local.', origin: 'user' }, 1000),
    eventOfType('response.completed', { text: 'Done.\n\nNext: add the eviction test.' }, 2000),
    eventOfType('prompt.submitted', { text: 'yes, do it', origin: 'user' }, 3000),
    eventOfType('response.completed', { text: 'The eviction test is added.' }, 4000),
  ])
  const stored = (view: typeof noSession) => JSON.parse(canonicalJson(view as unknown as JsonValue))
  const inParts = events.reduce((view, event) => stored(foldSession(view, event)), noSession)
  expect(inParts).toEqual(stored(events.reduce(foldSession, noSession)))
})

test('the first and the latest requests are kept, without replies and expanded text', () => {
  const said = [
    'Add a config file',
    'yes please',
    '## Context\n\nbranch: main',
    ...Array.from({ length: 8 }, (_, n) => `Now change part ${n} of it`),
  ]
  const { requests } = viewAfter(...said.map((text) => prompt(text))).digest
  expect(requests.map(({ text }) => text)).toEqual([
    'Add a config file',
    ...[4, 5, 6, 7].map((n) => `Now change part ${n} of it`),
  ])
  const plan = viewAfter(prompt('Implement the following plan:\n\n# Plan: One log per worktree\n\nSteps'))
  expect(plan.digest.requests[0]?.text).toBe('Implement the plan "One log per worktree"')
})
