import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyLog } from '../../tests/property/arbitrary-events.ts'
import { session } from '../../tests/support/events.ts'
import { edited, goal, prompt, ran, STARTED, tested, viewAfter } from '../../tests/support/session-view.ts'
import type { JsonObject } from '../event/canonical-json.ts'
import { PHASES, type Phase } from '../event/context.ts'
import {
  CONSERVATION_SET,
  checkpointState,
  EXPIRATION_SET,
  FIELDS,
  fieldsOf,
  restoreCheckpoint,
  TIERS,
  tierOf,
} from './checkpoint.ts'
import { foldSession, noSession, type Session } from './session.ts'

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

test('both tiers are restored within an hour, and only the critical tier after that', () => {
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

test('a checkpoint from another session is refused', () => {
  const other = session('other')
  expect(restoreCheckpoint(taken(view), { now: 0, session: other, isThere })).toEqual({
    kind: 'refused',
    reason: `it belongs to session ${ID}`,
  })
  const mixed = { ...taken(view), session: other }
  expect(restoreCheckpoint(mixed, { now: 0, session: other, isThere }).kind).toBe('refused')
})

test('a missing project is not activated, and missing files are dropped', () => {
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

test('the extended tier is dropped if the prompt has another subject', () => {
  const ask = { now: 0, session: ID, isThere }
  expect(restoreCheckpoint(taken(view), { ...ask, asked: 'the invoice dates' })).toHaveProperty('extended')
  expect(restoreCheckpoint(taken(view), { ...ask, asked: 'center the login button' })).toMatchObject({
    dropped: ['extended: the prompt is about something else'],
  })
})

test('any checkpoint is restored with every critical field and no ephemeral field', () => {
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

const ABOUT = { session: 'ses_1', gate: true }

/** Written by hand from the requirements, not from the source. */
const CRITICAL =
  'original_goal goal_keywords confidence completion_confidence serena_activated serena_project ralph_mode task_contract pal_continuation_id session_id'
const EXTENDED =
  'files_read files_edited files_created tool_counts commands_succeeded errors_unresolved turn_count nudge_history repair_debt'
const EPHEMERAL =
  'edit_history approach_history progress_log framework_errors evidence_ledger pending_files pending_searches pending_integration_greps'
const CONSERVED =
  'session_id original_goal goal_keywords confidence completion_confidence serena_activated serena_project ralph_mode task_contract files_created files_edited errors_unresolved'
const EXPIRED =
  'edit_history approach_history evidence_ledger pending_files pending_searches pending_integration_greps framework_errors consecutive_blocks'

test('the fields of every tier match the requirements', () => {
  const names = TIERS.map((tier) =>
    fieldsOf(tier)
      .map(({ name }) => name)
      .join(' '),
  )
  expect(names).toEqual([CRITICAL, EXTENDED, `${EPHEMERAL} consecutive_blocks`])
  expect(new Set(FIELDS.map(({ name }) => name)).size).toBe(FIELDS.length)
})

test('the conserved and the expiring fields match the requirements', () => {
  expect([...CONSERVATION_SET].toSorted()).toEqual(CONSERVED.split(' ').toSorted())
  expect([...EXPIRATION_SET].toSorted()).toEqual(EXPIRED.split(' ').toSorted())
})

test('no field is both conserved and expired, and expired fields are ephemeral', () => {
  const ephemeral = new Set(fieldsOf('ephemeral').map(({ name }) => name))
  for (const name of CONSERVATION_SET)
    expect(ephemeral.has(name) || EXPIRATION_SET.has(name), name).toBe(false)
  for (const name of EXPIRATION_SET) expect(ephemeral.has(name), name).toBe(true)
})

test('every field gets its value from the source listed in the table', () => {
  const view = viewAfter(
    STARTED,
    prompt('please build the parser'),
    goal('ship the invoice parser'),
    ['task.opened', { text: 'dates' }],
    ['file.read', { path: '/w/in.ts' }],
    edited('/w/a.ts'),
    ['file.changed', { path: '/w/new.ts', change: 'created' }],
    ran('npm run lint'),
    ran('npm run odd', 'failed'),
    tested('failed'),
    ['tool.returned', { call: 's', tool: 'mcp__serena__find_symbol', outcome: 'ok' }],
    [
      'tool.returned',
      { call: 'p', tool: 'mcp__pal__chat', outcome: 'ok', output: '"continuation_id":"c-1"' },
    ],
    ['nudge.given', { kind: 'close' }, 77],
  )
  expect(tierOf('critical', view, ABOUT)).toEqual({
    original_goal: 'ship the invoice parser',
    goal_keywords: ['ship', 'invoice', 'parser'],
    confidence: view.confidence.value,
    completion_confidence: 0,
    serena_activated: true,
    serena_project: '/w',
    ralph_mode: true,
    task_contract: 'ship the invoice parser\ndates',
    pal_continuation_id: 'c-1',
    session_id: 'ses_1',
  })
  expect(tierOf('extended', view, ABOUT)).toEqual({
    files_read: ['/w/in.ts'],
    files_edited: ['/w/a.ts'],
    files_created: ['/w/new.ts'],
    tool_counts: { Bash: 2, mcp__serena__find_symbol: 1, mcp__pal__chat: 1 },
    commands_succeeded: ['npm run lint'],
    errors_unresolved: ['npm run odd', 'npm test'],
    turn_count: 1,
    nudge_history: [{ kind: 'close', at: 77 }],
    repair_debt: 4,
  })
})
