import { describe, expect, test } from 'vitest'
import type { SpokenMessage } from './statement.ts'
import { statementsIn } from './statements.ts'

const agent = (text: string, more: Partial<SpokenMessage> = {}) =>
  statementsIn({ speaker: 'assistant', text, ...more })
const user = (text: string, more: Partial<SpokenMessage> = {}) =>
  statementsIn({ speaker: 'user', text, ...more })
const kinds = (found: readonly { readonly kind: string; readonly text: string }[]): readonly string[] =>
  found.map(({ kind, text }) => `${kind}: ${text}`)

describe('decisions', () => {
  test('agent decisions include their reason and no filler words', () => {
    expect(
      agent('So I decided to keep the retry in the client because the server has no state.'),
    ).toMatchObject([
      {
        kind: 'decision',
        text: 'keep the retry in the client',
        why: 'because the server has no state',
        speaker: 'assistant',
      },
    ])
  })

  test('items under a heading for decisions are decisions', () => {
    expect(
      kinds(agent('## Design decisions\n- **Storage**: one file a user\n- **Locks**: none at all')),
    ).toEqual(['decision: Storage: one file a user', 'decision: Locks: none at all'])
  })

  test('user decisions include their reason', () => {
    expect(user("let's use Postgres instead of files, because two machines write")).toMatchObject([
      { kind: 'decision', speaker: 'user', why: 'because two machines write' },
    ])
  })

  test.each([
    'Added three tests for the parser.',
    'Let me look at the parser first.',
    'The function reads the file and returns its lines.',
  ])('plain reports and narration are not decisions: %s', (text) => {
    expect(agent(text)).toEqual([])
  })
})

describe('short answers', () => {
  const before = 'Two ways:\n\n1. Cache the index on disk\n2. Build the index at start\n\nWhich one?'

  test('an answer such as "2" is replaced with the chosen option', () => {
    expect(user('option 2', { before })).toMatchObject([
      { kind: 'decision', text: 'Build the index at start' },
    ])
  })

  test('an answer such as "yes" is replaced with the offer', () => {
    expect(user('yes', { before: 'Should I switch the cache to SQLite?' })).toMatchObject([
      { kind: 'decision', text: 'switch the cache to SQLite' },
    ])
  })

  test('agreeing to a routine action is not a decision', () => {
    expect(user('yes', { before: 'All done. Want me to push the branch?' })).toEqual([])
  })

  test('an answer without a question is ignored', () => {
    expect(user('yes')).toEqual([])
  })
})

describe('next actions', () => {
  test('open checkboxes, and items under a heading for next steps, are next actions', () => {
    const message =
      '## Next steps\n1. Wire the command into main.ts\n2. Write the docs\n\n## Tasks\n- [ ] release it\n- [x] tag it'
    expect(kinds(agent(message)).filter((one) => one.startsWith('next'))).toEqual([
      'next: Wire the command into main.ts',
      'next: Write the docs',
      'next: release it',
    ])
  })

  test.each([
    ['You still need to restart the server.', 'restart the server'],
    ['What remains is the changelog entry.', 'the changelog entry'],
  ])('next actions are found at the end of an answer: %s', (message, text) => {
    expect(agent(message)).toMatchObject([{ kind: 'next', text }])
    expect(agent(message, { isFinal: false })).toEqual([])
  })

  test.each(['Let me check the file.', "Now I'll run the tests.", 'Now let me update the parser.'])(
    'actions that the agent takes immediately are not next actions: %s',
    (text) => {
      expect(agent(text)).toEqual([])
      expect(agent(text, { isFinal: false })).toEqual([])
    },
  )
})

describe('blockers', () => {
  test('items under a heading for known issues are blockers', () => {
    expect(kinds(agent('Known issues:\n- the lock is never released'))).toEqual([
      'blocker: the lock is never released',
    ])
  })

  test.each([
    'The error handling lives in the reader.',
    'We need two files for this issue.',
    'All tests pass, no errors.',
    'Fixed: the lock is released now.',
  ])('passing mentions of problems and solved problems are not blockers: %s', (text) => {
    expect(agent(text).filter(({ kind }) => kind === 'blocker')).toEqual([])
  })

  test('a statement that a problem is fixed counts as resolved', () => {
    expect(agent('Fixed the race in the reader.')).toMatchObject([{ kind: 'resolved' }])
  })
})

describe('questions and goals', () => {
  test('an offer at the end is a question', () => {
    expect(agent('Done. Should the flag default to on?')).toMatchObject([
      { kind: 'question', text: 'Should the flag default to on?' },
    ])
  })

  test('the first prompt of a session sets its goal', () => {
    expect(user('hi there. please add a dark mode to the settings page', { isFirst: true })).toMatchObject([
      { kind: 'goal', text: 'add a dark mode to the settings page' },
    ])
  })
})

test.each([
  'Ich habe den Fehler nicht gefunden und muss noch die Tests schreiben.',
  'Le test échoue encore parce que le serveur ne répond pas.',
  '次のステップはテストを書くことです。まだ失敗しています。',
  'Нужно исправить ошибку в парсере, тесты не проходят.',
  'No hay problema, la prueba sigue fallando por un error.',
])('text in other languages causes no false positives: %s', (text) => {
  expect(agent(text)).toEqual([])
  expect(user(text)).toEqual([])
})
