import { expect, test } from 'vitest'
import { exportedWorkingSet } from './working-set.ts'

test('exportedWorkingSet uses snake_case field names', () => {
  const message = { role: 'user', content: 'hello' } as const
  const set = {
    goal: 'ship it',
    summary: 'so far',
    pinnedFacts: ['port 80'],
    decisions: ['SQLite'],
    openTasks: ['test'],
    filesTouched: ['a.ts'],
    entities: ['Stripe'],
    recentTools: ['Bash'],
    recentMessages: [message],
    tokenBudget: { used: 5, limit: 15_000 },
  }
  expect(exportedWorkingSet(set)).toEqual({
    summary: 'so far',
    pinned_facts: ['port 80'],
    decisions: ['SQLite'],
    open_tasks: ['test'],
    files_touched: ['a.ts'],
    entities: ['Stripe'],
    recent_tools: ['Bash'],
    recent_messages: [message],
    token_budget: { used: 5, limit: 15_000 },
  })
})
