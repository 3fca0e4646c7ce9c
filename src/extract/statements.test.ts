import { describe, expect, test } from 'vitest'
import { unitsIn } from '../text/sentences.ts'
import { featuresIn } from './features.ts'
import type { Message } from './statement.ts'
import { statementsIn, weighed } from './statements.ts'
import { ENOUGH, FITTED, WEIGHTS } from './weights.ts'

const agent = (text: string, more: Partial<Message> = {}) =>
  statementsIn({ speaker: 'assistant', text, ...more })
const user = (text: string, more: Partial<Message> = {}) => statementsIn({ speaker: 'user', text, ...more })
const kinds = (found: readonly { readonly kind: string; readonly text: string }[]): readonly string[] =>
  found.map(({ kind, text }) => `${kind}: ${text}`)

describe('decisions', () => {
  test('by an agent have a reason and no filler', () => {
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

  test('take their reason from the next sentence', () => {
    expect(
      agent('I kept the parser synchronous rather than streaming. This keeps the error messages simple.'),
    ).toMatchObject([{ kind: 'decision', why: 'This keeps the error messages simple' }])
  })

  test('are items under a heading for decisions', () => {
    expect(
      kinds(agent('## Design decisions\n- **Storage**: one file a user\n- **Locks**: none at all')),
    ).toEqual(['decision: Storage: one file a user', 'decision: Locks: none at all'])
  })

  test.each([
    "let's use Postgres instead of files",
    'no, keep the old flag',
    'the timer should live in the scheduler',
    "I'd prefer the second layout",
  ])('by a user are found: %s', (text) => {
    expect(user(text)).toMatchObject([{ kind: 'decision', speaker: 'user' }])
  })

  test.each([
    'Added three tests for the parser.',
    'Let me look at the parser first.',
    'The function reads the file and returns its lines.',
  ])('are not plain reports or narration: %s', (text) => {
    expect(agent(text)).toEqual([])
  })
})

describe('answers', () => {
  const before = 'Two ways:\n\n1. Cache the index on disk\n2. Build the index at start\n\nWhich one?'

  test('by number become the option', () => {
    expect(user('option 2', { before })).toMatchObject([
      { kind: 'decision', text: 'Build the index at start' },
    ])
  })

  test('of "yes" become the offer', () => {
    expect(user('yes', { before: 'Should I switch the cache to SQLite?' })).toMatchObject([
      { kind: 'decision', text: 'switch the cache to SQLite' },
    ])
  })

  test('to routine actions are not decisions', () => {
    expect(user('yes', { before: 'All done. Want me to push the branch?' })).toEqual([])
  })

  test('without a question are ignored', () => {
    expect(user('yes')).toEqual([])
  })
})

describe('next actions', () => {
  test('are items under a heading for next steps, and open checkboxes', () => {
    const message =
      '## Next steps\n1. Wire the command into main.ts\n2. Write the docs\n\n## Tasks\n- [ ] release it\n- [x] tag it'
    expect(kinds(agent(message)).filter((one) => one.startsWith('next'))).toEqual([
      'next: Wire the command into main.ts',
      'next: Write the docs',
      'next: release it',
    ])
  })

  test.each([
    ["You'll need to run the migration once.", 'run the migration once'],
    ['You still need to restart the server.', 'restart the server'],
    ['The changelog still needs an entry.', 'The changelog still needs an entry'],
  ])('are found within prose: %s', (message, text) => {
    expect(agent(message)).toMatchObject([{ kind: 'next', text }])
  })

  test.each(['Let me check the file.', "Now I'll run the tests.", 'Now let me update the parser.'])(
    'are not what an agent does right away: %s',
    (text) => {
      expect(agent(text)).toEqual([])
      expect(agent(text, { isFinal: false })).toEqual([])
    },
  )

  test('are announced in the last message of a session', () => {
    expect(agent('The plan is clear. Let me write the migration.', { isLast: true })).toMatchObject([
      { kind: 'next' },
    ])
  })
})

describe('blockers', () => {
  test.each([
    'Two tests still fail with a timeout.',
    "I can't reach the registry from here.",
    'The bug: the lock is never released.',
  ])('reported by an agent: %s', (text) => {
    expect(agent(text)).toMatchObject([{ kind: 'blocker' }])
  })

  test.each([
    'the smoke test is still failing',
    'the export does not work on Windows',
    'I get an error after login',
  ])('reported by a user: %s', (text) => {
    expect(user(text)).toMatchObject([{ kind: 'blocker' }])
  })

  test.each([
    'The error handling lives in the reader.',
    'We need two files for this issue.',
    'All tests pass, no errors.',
    'Fixed: the lock is released now.',
  ])('are not passing or solved problems: %s', (text) => {
    expect(agent(text).filter(({ kind }) => kind === 'blocker')).toEqual([])
  })

  test('that are gone are marked as resolved', () => {
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
])('other languages give no false positives: %s', (text) => {
  expect(agent(text)).toEqual([])
  expect(user(text)).toEqual([])
})

const entries = WEIGHTS.trim()
  .split('\n')
  .flatMap((line) => line.split('; '))

test('every entry of the table is a unique feature with one integer per kind', () => {
  expect(entries.length).toBeGreaterThan(100)
  for (const entry of entries) expect(entry).toMatch(/^\S.* -?\d+,-?\d+,-?\d+$/)
  expect(new Set(entries.map((entry) => entry.slice(0, entry.lastIndexOf(' ')))).size).toBe(entries.length)
  expect(Object.keys(ENOUGH)).toEqual([...FITTED])
})

test('the table contains single words, never phrases of a message', () => {
  const words = entries.filter((entry) => /^[#>]?=/.test(entry))
  expect(words.length).toBeGreaterThan(100)
  for (const entry of words) expect(entry.split(' ')).toHaveLength(2)
})

const weigh = (text: string) =>
  featuresIn({ speaker: 'assistant', text }, unitsIn(text)).map((features) => weighed(features)?.kind)

test('a heading determines the kind of its items', () => {
  const items = '- the index of the importer\n- the cache of the reader'
  expect(weigh(`## Next steps\n${items}`)).toEqual(['next', 'next'])
  expect(weigh(`## Known issues\n${items}`)).toEqual(['blocker', 'blocker'])
  expect(weigh(`## Files changed\n${items}`)).toEqual([undefined, undefined])
})

test('weights are between 0.5 and 1', () => {
  const text = "I can't reach the registry, so two tests still fail."
  const [features] = featuresIn({ speaker: 'assistant', text }, unitsIn(text))
  const weight = features && weighed(features)?.weight
  expect(weight).toBeGreaterThanOrEqual(0.5)
  expect(weight).toBeLessThanOrEqual(1)
})
