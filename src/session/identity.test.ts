import { describe, expect, test } from 'vitest'
import { knownEvent } from '../../tests/support/events.ts'
import type { KnownEvent } from '../event/catalogue.ts'
import { type Identity, identity, phaseOf } from './identity.ts'

const folded = (...events: readonly KnownEvent[]): Identity => events.reduce(identity.apply, identity.initial)
const START = {
  agent: 'codex',
  agentVersion: '1.2',
  agentSession: 'abc',
  project: { id: 'prj_1', name: 'shop' },
  checkout: '/w/shop',
  directory: '/w/shop/api',
  branch: 'main',
  head: 'c0ffee',
  process: { pid: 7, started: '123' },
}
const start = knownEvent('session.started', { trigger: 'hook', ...START, language: 'Go' })

describe('the identity of a session', () => {
  test('the identity comes from the start event', () => {
    expect(folded(start)).toEqual({ ...START, languageHint: 'Go', tags: [] })
  })

  test('the identity has default values if no start was recorded', () => {
    expect(folded(knownEvent('prompt.submitted', { text: 'x' }))).toMatchObject({
      agent: 'unknown',
      project: { id: 'unknown' },
    })
  })

  test('fields that are missing from the start event are absent', () => {
    const { agent, project, checkout, directory } = START
    const bare = folded(
      knownEvent('session.started', { trigger: 'hook', agent, project, checkout, directory }),
    )
    expect(Object.keys(bare).toSorted()).toEqual(['agent', 'checkout', 'directory', 'project', 'tags'])
  })

  test('a location change updates only the fields that it names', () => {
    const moved = folded(
      start,
      knownEvent('place.changed', { branch: 'fix' }),
      knownEvent('place.changed', { head: 'beef' }),
    )
    expect(moved).toMatchObject({
      branch: 'fix',
      head: 'beef',
      directory: '/w/shop/api',
      checkout: '/w/shop',
    })
  })

  test('a resume replaces the process or removes it', () => {
    expect(
      folded(start, knownEvent('session.resumed', { trigger: 'hook', process: { pid: 9 } })).process,
    ).toEqual({
      pid: 9,
    })
    expect('process' in folded(start, knownEvent('session.resumed', { trigger: 'activity' }))).toBe(false)
  })

  test('tags can be added and removed, and are unique and sorted', () => {
    const tagged = (data: object) => knownEvent('session.tagged', data)
    const state = folded(
      tagged({ added: ['b', 'a', 'b'] }),
      tagged({ added: ['c'], removed: ['b', 'x'] }),
      tagged({}),
    )
    expect(state.tags).toEqual(['a', 'c'])
  })

  test('the phase is the last one that was entered, and the parent is the session it branched from', () => {
    const phase = (name: string) => knownEvent('phase.entered', { phase: name })
    const state = folded(
      start,
      phase('plan'),
      phase('build'),
      knownEvent('session.branched', { parent: 'ses_1', atSeq: 3 }),
    )
    expect(state).toMatchObject({ phase: 'build', parent: 'ses_1' })
  })
})

test('the phase of a session is the noted phase, otherwise the topic of its git branch (L3)', () => {
  expect(phaseOf({ phase: 'PHASE-2', branch: 'feat/search' })).toBe('PHASE-2')
  expect(phaseOf({ branch: 'feat/search' })).toBe('search')
  expect(phaseOf({ branch: 'phase-3-export' })).toBe('phase-3-export')
  for (const branch of ['main', 'develop', 'HEAD']) expect(phaseOf({ branch })).toBeUndefined()
  expect(phaseOf({})).toBeUndefined()
})
