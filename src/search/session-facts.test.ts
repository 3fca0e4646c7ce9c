import { describe, expect, test } from 'vitest'
import { knownEvent, session } from '../../tests/support/events.ts'
import { relativeTo } from '../text/paths.ts'
import { factsOf } from './session-facts.ts'

const facts = factsOf(
  [
    knownEvent('session.started', { branch: 'fix/drain' }, 1),
    knownEvent('prompt.submitted', { text: 'why does src/app/drain.ts hang?' }, 2),
    knownEvent('file.read', { path: '/w/src/app/drain.ts' }, 3),
    knownEvent(
      'tool.returned',
      { call: 'c', tool: 'Bash', outcome: 'ok', command: 'ls', output: 'src/app/ingest.ts' },
      4,
    ),
    knownEvent('file.changed', { path: '/w/src/app/drain.ts', change: 'edited' }, 5),
    knownEvent('file.changed', { path: '/elsewhere/plan.md', change: 'created' }, 6),
    knownEvent('response.completed', { text: 'It waits for the spool.' }, 7),
    knownEvent('capture.reconciled', { source: 'x', bytes: 1, records: 1, filled: 1, skipped: 0 }, 99),
  ],
  relativeTo(['/w']),
)

describe('the facts of a session', () => {
  test('the facts count edits and reads of repository files', () => {
    expect(facts.files).toEqual(new Map([['src/app/drain.ts', { edits: 1, reads: 1 }]]))
    expect(facts.mentioned).toEqual(new Set(['src/app/drain.ts', 'src/app/ingest.ts']))
  })

  test('the facts contain the messages and the time of the last activity', () => {
    expect(facts).toMatchObject({
      session: session('known'),
      lastAt: 7,
      prompts: ['why does src/app/drain.ts hang?'],
      answers: ['It waits for the spool.'],
    })
  })
})
