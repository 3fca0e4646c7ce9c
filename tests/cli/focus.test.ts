import { expect, test } from 'vitest'
import { PAYLOADS } from '../hook/agent-payloads.ts'
import { createHookSandbox } from '../hook/hook-sandbox.ts'
import { agent } from '../mcp/client.ts'

test('C6: session status, its JSON output, brief --format session and MCP show the names, tools and task of a session recorded by hooks', async () => {
  const at = await createHookSandbox()
  const where = { session: 'first', folder: at.folder }
  const claude = PAYLOADS['claude-code']
  await at.hook('claude-code', claude.start(where))
  await at.hook('claude-code', claude.prompt(where, 'Move src/cart.ts from Redis to Stripe, see #12'))
  await at.hook('claude-code', claude.tool(where, 'built'))
  const { focus, session } = await at.json(['session', 'status'])
  expect(focus).toEqual({
    task: 'Move src/cart.ts from Redis to Stripe, see #12',
    directory: at.folder,
    files: [],
    tools: ['Bash'],
    entities: ['src/cart.ts', 'Redis', 'Stripe', '#12'],
  })
  const { out } = await at.run(['session', 'status'])
  expect(out).toMatch(/^ {2}tools +Bash$/m)
  expect(out).toMatch(/^ {2}mentioned +src\/cart\.ts, Redis, Stripe, #12$/m)
  const context = (await at.run(['brief', '--format', 'session'])).out
  expect(context).toMatch(
    /^\[SESSION CONTEXT\]\nSession: \w{8} \| Duration: .+ \| Events: \d+\nCurrent task: Move src/,
  )
  expect(context).toContain('[END SESSION]')
  expect(await at.json(['brief', '--format', 'session'])).toEqual({
    session: session.id,
    text: context.trimEnd(),
  })
  const mcp = await agent(at)
  const status = JSON.stringify(await mcp.call('session_status', { session: session.id }))
  expect(status).toContain('mentioned in prompts: src/cart.ts, Redis, Stripe, #12')
  expect(status).toContain('recent tools: Bash')
})

test('S2: brief --format session says that no session is open', async () => {
  const at = await createHookSandbox()
  expect(await at.run(['brief', '--format', 'session'])).toMatchObject({
    code: 0,
    out: '',
    err: expect.stringContaining('No open session in app.'),
  })
})
