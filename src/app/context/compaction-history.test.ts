import { expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { NOON, TestWorld } from '../../../tests/support/world.ts'
import type { NewEvent } from '../../event/define.ts'
import { record } from '../ingest/record.ts'
import { compactionHistory } from './compaction-history.ts'

const DECIDED = eventOfType('decision.made', { choice: 'amounts are integers' }, NOON)
const COMPACTING = eventOfType('context.compacting', {}, NOON)
const COMPACTING_AGAIN = eventOfType('context.compacting', { trigger: 'auto' }, NOON)
const compacted = (summary: string) => eventOfType('context.compacted', { summary }, NOON)
const BRIEF = eventOfType('brief.given', { format: 'x', tokens: 1, told: [DECIDED.id] }, NOON)

async function after(...events: readonly NewEvent[]) {
  const world = new TestWorld()
  const id = await world.startSession({ goal: 'write the invoice parser' })
  for (const one of events) await record(world, id, [one])
  const seen = await world.log.view(id)
  if (!seen) throw new Error('no view')
  const texts = (all: readonly { readonly text: string }[]) => all.map(({ text }) => text)
  const reports = await compactionHistory(world, seen)
  return reports.map(({ at: _, ...one }) => ({
    ...one,
    lost: texts(one.lost),
    restored: texts(one.restored),
  }))
}

test('a session that was never compacted has no report', async () => {
  expect(await after(DECIDED)).toEqual([])
})

test('a brief may precede the summary, as in Claude Code', async () => {
  const reports = await after(DECIDED, COMPACTING_AGAIN, BRIEF, compacted('an invoice parser is written'))
  expect(reports).toEqual([
    { kept: 1, hasSummary: true, lost: ['amounts are integers'], restored: ['amounts are integers'] },
  ])
})

test('a brief may follow the summary, as in Codex; an earlier brief does not count', async () => {
  const reports = await after(BRIEF, DECIDED, compacted('an invoice parser'))
  expect(reports[0]?.restored).toEqual([])
  const again = await after(DECIDED, compacted('an invoice parser'), BRIEF)
  expect(again[0]?.restored).toEqual(['amounts are integers'])
})

test('every compaction is compared with the session state before it', async () => {
  const reports = await after(
    COMPACTING,
    compacted('the invoice parser'),
    DECIDED,
    COMPACTING_AGAIN,
    compacted('the invoice parser again'),
  )
  expect(reports.map(({ lost }) => lost)).toEqual([[], ['amounts are integers']])
})

test('a compaction that started but did not finish is not reported', async () => {
  const reports = await after(COMPACTING, DECIDED, COMPACTING_AGAIN, compacted('the invoice parser'))
  expect(reports).toHaveLength(1)
})

test('for a context that leftoff manages, reports what the summary replaced and whether it was undone', async () => {
  const dropped = { messages: 7, files: { count: 2, some: ['a.ts', 'b.ts'] }, names: { count: 0, some: [] } }
  const own = { summary: 's', upTo: 9, by: 'rules', tokensBefore: 900, tokensAfter: 90, found: { dropped } }
  const event = eventOfType('context.compacted', own, NOON)
  const undone = eventOfType('compaction.undone', { compaction: event.id }, NOON)
  const missing = [{ kind: 'files', count: 2, some: ['a.ts', 'b.ts'] }]
  const told = { by: 'rules', tokensBefore: 900, tokensAfter: 90, dropped: { messages: 7, missing } }
  expect(await after(DECIDED, event)).toMatchObject([{ lost: [], own: { ...told, isUndone: false } }])
  expect(await after(DECIDED, event, undone)).toMatchObject([{ own: { ...told, isUndone: true } }])
})
