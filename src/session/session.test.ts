import { describe, expect, test } from 'vitest'
import { event, eventOfType, session as sessionId, storedEvents } from '../../tests/support/events.ts'
import { sessionProjection } from '../app/projection.ts'
import type { NewEvent } from '../event/define.ts'
import type { EventId } from '../event/identity.ts'
import { foldSession, languageOf, noSession, type Session } from './session.ts'

const folded = (...events: readonly NewEvent[]): Session =>
  storedEvents(sessionId('a'), events).reduce(foldSession, noSession)

const START = eventOfType(
  'session.started',
  {
    trigger: 'hook',
    agent: 'claude-code',
    project: { id: 'prj_1', name: 'shop' },
    checkout: '/w/shop',
    directory: '/w/shop/api',
    branch: 'main',
    head: 'c0ffee',
    language: 'Go',
  },
  100,
)
const DAY = folded(
  START,
  eventOfType('prompt.submitted', { text: 'fix the cart' }, 110),
  eventOfType('tool.returned', { call: '1', tool: 'Edit', outcome: 'ok', file: 'cart.ts' }, 120),
  eventOfType('file.changed', { path: 'cart.ts', change: 'edited' }, 121),
  eventOfType('tool.returned', { call: '2', tool: 'Bash', outcome: 'ok', command: 'npm test' }, 130),
  eventOfType('correction.heard', { text: 'use tabs', confidence: 0.9 }, 140),
  eventOfType('phase.entered', { phase: 'review' }, 150),
  eventOfType('place.changed', { branch: 'fix-cart', head: 'beef' }, 160),
  eventOfType('prompt.submitted', { text: 'commit it' }, 170),
)

/** Everything except the session id is derived from the events. */
describe('a session view contains', () => {
  test.each([
    ['when it started', ({ life }: Session) => life.startedAt, 100],
    ['its last activity', ({ life }: Session) => life.lastActivityAt, 170],
    ['its working directory', ({ identity }: Session) => identity.directory, '/w/shop/api'],
    ['its project', ({ identity }: Session) => identity.project, { id: 'prj_1', name: 'shop' }],
    ['its checkout', ({ identity }: Session) => identity.checkout, '/w/shop'],
    ['its language', languageOf, 'TypeScript'],
    ['how many turns it had', ({ talk }: Session) => talk.turns, 2],
    ['which tools were used', ({ craft }: Session) => craft.tools, { Edit: 1, Bash: 1 }],
    ['which files were changed', ({ craft }: Session) => craft.files.map(({ path }) => path), ['cart.ts']],
    [
      'its corrections',
      ({ talk }: Session) => talk.corrections,
      [{ text: 'use tabs', confidence: 0.9, at: 140 }],
    ],
    ['its status', ({ life }: Session) => life.state, 'active'],
    ['its phase', ({ identity }: Session) => identity.phase, 'review'],
    ['its branch', ({ identity }: Session) => identity.branch, 'fix-cart'],
    ['its head', ({ identity }: Session) => identity.head, 'beef'],
    ['its agent', ({ identity }: Session) => identity.agent, 'claude-code'],
  ])('a session view contains %s', (_, ask, answer) => {
    expect(ask(DAY)).toEqual(answer)
  })
})

describe('a session', () => {
  test('a session has the language of its folder until a file is changed', () => {
    expect(languageOf(folded(START))).toBe('Go')
    expect(languageOf(noSession)).toBeUndefined()
  })

  test('a session keeps its last twenty significant results and its last five events as text', () => {
    const runs = Array.from({ length: 25 }, (_, index) =>
      eventOfType(
        'tool.returned',
        { call: 'c', tool: 'Bash', outcome: 'ok', command: `run ${index}` },
        index,
      ),
    )
    const { hot, recent } = folded(...runs, eventOfType('prompt.submitted', { text: 'hi' }, 99)).memory
    expect(hot.map(({ text }) => text)).toEqual(runs.slice(5).map((_, index) => `ran run ${index + 5}`))
    expect(recent).toHaveLength(5)
    expect(recent.at(-1)).toEqual({ at: 99, type: 'prompt.submitted', text: 'prompt: hi' })
  })

  test('a session counts all, unknown, malformed, forgotten and damaged events', () => {
    const events = [
      START,
      event('new', {}, { type: 'moon.landed' }),
      event('bad', {}),
      eventOfType('capture.damaged', { source: 's', reason: 'r' }),
    ]
    const stored = storedEvents(sessionId('a'), [...events, event('gone')])
    const forgotten = stored.map((one, index) => (index === 4 ? { ...one, data: undefined } : one))
    const { tally } = forgotten.reduce(foldSession, noSession)
    expect(tally).toEqual({ events: 5, unknown: 1, malformed: 1, forgotten: 1, damaged: 1 })
  })
})

describe('query keys', () => {
  const keys = (...events: readonly NewEvent[]) => sessionProjection.keys(folded(...events))

  test('the query keys contain the project, the times and whether the session is open', () => {
    expect(keys(START)).toEqual({
      project: 'prj_1',
      open: true,
      archived: false,
      startedAt: 100,
      lastAt: 100,
      pending: false,
    })
  })

  test('a suspended session counts as open, but an ended or crashed session does not', () => {
    expect(keys(START, eventOfType('session.suspended', {})).open).toBe(true)
    expect(keys(START, eventOfType('session.idled', { quietSince: 1 })).open).toBe(true)
    expect(keys(START, eventOfType('session.ended', { trigger: 'exit' })).open).toBe(false)
    expect(keys(START, eventOfType('session.crashed', { trigger: 'quiet', quietSince: 1 })).open).toBe(false)
    expect(sessionProjection.keys(noSession).open).toBe(false)
  })

  test('a session with open items is pending until the items are closed or the session is completed', () => {
    const task = { ...eventOfType('task.opened', { text: 'write the docs' }), id: 'evt_task' as EventId }
    expect(keys(START, task).pending).toBe(true)
    expect(keys(START, eventOfType('decision.made', { choice: 'tabs' })).pending).toBe(true)
    expect(keys(START, eventOfType('evidence.found', { text: 'it runs' })).pending).toBe(false)
    expect(keys(START, task, eventOfType('task.closed', { task: 'evt_task' })).pending).toBe(false)
    expect(keys(START, task, eventOfType('session.completed', {})).pending).toBe(false)
  })

  test('an archived session is marked as archived', () => {
    const end = eventOfType('session.ended', { trigger: 'exit' })
    expect(keys(START, end, eventOfType('session.archived', { reason: 'expired' })).archived).toBe(true)
  })
})
