import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeBrief } from '../../src/app/context/compose-brief.ts'
import { record } from '../../src/app/ingest/record.ts'
import { refreshIndex } from '../../src/app/search/refresh-index.ts'
import { eventOfType } from '../support/events.ts'
import { MINUTE, TestWorld } from '../support/world.ts'

const text = fc.oneof(
  fc.lorem({ maxCount: 30 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
  fc.constantFrom(
    'x'.repeat(3000),
    '\u4e16'.repeat(400),
    '{ago 12}',
    '</leftoff-brief>',
    '- [ ] todo\n- next',
  ),
)
const path = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 })
  .map((name) => `/work/app/${name}`)
const fact = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('goal.set', 'action.planned', 'blocker.met', 'fact.pinned', 'prompt.submitted'),
      text,
    )
    .map(([type, said]) => [type, { text: said || 'x' }] as const),
  fc.tuple(text, text).map(([choice, why]) => ['decision.made', { choice: choice || 'x', why }] as const),
  text.map((said) => ['response.completed', { text: said }] as const),
  path.map((changed) => ['file.changed', { path: changed, change: 'edited' }] as const),
)

test('a brief never exceeds its budget for any recorded events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fact, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 70, max: 2000 }),
      fc.option(text, { nil: undefined }),
      async (sessions, budget, prompt) => {
        const world = new TestWorld()
        for (const facts of sessions) {
          const id = await world.advance(MINUTE).startSession()
          for (const [type, data] of facts)
            await record(world, id, [eventOfType(type, data, world.advance(1000).time)])
        }
        await refreshIndex(world)
        const found = await composeBrief(world, { budget, ...(prompt !== undefined && { prompt }) })
        expect(found?.tokens ?? 0).toBeLessThanOrEqual(budget)
        expect(world.countTokens(found?.text ?? '')).toBeLessThanOrEqual(found?.tokens ?? 0)
      },
    ),
    { numRuns: 60 },
  )
})
