import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyLog } from '../../tests/property/arbitrary-events.ts'
import { session } from '../../tests/support/events.ts'
import { edited, goal, prompt, STARTED, viewAfter } from '../../tests/support/session-view.ts'
import type { JsonObject } from '../event/canonical-json.ts'
import { PHASES, type Phase } from '../event/context.ts'
import { checkpointState, restoreCheckpoint } from './checkpoint.ts'
import { foldSession, noSession, type Session } from './session.ts'
import { EXPIRATION_SET, fieldsOf } from './tiers.ts'

const ID = session('view')
const MINUTE = 60_000
const view = viewAfter(STARTED, prompt('go'), goal('ship the invoice parser'), edited('/w/a.ts'))
const isThere = (): boolean => true

const taken = (of: Session, phase: Phase = 'VERBOSE', at = 0): JsonObject => ({
  document: 'checkpoint',
  schema: 1,
  session: ID,
  at,
  occasion: 'compacting',
  phase,
  state: JSON.parse(JSON.stringify(checkpointState(of, phase, { session: ID, gate: false }))),
})

test('the extended tier is written unless the context is nearly full', () => {
  const tiers = PHASES.map((phase) => Object.keys(checkpointState(view, phase, { session: ID, gate: false })))
  expect(tiers).toEqual([
    ['critical', 'extended'],
    ['critical', 'extended'],
    ['critical', 'extended'],
    ['critical'],
  ])
})

test('within the hour both tiers come back, after it the critical one alone', () => {
  const back = (now: number) => restoreCheckpoint(taken(view), { now, session: ID, isThere })
  expect(back(59 * MINUTE)).toMatchObject({
    kind: 'restored',
    critical: { original_goal: 'ship the invoice parser' },
    extended: { files_edited: ['/w/a.ts'] },
    dropped: [],
  })
  const late = back(60 * MINUTE)
  expect(late).toMatchObject({
    critical: { original_goal: 'ship the invoice parser' },
    dropped: ['extended: older than an hour'],
  })
  expect(late).not.toHaveProperty('extended')
  expect(back(-61 * MINUTE), 'a clock that was set back').not.toHaveProperty('extended')
})

test('a checkpoint of another session is refused', () => {
  const other = session('other')
  expect(restoreCheckpoint(taken(view), { now: 0, session: other, isThere })).toEqual({
    kind: 'refused',
    reason: `it belongs to session ${ID}`,
  })
  const mixed = { ...taken(view), session: other }
  expect(restoreCheckpoint(mixed, { now: 0, session: other, isThere }).kind).toBe('refused')
})

test('a project that is gone is not gone back to, and files that are gone are left out', () => {
  const serena = viewAfter(STARTED, edited('/w/a.ts'), edited('/w/gone.ts'), [
    'tool.returned',
    { call: 's', tool: 'mcp__serena__x', outcome: 'ok' },
  ])
  const ask = { now: 0, session: ID, isThere: (path: string) => path === '/w/a.ts' }
  const back = restoreCheckpoint(taken(serena), ask)
  expect(back).toMatchObject({
    critical: { serena_activated: false },
    extended: { files_edited: ['/w/a.ts'] },
    dropped: ['serena_project: /w is gone'],
  })
  expect(back).not.toHaveProperty('critical.serena_project')
})

test('where the session is asked about something else now, the extended tier stays away', () => {
  const ask = { now: 0, session: ID, isThere }
  expect(restoreCheckpoint(taken(view), { ...ask, asked: 'the invoice dates' })).toHaveProperty('extended')
  expect(restoreCheckpoint(taken(view), { ...ask, asked: 'center the login button' })).toMatchObject({
    dropped: ['extended: the session is asked about something else now'],
  })
})

test('whatever happened in a session, its checkpoint comes back with every critical field and nothing ephemeral', () => {
  const never = new Set([...EXPIRATION_SET, ...fieldsOf('ephemeral').map(({ name }) => name)])
  fc.assert(
    fc.property(anyLog, fc.constantFrom(...PHASES), fc.integer(), (events, phase, now) => {
      const state = events.reduce(foldSession, noSession)
      const checkpoint = taken(state, phase)
      const back = restoreCheckpoint(checkpoint, { now, session: ID, isThere })
      expect(back.kind).toBe('restored')
      if (back.kind !== 'restored') return
      const { critical } = checkpoint.state as unknown as { critical: object }
      expect(back.critical).toEqual(critical)
      for (const name of [...Object.keys(back.critical), ...Object.keys(back.extended ?? {})])
        expect(never.has(name), name).toBe(false)
    }),
  )
})
