import { expect, test } from 'vitest'
import { PAYLOADS, replyText } from './agent-payloads.ts'
import { createHookSandbox } from './hook-sandbox.ts'

const AGENT = 'claude-code'
const SESSIONS = Array.from({ length: 8 }, (_, n) => `session-${n}`)

test('a rule that is withheld by chance is not told, and the session says so; without the setting all are told', async () => {
  const at = await createHookSandbox()
  const { id } = await at.json(['memory', 'add', 'Use pnpm, never npm.', '--everywhere'])
  const told = async (session: string, env: Record<string, string>): Promise<boolean> => {
    const start = PAYLOADS[AGENT].start({ session, folder: at.folder })
    const { out } = await at.hook(AGENT, start, { env })
    return (replyText(AGENT, out) ?? '').includes('Use pnpm')
  }
  const half = { LEFTOFF_MEMORY_WITHHOLD: '0.5' }
  const heard = new Map<string, boolean>()
  for (const session of SESSIONS) heard.set(session, await told(session, half))
  expect(new Set(heard.values()), 'some are told, some are not').toEqual(new Set([true, false]))
  const given = (await at.ingestedEvents())
    .filter(({ type }) => type === 'brief.given')
    .map(({ data }) => data)
  expect(given).toHaveLength(SESSIONS.length)
  const isNamed = (ids: unknown): boolean => Array.isArray(ids) && ids.includes(id)
  expect(given.filter((data) => isNamed(data?.withheld))).toHaveLength(
    [...heard.values()].filter((was) => !was).length,
  )
  for (const data of given) expect(isNamed(data?.told)).toBe(!isNamed(data?.withheld))
  expect(await told('another', {})).toBe(true)
})
