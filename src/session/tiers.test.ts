import { expect, test } from 'vitest'
import { edited, goal, prompt, ran, STARTED, tested, viewAfter } from '../../tests/support/session-view.ts'
import { CONSERVATION_SET, EXPIRATION_SET, FIELDS, fieldsOf, TIERS, tierOf } from './tiers.ts'

const ABOUT = { session: 'ses_1', gate: true }

/** As the coherence rules have them. */
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

test('the fields of every tier are those of the coherence rules', () => {
  const names = TIERS.map((tier) =>
    fieldsOf(tier)
      .map(({ name }) => name)
      .join(' '),
  )
  expect(names).toEqual([CRITICAL, EXTENDED, `${EPHEMERAL} consecutive_blocks`])
  expect(new Set(FIELDS.map(({ name }) => name)).size).toBe(FIELDS.length)
})

test('the conservation and expiration sets are those of the coherence rules', () => {
  expect([...CONSERVATION_SET].toSorted()).toEqual(CONSERVED.split(' ').toSorted())
  expect([...EXPIRATION_SET].toSorted()).toEqual(EXPIRED.split(' ').toSorted())
})

test('nothing is both conserved and expired, and what expires is ephemeral', () => {
  const ephemeral = new Set(fieldsOf('ephemeral').map(({ name }) => name))
  for (const name of CONSERVATION_SET)
    expect(ephemeral.has(name) || EXPIRATION_SET.has(name), name).toBe(false)
  for (const name of EXPIRATION_SET) expect(ephemeral.has(name), name).toBe(true)
})

test('every field comes from where the table says', () => {
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
