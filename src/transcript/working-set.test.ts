import { expect, test } from 'vitest'
import { exportedWorkingSet } from './working-set.ts'

test('a working set has the fields that other programs know it by', () => {
  const message = { role: 'user', content: [{ type: 'text', text: 'hello' }] } as const
  const found = exportedWorkingSet({
    summary: 'about boats',
    facts: ['it rains'],
    decisions: ['sell canoes'],
    tasks: ['paint the boat'],
    files: ['/work/app/boat.ts'],
    messages: [{ seq: 1, lastSeq: 1, at: 5, message }],
    used: 12,
    limit: 15_000,
  })
  expect(found).toEqual({
    summary: 'about boats',
    pinned_facts: ['it rains'],
    decisions: ['sell canoes'],
    open_tasks: ['paint the boat'],
    files_touched: ['/work/app/boat.ts'],
    recent_messages: [{ role: 'user', content: 'hello', at: 5 }],
    token_budget: { used: 12, limit: 15_000 },
  })
})
