import { expect, test } from 'vitest'
import { AGENTS, PAYLOADS, replyText } from './agent-payloads.ts'
import { createHookSandbox, expectUndisturbed, type HookRunOptions } from './hook-sandbox.ts'
import { expectPromptsIn, sendPrompt } from './prompts.ts'

const KINDS: readonly [string, HookRunOptions][] = [
  ['pipe', { through: 'pipe' }],
  ['socket', {}],
]

test('a client that never closes its end of the pipe does not block the hook', async () => {
  const sandboxes = await Promise.all(KINDS.map(() => createHookSandbox()))
  await Promise.all(
    KINDS.map(async ([, kind], index) => {
      const at = sandboxes[index]
      if (at) await expectPromptsIn(at, 'log', { ...kind, staysOpen: true })
    }),
  )
})

test('a client that sends nothing does not block the hook', async () => {
  const at = await createHookSandbox()
  const all = AGENTS.flatMap((agent) => KINDS.map(([, kind]) => ({ agent, kind })))
  await Promise.all(
    all.map(async ({ agent, kind }) => {
      const result = await at.hook(agent, '', { ...kind, staysOpen: true })
      expectUndisturbed(result)
      expect(replyText(agent, result.out)).toBeUndefined()
    }),
  )
})

// On an overloaded machine the hook may time out.
test.each(KINDS)(
  'a 64 MB payload sent through a %s is read to the end and quarantined',
  { retry: 2 },
  async (_, kind) => {
    const at = await createHookSandbox()
    const long = `marked ${'words '.repeat(11e6)}`
    expectUndisturbed(
      await at.hook('codex', PAYLOADS.codex.prompt({ session: 'x', folder: at.folder }, long), kind),
    )
    await sendPrompt(at)
    expect(await at.locate('marked')).toBe('quarantine')
  },
)

test.each<[string, string | Buffer, string]>([
  ['empty', '', 'nowhere'],
  ['garbage', 'garbage {]}', 'quarantine'],
  ['half of a payload', '{"session_id":"garbage', 'quarantine'],
  ['binary data', Buffer.from([0xff, 0xfe, 0, 0x80, ...Buffer.from('garbage')]), 'quarantine'],
])('an invalid payload (%s) gets an empty reply', async (_, payload, where) => {
  const at = await createHookSandbox()
  await Promise.all(
    AGENTS.map(async (agent) => {
      const result = await at.hook(agent, payload)
      expectUndisturbed(result)
      expect(replyText(agent, result.out)).toBeUndefined()
    }),
  )
  await sendPrompt(at)
  expect(await at.locate('garbage')).toBe(where)
  expect(at.spooled('quarantine')).toHaveLength(where === 'quarantine' ? AGENTS.length : 0)
})

test('an invalid byte damages only one character of the prompt', async () => {
  const at = await createHookSandbox()
  const payload = JSON.stringify(PAYLOADS.codex.prompt({ session: 'x', folder: at.folder }, 'marked @ words'))
  const bytes = Buffer.from(payload)
  bytes[bytes.indexOf('@')] = 0xe9
  expectUndisturbed(await at.hook('codex', bytes))
  expect(await at.locate('marked \ufffd words')).toBe('log')
})
