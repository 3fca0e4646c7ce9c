import { expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { TestWorld } from '../../../tests/support/world.ts'
import { countTokens } from '../../host/tokenizer.ts'
import { renderWorkingSet } from '../../message/working-set.ts'
import { compact } from './compact-messages.ts'
import { workingSetOf } from './working-set.ts'

const asked = (text: string) => eventOfType('prompt.submitted', { text, origin: 'user' })
const answered = (text: string) => eventOfType('response.completed', { text })

/** A session as hooks record it: no notes, many messages, forty files. */
async function heard() {
  const world = new TestWorld()
  const session = await world.startSession()
  const turns = Array.from({ length: 12 }, (_, n) => [
    asked(`now write handler number ${n} for the orders and tell me what it does`),
    answered(`Handler ${n} reads the orders of region ${n} and returns the total of them.`),
  ])
  await world.log.append(session, [
    asked(
      "Build the order export for the accounting team, with one file for each region. Let's use SQLite instead of Postgres because it needs no server.",
    ),
    answered(
      'Done with the schema. The orders database is stored in `data/orders.db`. The upload limit is 25 MB.',
    ),
    ...turns.flat(),
    ...Array.from({ length: 40 }, (_, n) =>
      eventOfType('file.changed', { path: `/work/app/src/part-${n}.ts`, change: 'edited' }),
    ),
    eventOfType('tool.returned', { call: 'c', tool: 'Bash', outcome: 'ok' }),
    asked('finish it, and mention Stripe'),
    answered(
      'The export works.\n\n## Next steps\n- Add the export to the nightly job\n- Document the format',
    ),
  ])
  return { world, session }
}

test('T2: the working set of a session recorded by hooks contains goal, summary, decisions, facts, tasks and all files', async () => {
  const { world, session } = await heard()
  const set = await workingSetOf(world, session)
  expect(set.goal).toContain('order export')
  expect(set.summary).toContain('order export')
  expect(set.decisions.join('\n')).toMatch(/SQLite instead of Postgres/i)
  expect(set.pinnedFacts).toContain('The orders database is stored in data/orders.db.')
  expect(set.openTasks).toEqual(['Add the export to the nightly job', 'Document the format'])
  expect(set.filesTouched).toHaveLength(40)
  expect(set.recentMessages).toHaveLength(20)
  expect({ entities: set.entities, recentTools: set.recentTools }, 'C6').toEqual({
    entities: expect.arrayContaining(['SQLite', 'Postgres', 'Stripe']),
    recentTools: ['Bash'],
  })
})

test('T4: a compaction extracts stated facts, and the working set keeps them', async () => {
  const { world, session } = await heard()
  await compact(world, session, { trigger: 'manual' })
  const { pinnedFacts, summary } = await workingSetOf(world, session)
  expect(pinnedFacts).toContain('The upload limit is 25 MB.')
  expect(summary).not.toBe('')
})

test('T2: a truncated list of files states how many files are omitted', () => {
  const filesTouched = Array.from({ length: 50 }, (_, n) => `src/part-${n}.ts`)
  const set = { summary: '', pinnedFacts: [], decisions: [], openTasks: [], filesTouched }
  expect(renderWorkingSet(set, 1000, countTokens)).toMatch(/src\/part-49\.ts, .+ \(20 more\)$/s)
  expect(renderWorkingSet(set, 60, countTokens)).toMatch(/src\/part-49\.ts, .+ \(\d\d more\)$/s)
})
