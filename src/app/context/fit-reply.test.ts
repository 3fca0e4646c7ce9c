import { expect, test } from 'vitest'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { withhold } from './fit-reply.ts'

const RULES = {
  text: '- one\n- two\n- three',
  told: ['mem_1', 'mem_2', 'mem_3'],
  left: 0,
  notices: [{ rule: 'mem_2', quote: 'one', text: 'two is new' }],
}
const sessions: readonly SessionId[] = Array.from({ length: 400 }, (_, n) =>
  derivedId('ses', 'test', String(n)),
)

test('no rules are withheld by default', () => {
  for (const session of sessions)
    expect(withhold(RULES, { session, share: 0 })).toEqual({ rules: RULES, withheld: [] })
})

test('each rule is withheld from about the configured share of sessions, independently of other rules', () => {
  const withheld = sessions.map((session) => withhold(RULES, { session, share: 0.3 }).withheld)
  for (const id of RULES.told) {
    const share = withheld.filter((ids) => ids.includes(id)).length / sessions.length
    expect(share).toBeGreaterThan(0.22)
    expect(share).toBeLessThan(0.38)
  }
  expect(new Set(withheld.map((ids) => ids.join())).size).toBe(8)
})

test('a session always gets the same rules, and each rule is either given or withheld', () => {
  for (const session of sessions.slice(0, 50)) {
    const { rules, withheld } = withhold(RULES, { session, share: 0.5 })
    expect(withhold(RULES, { session, share: 0.5 })).toEqual({ ...(rules && { rules }), withheld })
    const lines = rules?.text.split('\n') ?? []
    expect(lines).toHaveLength(RULES.told.length - withheld.length)
    expect(rules?.notices.length ?? 0).toBe(rules?.told.includes('mem_2') ? 1 : 0)
    expect([...(rules?.told ?? []), ...withheld].toSorted()).toEqual(RULES.told)
    expect(lines).toEqual(
      RULES.text.split('\n').filter((_, at) => rules?.told.includes(RULES.told[at] ?? '')),
    )
  }
})
