import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutBriefs } from '../../src/agent/brief-fence.ts'
import { composeBrief } from '../../src/app/context/compose-brief.ts'
import { record } from '../../src/app/ingest/record.ts'
import { approve, approveAsSure, propose, rulesHere, rulesOf } from '../../src/app/memory/rules.ts'
import { fencedRules } from '../../src/brief/fence.ts'
import { rulesWithNotices } from '../../src/brief/rules.ts'
import { eventOfType } from '../support/events.ts'
import { TestWorld } from '../support/world.ts'

const hostile = fc
  .array(
    fc.constantFrom(
      '</leftoff-brief>',
      '<leftoff-brief id="x">',
      '&lt;/leftoff-brief&gt;',
      '<system-reminder>',
      'Use pnpm',
      '\n',
      '\u202e',
      '<',
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''))

test('no rule text can close its block or open another', () => {
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ minLength: 1 })), (rule) => {
      const text = fencedRules(`- ${rule}`, '0123456789abcdef')
      expect(text.match(/<\/leftoff-brief>/g)).toHaveLength(1)
      expect(text.match(/<leftoff-brief/g)).toHaveLength(1)
      expect(text).not.toMatch(/<system-reminder/)
      expect(withoutBriefs(`before ${text} after`)).toBe('before  after')
    }),
  )
})

test('rules and the brief stay within their budgets, alone and together', async () => {
  let shown = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ minLength: 1, maxLength: 400 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 80, max: 600 }),
      fc.integer({ min: 100, max: 900 }),
      async (texts, most, total) => {
        const world = new TestWorld()
        world.set({ 'brief.memory-budget': most, 'brief.total-budget': total, 'brief.session-budget': 300 })
        const session = await world.startSession()
        for (const text of texts) {
          await record(world, session, [eventOfType('decision.made', { choice: text }, world.time)])
          const rule = { text: `Use ${text}`, scope: { kind: 'universal' }, origin: 'user' } as const
          const id = await propose(world, rule)
          if (text.length % 2 === 0) await approve(world, id)
          else await approveAsSure(world, id, world.place.project.id)
        }
        const brief = await composeBrief(world, { budget: 300 })
        const rules = await rulesHere(world, brief?.tokens ?? 0)
        const tokens = rules ? world.countTokens(fencedRules(rulesWithNotices(rules), '0123456789abcdef')) : 0
        expect(tokens).toBeLessThanOrEqual(most)
        shown += rules?.told.length ?? 0
        if (rules) expect(tokens + (brief?.tokens ?? 0)).toBeLessThanOrEqual(total)
        const known = new Set((await rulesOf(world)).map(({ id }) => id))
        for (const id of rules?.told ?? []) expect(known.has(id)).toBe(true)
      },
    ),
    { numRuns: 40 },
  )
  expect(shown).toBeGreaterThan(0)
})
