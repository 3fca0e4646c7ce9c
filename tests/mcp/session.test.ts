import { spawn } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { derivedId } from '../../src/event/identity.ts'
import { gitRepository } from '../support/git.ts'
import { createSandbox, type Sandbox } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { agent } from './client.ts'

const CLAUDE = { CLAUDE_CODE_SESSION_ID: '0b1f7c2e-aaaa-bbbb-cccc-000000000001' }
const CLAUDES = derivedId('ses', 'claude-code', CLAUDE.CLAUDE_CODE_SESSION_ID)

const startSession = async (here: Sandbox, ...words: readonly string[]): Promise<string> =>
  (await here.json(['session', 'start', ...words])).session.id

/** Records a note and returns its session. */
async function sessionOfNote(
  server: Awaited<ReturnType<typeof agent>>,
  text = 'a thought',
): Promise<unknown> {
  return (await server.call('pin_fact', { text })).structuredContent?.session
}

describe('choosing the session for a note', () => {
  test('a note goes into the session with the id from Claude Code, which is started if necessary', async () => {
    const here = await createSandbox()
    await startSession(here, '--agent', 'person')
    const claude = await agent(here, { env: CLAUDE })
    expect(await sessionOfNote(claude)).toBe(CLAUDES)
    expect(await sessionOfNote(claude, 'another')).toBe(CLAUDES)
    const { session } = await here.json(['session', 'show', CLAUDES])
    expect([session.agent, session.state]).toEqual(['claude-code', 'active'])
    expect(session.process).toEqual({ pid: process.pid, evidence: 'alive' })
  })

  test('a note goes into the session of the process that started the server', async () => {
    const here = await createSandbox()
    const mine = await startSession(here, '--agent', 'codex', '--pid', String(process.pid))
    const later = spawn('sleep', ['60'])
    await startSession(here, '--agent', 'codex', '--pid', String(later.pid))
    expect(await sessionOfNote(await agent(here))).toBe(mine)
    later.kill()
  })

  test('a note goes into the new session of the same process if the session from Claude Code has ended', async () => {
    const here = await createSandbox()
    const claude = await agent(here, { env: CLAUDE })
    expect(await sessionOfNote(claude)).toBe(CLAUDES)
    await here.json(['session', 'end', CLAUDES])
    const next = await startSession(here, '--agent', 'claude-code', '--pid', String(process.pid))
    expect(await sessionOfNote(claude, 'another')).toBe(next)
  })

  test('a note goes into the last open session of this checkout', async () => {
    const here = await createSandbox()
    await startSession(here, '--agent', 'person')
    const last = await startSession(here, '--agent', 'person')
    expect(await sessionOfNote(await agent(here))).toBe(last)
  })

  test('a note goes into a new session of the client, which ends when the client disconnects', async () => {
    const here = await createSandbox()
    const codex = await agent(here, { name: 'codex-mcp-client' })
    const id = String(await sessionOfNote(codex))
    expect((await here.json(['session', 'status'])).session).toMatchObject({ id, agent: 'codex' })
    await codex.close()
    const { session } = await here.json(['session', 'show', id])
    expect([session.state, session.endedBy]).toEqual(['ended', 'exit'])
  })

  test('a note goes into the session that this server started, even if that session has ended', async () => {
    const here = await createSandbox()
    const codex = await agent(here)
    const id = String(await sessionOfNote(codex))
    await here.json(['session', 'end', id])
    expect(await sessionOfNote(codex, 'another')).toBe(id)
    expect((await here.json(['session', 'show', id])).session.state).toBe('active')
  })
})

test('a session of another project is not used even if Claude Code passes its id', async () => {
  const here = await createSandbox()
  expect(await sessionOfNote(await agent(here, { env: CLAUDE }))).toBe(CLAUDES)
  const elsewhere = await agent(here, { env: CLAUDE, folder: gitRepository(temporaryFolder()) })
  expect(await sessionOfNote(elsewhere)).not.toBe(CLAUDES)
})

test('the server does not end a session that it did not start', async () => {
  const here = await createSandbox()
  const id = await startSession(here, '--agent', 'claude-code', '--pid', String(process.pid))
  const server = await agent(here)
  expect(await sessionOfNote(server)).toBe(id)
  await server.close()
  expect((await here.json(['session', 'status'])).session).toMatchObject({ id, state: 'active' })
})

test('a tool that only reads starts no session', async () => {
  const here = await createSandbox()
  const { text } = await agent(here, { env: CLAUDE })
  for (const tool of ['brief', 'session_status', 'session_list']) await text(tool)
  expect((await here.json(['session', 'list', '--all'])).sessions).toEqual([])
})
