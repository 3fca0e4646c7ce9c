import { expect, test } from 'vitest'
import type { Compaction } from '../app/context/compact-messages.ts'
import { lostText } from './text.ts'

const none = { count: 0, some: [] }
const compaction = (dropped: Partial<Compaction['dropped']>): Compaction => ({
  id: 'evt_1' as Compaction['id'],
  summary: '',
  by: 'rules',
  messages: 4,
  tokensBefore: 100,
  tokensAfter: 10,
  dropped: {
    ...{ messages: 4, prompts: 2, toolResults: 0 },
    ...{ files: none, names: none, decisions: none, errors: none },
    ...dropped,
  },
})

test('lostText lists what a summary lost by kind, with examples', () => {
  const dropped = {
    files: { count: 3, some: ['a.ts', 'b.ts'] },
    decisions: { count: 1, some: ['use \x1b[1mSQLite'] },
  }
  expect(lostText(compaction(dropped))).toBe(
    'No longer mentioned: 1 decision (use SQLite); 3 files (a.ts, b.ts, ...).',
  )
})

test('lostText is undefined if nothing was lost', () => {
  expect(lostText(compaction({}))).toBeUndefined()
})
