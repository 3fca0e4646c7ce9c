import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Maildir } from '../../src/spool/maildir.ts'
import { agent } from '../mcp/client.ts'
import { PAYLOADS } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'

const payloads = PAYLOADS['claude-code']
const AGENT = 'claude-code'

/** A session with one turn and an empty spool. */
async function sessionWithTurn(): Promise<{ at: HookSandbox; where: { session: string; folder: string } }> {
  const at = await createHookSandbox()
  const where = { session: 'first', folder: at.folder }
  await at.hook(AGENT, payloads.start(where))
  await at.hook(AGENT, payloads.prompt(where, 'hello'))
  await at.hook(AGENT, stop(where, 'hello to you'))
  await at.ingestedEvents()
  return { at, where }
}

const stop = (where: { session: string; folder: string }, text: string): object => ({
  ...payloads.end(where),
  hook_event_name: 'Stop',
  last_assistant_message: text,
})

describe('a turn', () => {
  test('a turn is stored without secrets', async () => {
    const { at, where } = await sessionWithTurn()
    const secret = `ghp_${'aB3dE6gH9'.repeat(4)}`
    await at.hook(AGENT, payloads.prompt(where, `push it with ${secret}`))
    expect(JSON.stringify(await at.events())).toContain('push it with [redacted:')
    expect(at.spooled()).toEqual([])
  })

  test('a turn is stored without the secrets of its project, even if the spool is drained from another folder', async () => {
    const { at, where } = await sessionWithTurn()
    writeFileSync(join(at.folder, '.env'), 'DEPLOY_PASSWORD=correct horse battery staple\n')
    const prompt = payloads.prompt(where, 'deploy with correct horse battery staple')
    await new Maildir(`${at.home}/spool`).deliver(AGENT, JSON.stringify(prompt))
    await at.run(['session', 'list', '--all'], { folder: at.root })
    expect(at.spooled()).toEqual([])
    expect(JSON.stringify(await at.events())).toContain('deploy with [redacted:')
  })

  test('a turn is stored in order, whether hooks ran or the shell spooled its events', async () => {
    const { at, where } = await sessionWithTurn()
    const spool = new Maildir(`${at.home}/spool`)
    await at.hook(AGENT, payloads.prompt(where, 'one'))
    await spool.deliver(AGENT, JSON.stringify(payloads.tool(where, 'two')))
    await at.hook(AGENT, stop(where, 'three'))
    await at.hook(AGENT, payloads.prompt(where, 'four'))
    await spool.deliver(AGENT, JSON.stringify(payloads.tool(where, 'five')))
    const types = (await at.ingestedEvents())
      .map(({ type }) => type)
      .filter((type) => !type.startsWith('session.'))
    expect(types.slice(2)).toEqual([
      'prompt.submitted',
      'tool.returned',
      'response.completed',
      'prompt.submitted',
      'tool.returned',
    ])
  })

  test('a turn marks the previous turn as interrupted if that turn had no answer yet', async () => {
    const { at, where } = await sessionWithTurn()
    await at.hook(AGENT, payloads.prompt(where, 'paint the shed'))
    await at.hook(AGENT, payloads.prompt(where, 'no, paint the boat'))
    const types = (await at.ingestedEvents()).map(({ type }) => type)
    expect(types.filter((type) => type === 'turn.interrupted')).toHaveLength(1)
  })

  test('a turn is stored once if it is delivered twice, concurrently or through the spool', async () => {
    const { at, where } = await sessionWithTurn()
    const prompt = payloads.prompt(where, 'paint the shed')
    await Promise.all([at.hook(AGENT, prompt), at.hook(AGENT, prompt)])
    await new Maildir(`${at.home}/spool`).deliver(AGENT, JSON.stringify(prompt))
    const types = (await at.ingestedEvents()).map(({ type }) => type)
    expect(types.filter((type) => type === 'prompt.submitted')).toHaveLength(2)
    expect(at.spooled('quarantine')).toEqual([])
  })

  test('a turn of an unknown session starts that session', async () => {
    const at = await createHookSandbox()
    await at.hook(AGENT, payloads.prompt({ session: 'unknown', folder: at.folder }, 'paint the shed'))
    expect((await at.events()).map(({ type }) => type)).toEqual(['session.started', 'prompt.submitted'])
  })
})

test('the MCP server drains the spool without being called', async () => {
  const { at, where } = await sessionWithTurn()
  await agent(at)
  const prompt = payloads.prompt(where, 'paint the shed')
  await new Maildir(`${at.home}/spool`).deliver(AGENT, JSON.stringify(prompt))
  await expect.poll(() => at.spooled(), { timeout: 15_000, interval: 100 }).toEqual([])
  expect(await at.locate('paint the shed')).toBe('log')
})

test('context usage is read from the end of the transcript when a turn ends', async () => {
  const { at, where } = await sessionWithTurn()
  const folder = join(at.root, 'user', '.claude', 'projects', 'app')
  mkdirSync(folder, { recursive: true })
  const transcript = join(folder, 'first.jsonl')
  const usage = { input_tokens: 1000, cache_read_input_tokens: 120_000, cache_creation_input_tokens: 500 }
  const message = { role: 'assistant', model: 'claude-opus-4', usage, content: [{ type: 'text', text: 'x' }] }
  writeFileSync(transcript, `${JSON.stringify({ type: 'assistant', sessionId: 'first', message })}\n`)
  await at.hook(AGENT, payloads.prompt(where, 'paint the shed'))
  await at.hook(AGENT, { ...stop(where, 'painted'), transcript_path: transcript })
  const found = (await at.ingestedEvents()).find(({ type }) => type === 'context.measured')
  expect(found?.data?.used).toBe(121_500)
})
