import { expect, test } from 'vitest'
import { AGENTS, replyIn, SAYS } from './agent-says.ts'
import { hookDesk, type Manner, requireUnnoticed } from './hook-desk.ts'
import { anyPrompt, promptsArrive } from './prompts.ts'

const KINDS: readonly [string, Manner][] = [
  ['pipe', { through: 'pipe' }],
  ['socket', {}],
]

test('a client that never closes its end does not block the hook', async () => {
  const desks = await Promise.all(KINDS.map(() => hookDesk()))
  await Promise.all(
    KINDS.map(async ([, kind], index) => {
      const at = desks[index]
      if (at) await promptsArrive(at, 'log', { ...kind, staysOpen: true })
    }),
  )
})

test('a client that sends nothing does not block the hook', async () => {
  const at = await hookDesk()
  const all = AGENTS.flatMap((agent) => KINDS.map(([, kind]) => ({ agent, kind })))
  await Promise.all(
    all.map(async ({ agent, kind }) => {
      const heard = await at.hook(agent, '', { ...kind, staysOpen: true })
      requireUnnoticed(heard)
      expect(replyIn(agent, heard.out)).toBeUndefined()
    }),
  )
})

// On a stalled machine the hook's time may run out.
test.each(KINDS)('64 MB through a %s break no pipe and go to quarantine', { retry: 2 }, async (_, kind) => {
  const at = await hookDesk()
  const long = `marked ${'words '.repeat(11e6)}`
  requireUnnoticed(await at.hook('codex', SAYS.codex.prompt({ session: 'x', folder: at.folder }, long), kind))
  await anyPrompt(at)
  expect(await at.whereabouts('marked')).toBe('quarantine')
})

test.each<[string, string | Buffer, string]>([
  ['nothing', '', 'nowhere'],
  ['garbage', 'garbage {]}', 'quarantine'],
  ['half of a payload', '{"session_id":"garbage', 'quarantine'],
  ['no text at all', Buffer.from([0xff, 0xfe, 0, 0x80, ...Buffer.from('garbage')]), 'quarantine'],
])('%s gets an empty reply', async (_, payload, where) => {
  const at = await hookDesk()
  await Promise.all(
    AGENTS.map(async (agent) => {
      const heard = await at.hook(agent, payload)
      requireUnnoticed(heard)
      expect(replyIn(agent, heard.out)).toBeUndefined()
    }),
  )
  await anyPrompt(at)
  expect(await at.whereabouts('garbage')).toBe(where)
  expect(at.spooled('quarantine')).toHaveLength(where === 'quarantine' ? AGENTS.length : 0)
})

test('an invalid byte costs one character, not the prompt', async () => {
  const at = await hookDesk()
  const said = JSON.stringify(SAYS.codex.prompt({ session: 'x', folder: at.folder }, 'marked @ words'))
  const bytes = Buffer.from(said)
  bytes[bytes.indexOf('@')] = 0xe9
  requireUnnoticed(await at.hook('codex', bytes))
  expect(await at.whereabouts('marked \ufffd words')).toBe('log')
})
