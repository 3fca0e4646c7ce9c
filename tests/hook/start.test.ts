import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Maildir } from '../../src/spool/maildir.ts'
import { PAYLOADS, replyText } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'

const payloads = PAYLOADS['claude-code']
const AGENT = 'claude-code'

const where = (at: HookSandbox, session: string) => ({ session, folder: at.folder })

async function startSession(at: HookSandbox, session: string, source?: string): Promise<string> {
  const { out } = await at.hook(AGENT, payloads.start(where(at, session), source))
  return replyText(AGENT, out) ?? ''
}

/** The pid of a process that has ended. */
const deadPid = (): string => String(spawnSync('true').pid)

/** A session with one prompt. */
async function runSession(at: HookSandbox, session: string, env: Record<string, string> = {}): Promise<void> {
  await at.hook(AGENT, payloads.start(where(at, session)), { env })
  await at.hook(AGENT, payloads.prompt(where(at, session), 'paint the shed'), { env })
}

const editPayload = (at: HookSandbox, session: string, file: string): object => ({
  ...payloads.tool(where(at, session), 'edit'),
  tool_name: 'Write',
  tool_input: { file_path: file, content: 'red' },
  tool_response: { type: 'create', filePath: file },
})

/** Spools an event, as the shell does when no answer is needed. */
async function spoolPayload(at: HookSandbox, payload: object): Promise<void> {
  await new Maildir(`${at.home}/spool`).deliver(AGENT, JSON.stringify(payload))
}

const typesOf = async (at: HookSandbox): Promise<readonly string[]> =>
  (await at.ingestedEvents()).map(({ type }) => type)

describe('hooks that are installed twice', () => {
  test('hooks that are installed twice deliver one brief, whether they run at the same time or one after the other', async () => {
    const at = await createHookSandbox()
    await runSession(at, 'first')
    const both = await Promise.all([startSession(at, 'second'), startSession(at, 'second')])
    expect(both.filter((text) => text.includes('paint the shed'))).toHaveLength(1)
    expect(await startSession(at, 'second')).toBe('')
    expect(await startSession(at, 'third')).toContain('paint the shed')
    expect((await at.events()).filter(({ type }) => type === 'session.started')).toHaveLength(3)
  })
})

describe('the start of a session', () => {
  test('a start records the session and replies with a brief of the last one', async () => {
    const at = await createHookSandbox()
    await runSession(at, 'first')
    expect(await startSession(at, 'second')).toContain('paint the shed')
    expect((await at.events()).filter(({ type }) => type === 'session.started')).toHaveLength(2)
    expect(at.spooled()).toEqual([])
  })

  test('a start gets a brief about a session that ended a moment ago and is not indexed yet', async () => {
    const at = await createHookSandbox()
    await runSession(at, 'first', { CLAUDE_PID: String(process.pid) })
    await spoolPayload(at, payloads.end(where(at, 'first')))
    const brief = await startSession(at, 'second')
    expect(brief).toContain('paint the shed')
    expect(brief).not.toContain('Other sessions')
  })

  test('a start lists other active sessions in the project', async () => {
    const at = await createHookSandbox()
    await runSession(at, 'first', { CLAUDE_PID: String(process.pid) })
    expect(await startSession(at, 'second')).toContain('Other sessions')
  })

  test('a start detects that the session before it has crashed', async () => {
    const at = await createHookSandbox()
    const agent = spawn('sleep', ['600'])
    await runSession(at, 'first', { CLAUDE_PID: String(agent.pid) })
    agent.kill('SIGKILL')
    await once(agent, 'exit')
    expect(await startSession(at, 'second')).toContain('paint the shed')
    expect(await typesOf(at)).toContain('session.crashed')
  })

  test('a start reports files that were edited or deleted since the last session', async () => {
    const at = await createHookSandbox()
    const file = join(at.folder, 'shed.ts')
    writeFileSync(file, 'red')
    await runSession(at, 'first')
    await at.hook(AGENT, editPayload(at, 'first', file))
    await at.hook(AGENT, {
      ...payloads.end(where(at, 'first')),
      hook_event_name: 'Stop',
      last_assistant_message: 'ok',
    })
    await sleep(150)
    expect(await startSession(at, 'second')).not.toContain('edited since')
    writeFileSync(file, 'green as a frog')
    const brief = await startSession(at, 'third')
    expect(brief).toMatch(/shed\.ts.*edited since/)
    rmSync(file)
    expect(await startSession(at, 'fourth')).toContain('Deleted since: shed.ts')
  })

  test('a start is recorded and gets no brief in an empty data folder', async () => {
    const at = await createHookSandbox()
    expect(await startSession(at, 'first')).toBe('')
    expect(await typesOf(at)).toEqual(['session.started'])
  })

  test('a start is recorded once if it is delivered twice', async () => {
    const at = await createHookSandbox()
    await startSession(at, 'first')
    await startSession(at, 'first')
    expect((await typesOf(at)).filter((type) => type === 'session.started')).toHaveLength(1)
    expect(at.spooled('quarantine')).toEqual([])
  })

  test('each of twelve starts is recorded and gets a brief', async () => {
    const at = await createHookSandbox()
    await runSession(at, 'first')
    for (let i = 0; i < 12; i += 1) expect(await startSession(at, `next ${i}`)).toContain('paint the shed')
    expect((await typesOf(at)).filter((type) => type === 'session.started')).toHaveLength(13)
    expect(at.spooled('quarantine')).toEqual([])
  })

  test('a start resumes the session if its id is known', async () => {
    const at = await createHookSandbox()
    await runSession(at, 'first')
    await at.hook(AGENT, payloads.end(where(at, 'first')))
    expect(await startSession(at, 'first', 'resume')).toContain('paint the shed')
    expect(await typesOf(at)).toContain('session.resumed')
  })
})

describe('spooled events at the start of a session', () => {
  test('a session whose end is still in the spool is not mistaken for a crashed session', async () => {
    const at = await createHookSandbox()
    await runSession(at, 'first', { CLAUDE_PID: deadPid() })
    await spoolPayload(at, payloads.end(where(at, 'first')))
    const brief = await startSession(at, 'second')
    expect(brief).toContain('paint the shed')
    expect(brief).not.toContain('crashed')
    expect(await typesOf(at)).toContain('session.ended')
    expect(await typesOf(at)).not.toContain('session.crashed')
  })

  test('spooled events are ingested before the brief is composed', async () => {
    const at = await createHookSandbox()
    await runSession(at, 'first')
    await spoolPayload(at, payloads.prompt(where(at, 'first'), 'no, paint the boat'))
    expect(await startSession(at, 'second')).toContain('paint the boat')
  })

  test('spooled events may contain invalid data', async () => {
    const at = await createHookSandbox()
    await runSession(at, 'first')
    const spool = new Maildir(`${at.home}/spool`)
    for (const payload of ['', '{', '[]', '{"session":1,"events":[{}]}', 'x'.repeat(20_000)]) {
      await spool.deliver('leftoff', payload)
      await spool.deliver(AGENT, payload)
      expect(await startSession(at, `after ${payload.slice(0, 9)}`)).toContain('paint the shed')
    }
  })
})
