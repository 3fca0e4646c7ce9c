import { describe, expect, test } from 'vitest'
import { known, session } from '../../tests/support/events.ts'
import { relativeTo } from '../text/paths.ts'
import { factsOf } from './session-facts.ts'

const facts = factsOf(
  [
    known('session.started', { branch: 'fix/drain' }, 1),
    known('prompt.submitted', { text: 'why does src/app/drain.ts hang?' }, 2),
    known('file.read', { path: '/w/src/app/drain.ts' }, 3),
    known(
      'tool.returned',
      { call: 'c', tool: 'Bash', outcome: 'ok', command: 'ls', output: 'src/app/hear.ts' },
      4,
    ),
    known('file.changed', { path: '/w/src/app/drain.ts', change: 'edited' }, 5),
    known('file.changed', { path: '/elsewhere/plan.md', change: 'created' }, 6),
    known('response.completed', { text: 'It waits for the spool.' }, 7),
    known('capture.reconciled', { source: 'x', bytes: 1, records: 1, filled: 1, skipped: 0 }, 99),
  ],
  relativeTo(['/w']),
)

describe('the facts of a session', () => {
  test('count edits and reads of the files of the repository', () => {
    expect(facts.files).toEqual(new Map([['src/app/drain.ts', { edits: 1, reads: 1 }]]))
    expect(facts.mentioned).toEqual(new Set(['src/app/drain.ts', 'src/app/hear.ts']))
  })

  test('contain the messages and the time of the last activity', () => {
    expect(facts).toMatchObject({
      session: session('known'),
      lastAt: 7,
      prompts: ['why does src/app/drain.ts hang?'],
      answers: ['It waits for the spool.'],
    })
  })
})
