import { spawn } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { derivedId } from '../../src/event/identity.ts'
import { gitRepository } from '../support/git.ts'
import { createSandbox, type Sandbox } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { agent } from './client.ts'

const CLAUDE = { CLAUDE_CODE_SESSION_ID: '0b1f7c2e-aaaa-bbbb-cccc-000000000001' }
const CLAUDES = derivedId('ses', 'claude-code', CLAUDE.CLAUDE_CODE_SESSION_ID)

const started = async (here: Sandbox, ...words: readonly string[]): Promise<string> =>
  (await here.json(['session', 'start', ...words])).session.id

/** The session that a note goes to. */
async function noted(server: Awaited<ReturnType<typeof agent>>, text = 'a thought'): Promise<unknown> {
  return (await server.call('pin_fact', { text })).structuredContent?.session
}

describe('a note goes', () => {
  test('to the session that Claude Code names, which is started under that name when nobody has', async () => {
    const here = await createSandbox()
    await started(here, '--agent', 'person')
    const claude = await agent(here, { env: CLAUDE })
    expect(await noted(claude)).toBe(CLAUDES)
    expect(await noted(claude, 'another')).toBe(CLAUDES)
    const { session } = await here.json(['session', 'show', CLAUDES])
    expect([session.agent, session.state]).toEqual(['claude-code', 'active'])
    expect(session.process).toEqual({ pid: process.pid, evidence: 'alive' })
  })

  test('to the session of the process that started the server, before any other', async () => {
    const here = await createSandbox()
    const mine = await started(here, '--agent', 'codex', '--pid', String(process.pid))
    const later = spawn('sleep', ['60'])
    await started(here, '--agent', 'codex', '--pid', String(later.pid))
    expect(await noted(await agent(here))).toBe(mine)
    later.kill()
  })

  test('to the new session of the same process when the one that Claude Code named has ended', async () => {
    const here = await createSandbox()
    const claude = await agent(here, { env: CLAUDE })
    expect(await noted(claude)).toBe(CLAUDES)
    await here.json(['session', 'end', CLAUDES])
    const next = await started(here, '--agent', 'claude-code', '--pid', String(process.pid))
    expect(await noted(claude, 'another')).toBe(next)
  })

  test('to the last open session of this checkout', async () => {
    const here = await createSandbox()
    await started(here, '--agent', 'person')
    const last = await started(here, '--agent', 'person')
    expect(await noted(await agent(here))).toBe(last)
  })

  test('to a new session named after the client, which ends when the client goes', async () => {
    const here = await createSandbox()
    const codex = await agent(here, { name: 'codex-mcp-client' })
    const id = String(await noted(codex))
    expect((await here.json(['session', 'status'])).session).toMatchObject({ id, agent: 'codex' })
    await codex.close()
    const { session } = await here.json(['session', 'show', id])
    expect([session.state, session.endedBy]).toEqual(['ended', 'exit'])
  })

  test('to the session that this server started, though it has ended meanwhile', async () => {
    const here = await createSandbox()
    const codex = await agent(here)
    const id = String(await noted(codex))
    await here.json(['session', 'end', id])
    expect(await noted(codex, 'another')).toBe(id)
    expect((await here.json(['session', 'show', id])).session.state).toBe('active')
  })
})

test('a session of another project is left alone, though Claude Code names it', async () => {
  const here = await createSandbox()
  expect(await noted(await agent(here, { env: CLAUDE }))).toBe(CLAUDES)
  const elsewhere = await agent(here, { env: CLAUDE, folder: gitRepository(temporaryFolder()) })
  expect(await noted(elsewhere)).not.toBe(CLAUDES)
})

test('a session that somebody else started outlives the server', async () => {
  const here = await createSandbox()
  const id = await started(here, '--agent', 'claude-code', '--pid', String(process.pid))
  const server = await agent(here)
  expect(await noted(server)).toBe(id)
  await server.close()
  expect((await here.json(['session', 'status'])).session).toMatchObject({ id, state: 'active' })
})

test('reading starts no session', async () => {
  const here = await createSandbox()
  const { text } = await agent(here, { env: CLAUDE })
  for (const tool of ['brief', 'session_status', 'session_list']) await text(tool)
  expect((await here.json(['session', 'list', '--all'])).sessions).toEqual([])
})
