import { describe, expect, test } from 'vitest'
import { checkClaim, claim, FILES, knownSession } from '../../tests/support/claims.ts'
import { eventId, eventOfType } from '../../tests/support/events.ts'
import type { SessionView } from './check.ts'

describe('a blocker', () => {
  const blocker = claim('blockers', 'login test fails', { about: { test: 'npm test' } })
  const run = (outcome: string, at: number): SessionView =>
    knownSession('two', ['test.ran', { name: 'npm test', outcome }, at])

  test('is dropped if its test passed later', () => {
    expect(checkClaim(blocker, { sessions: [run('passed', 2000)] })).toEqual({
      kind: 'gone',
      why: 'its test passes now',
    })
  })

  test('stays if its test failed again', () => {
    expect(checkClaim(blocker, { sessions: [run('failed', 2000)] })).toEqual({
      kind: 'verified',
      why: 'still fails',
    })
  })

  test('stays if its test passed only before it was reported', () => {
    expect(checkClaim(blocker, { sessions: [run('passed', 500)] })?.kind).toBe('unchecked')
  })

  test('stays if its test passed and then failed in a third session', () => {
    const third = knownSession('three', ['test.ran', { name: 'npm test', outcome: 'failed' }, 9000])
    expect(checkClaim(blocker, { sessions: [third, run('passed', 2000)] })?.why).toBe('still fails')
  })

  test('is dropped if its command succeeds now', () => {
    const one = claim('blockers', 'build fails', { about: { command: 'make' } })
    const ran = ['tool.returned', { call: 'c', tool: 'Bash', outcome: 'ok', command: 'make' }, 2000] as const
    expect(checkClaim(one, { sessions: [knownSession('two', ran)] })).toEqual({
      kind: 'gone',
      why: 'it succeeds now',
    })
  })

  test('that was cleared is dropped, matched by event or by words', () => {
    const met = eventOfType('blocker.met', { text: 'No key.' }, 1000)
    const cleared = knownSession(
      'two',
      ['blocker.met', { text: 'No key.' }, 1000],
      ['blocker.cleared', { blocker: met.id }, 3000],
    )
    const byId = claim('blockers', 'told otherwise', { event: met.id })
    const byWords = claim('blockers', 'no  key')
    for (const one of [byId, byWords])
      expect(checkClaim(one, { sessions: [cleared] })).toEqual({ kind: 'gone', why: 'cleared since' })
    expect(
      checkClaim(claim('blockers', 'no key', { at: 4000, event: eventId('x') }), { sessions: [cleared] })
        ?.kind,
    ).toBe('unchecked')
  })
})

describe('an action', () => {
  test('that is done is dropped', () => {
    const planned = eventOfType('action.planned', { text: 'write tests' }, 1000)
    const done = knownSession(
      'two',
      ['action.planned', { text: 'write tests' }, 1000],
      ['action.done', { action: planned.id }, 3000],
    )
    expect(checkClaim(claim('next', 'Write tests'), { sessions: [done] })).toEqual({
      kind: 'gone',
      why: 'done since',
    })
  })

  test('that a later commit completed is dropped, with that commit as the reason', () => {
    const commits = [{ id: 'abcdef0123', subject: 'feat: retry failed uploads [skip ci]', at: 2000 }]
    const one = claim('next', 'Retry the failed uploads')
    expect(checkClaim(one, { tree: { moves: { commits } } })).toEqual({
      kind: 'gone',
      why: 'done since: commit abcdef0 feat: retry failed uploads skip ci',
    })
    expect(
      checkClaim(claim('next', 'retry downloads of images'), { tree: { moves: { commits } } })?.kind,
    ).toBe('unchecked')
    expect(checkClaim({ ...one, at: 3000 }, { tree: { moves: { commits } } })?.kind).toBe('unchecked')
  })

  test('is marked if a later session created its file, and a file that never existed is not called deleted', () => {
    const one = claim('next', 'write a.ts', FILES)
    const two = knownSession('two', ['file.changed', { path: '/w/a.ts', change: 'created' }, 3000])
    expect(checkClaim(one, { sessions: [two], tree: { files: { '/w/a.ts': 'changed' } } })).toEqual({
      kind: 'changed',
      why: 'a.ts was created since',
    })
    expect(checkClaim(one, { tree: { files: { '/w/a.ts': 'gone' } } })?.kind).toBe('unchecked')
  })
})

describe('a goal', () => {
  const goal = claim('goal', 'Cache the product images')
  const about = (name: string, text: string, at: number): SessionView =>
    knownSession(name, ['prompt.submitted', { text }, at], ['task.opened', { text }, at + 1])

  test('is marked if a later session had a different goal, but not for the same or an older goal', () => {
    const set = (text: string, at: number): SessionView => knownSession('two', ['goal.set', { text }, at])
    expect(checkClaim(goal, { sessions: [set('Ship 2.0', 2000)] })?.why).toBe(
      'a later session had another goal',
    )
    expect(checkClaim(goal, { sessions: [set('cache the product images.', 2000)] })?.kind).toBe('unchecked')
    expect(checkClaim(goal, { sessions: [set('Ship 2.0', 500)] })?.kind).toBe('unchecked')
  })

  test('of a completed session is dropped', () => {
    const one = knownSession('one', ['prompt.submitted', { text: 'x' }, 1], ['session.completed', {}, 3000])
    expect(checkClaim(goal, { sessions: [one] })?.why).toBe('done since')
  })

  test('is marked if two later sessions do not mention it, but not if either does', () => {
    const [two, three] = [
      about('two', 'rename the billing module everywhere', 2000),
      about('three', 'translate billing invoices to French', 3000),
    ]
    expect(checkClaim(goal, { sessions: [two, three] })).toEqual({
      kind: 'changed',
      why: 'later sessions were about something else',
    })
    expect(checkClaim(goal, { sessions: [two] })?.kind).toBe('unchecked')
    const back = about('four', 'caching of images is too slow', 4000)
    expect(checkClaim(goal, { sessions: [two, three, back] })?.kind).toBe('unchecked')
  })
})
