import { expect, test } from 'vitest'
import { PAYLOADS, replyText } from './agent-payloads.ts'
import { createHookSandbox } from './hook-sandbox.ts'

const AGENT = 'claude-code'
const SESSIONS = Array.from({ length: 8 }, (_, n) => `session-${n}`)

test('memory.withhold omits rules from some briefs at random and records the omitted rules', async () => {
  const at = await createHookSandbox()
  const { id } = await at.json(['memory', 'add', 'Use pnpm, never npm.', '--everywhere'])
  const hasRule = async (session: string, env: Record<string, string>): Promise<boolean> => {
    const start = PAYLOADS[AGENT].start({ session, folder: at.folder })
    const { out } = await at.hook(AGENT, start, { env })
    return (replyText(AGENT, out) ?? '').includes('Use pnpm')
  }
  const half = { LEFTOFF_MEMORY_WITHHOLD: '0.5' }
  const outcomes = new Map<string, boolean>()
  for (const session of SESSIONS) outcomes.set(session, await hasRule(session, half))
  expect(new Set(outcomes.values()), 'some briefs have the rule, some do not').toEqual(new Set([true, false]))
  const briefs = (await at.ingestedEvents())
    .filter(({ type }) => type === 'brief.given')
    .map(({ data }) => data)
  expect(briefs).toHaveLength(SESSIONS.length)
  const isNamed = (ids: unknown): boolean => Array.isArray(ids) && ids.includes(id)
  expect(briefs.filter((data) => isNamed(data?.withheld))).toHaveLength(
    [...outcomes.values()].filter((was) => !was).length,
  )
  for (const data of briefs) expect(isNamed(data?.told)).toBe(!isNamed(data?.withheld))
  expect(await hasRule('another', {})).toBe(true)
})
