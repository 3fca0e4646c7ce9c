import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { claudeCode } from '../../src/agent/claude-code/index.ts'
import type { StoredEvent } from '../../src/event/define.ts'
import { ancestors, processRef } from '../../src/host/process.ts'
import { PAYLOADS, replyText } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'

const payloads = PAYLOADS['claude-code']
/** When an agent runs these tests, it is an ancestor of every hook in them. */
const isBelowClient = ancestors().some(({ command }) => claudeCode.isProcess(command.filter(Boolean)))

/** Runs a hook through a shell and keeps running, like a client. It is detected by its program name. */
const CLIENT = `
const { spawnSync } = require('node:child_process')
const [command, payload] = process.argv.slice(1)
spawnSync('sh', ['-c', '"$0" "$1" hook claude-code; exit 0', process.execPath, command], { input: payload })
console.log('ready')
setInterval(() => {}, 1000)
`

async function startClient(
  at: HookSandbox,
  name: string,
  payload: object,
): Promise<ReturnType<typeof spawn>> {
  const program = join(at.root, name)
  symlinkSync(process.execPath, program)
  const env = { PATH: process.env.PATH, HOME: join(at.root, 'user'), LEFTOFF_HOME: at.home }
  const child = spawn(program, ['-e', CLIENT, at.command, JSON.stringify(payload)], { cwd: at.folder, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ReturnType<typeof spawn>): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

const recordedProcess = (events: readonly StoredEvent[]): unknown =>
  events.find(({ type }) => type === 'session.started')?.data?.process

const crashes = async (at: HookSandbox): Promise<readonly unknown[]> =>
  (await at.events()).filter(({ type }) => type === 'session.crashed').map(({ data }) => data?.trigger)

/** Starts the next session and returns its brief. */
async function startNext(at: HookSandbox, session = 'next'): Promise<string> {
  const { out } = await at.hook('claude-code', payloads.start({ session, folder: at.folder }))
  return replyText('claude-code', out) ?? ''
}

describe('the agent process', () => {
  test('the agent process is found among the ancestors, and once it is gone, the next start reports a crash', async () => {
    const at = await createHookSandbox()
    const where = { session: 'first', folder: at.folder }
    const child = await startClient(at, 'claude', payloads.start(where))
    expect(recordedProcess(await at.ingestedEvents())).toEqual(processRef(child.pid ?? 0))
    await at.hook('claude-code', payloads.prompt(where, 'paint the shed'))
    await startNext(at)
    expect(await crashes(at), 'still running').toEqual([])
    await kill(child)
    expect(await startNext(at, 'later')).toContain('; recovered: 1 prompt')
    expect(await crashes(at)).toEqual(['process-gone'])
  })

  test.skipIf(isBelowClient)('the agent process is unknown when no ancestor is the client', async () => {
    const at = await createHookSandbox()
    await startClient(at, 'emacs', payloads.start({ session: 'first', folder: at.folder }))
    expect(recordedProcess(await at.ingestedEvents())).toBeUndefined()
  })

  test('the agent process is taken from CLAUDE_PID if that is set', async () => {
    const at = await createHookSandbox()
    const other = spawn('sleep', ['1000'])
    onTestFinished(() => void other.kill('SIGKILL'))
    const start = payloads.start({ session: 'first', folder: at.folder })
    await at.hook('claude-code', start, { env: { CLAUDE_PID: String(other.pid) } })
    expect(recordedProcess(await at.ingestedEvents())).toEqual(processRef(other.pid ?? 0))
    expect(recordedProcess(await at.ingestedEvents())).toMatchObject({
      pid: other.pid,
      started: expect.any(String),
    })
  })

  test.skipIf(isBelowClient)('the agent process is unknown when CLAUDE_PID is invalid', async () => {
    const at = await createHookSandbox()
    const pids = ['nonsense', '1', '99999999']
    for (const pid of pids)
      await at.hook('claude-code', payloads.start({ session: pid, folder: at.folder }), {
        env: { CLAUDE_PID: pid },
      })
    const all = (await at.ingestedEvents()).filter(({ type }) => type === 'session.started')
    expect(all.map(({ data }) => data?.process)).toEqual(pids.map(() => undefined))
  })
})

describe("Claude Code's session files if no process is known", () => {
  async function sandboxWithEntry(entry: object): Promise<HookSandbox> {
    const at = await createHookSandbox()
    const where = { session: 'first', folder: at.folder }
    await at.hook('claude-code', payloads.start(where))
    await at.hook('claude-code', payloads.prompt(where, 'paint the shed'))
    expect(recordedProcess(await at.ingestedEvents())).toBeUndefined()
    const folder = join(at.root, 'user', '.claude', 'sessions')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '4711.json'), JSON.stringify({ sessionId: 'first', ...entry }))
    return at
  }

  test("Claude Code's session files show that a session crashed", async () => {
    const { pid } = spawnSync('true')
    const at = await sandboxWithEntry({ pid })
    expect(await startNext(at)).toContain('; recovered: 1 prompt')
    expect(await crashes(at)).toEqual(['process-gone'])
  })

  test("Claude Code's session files show that a session is still running", async () => {
    const at = await sandboxWithEntry({ pid: process.pid })
    await startNext(at)
    expect(await crashes(at)).toEqual([])
  })

  test("Claude Code's session files show that the pid was reused", async () => {
    const at = await sandboxWithEntry({ pid: process.pid, procStart: '1' })
    await startNext(at)
    expect(await crashes(at)).toEqual(['process-gone'])
  })

  test("Claude Code's session files may contain invalid data", async () => {
    const at = await sandboxWithEntry({ pid: 'x', sessionId: null })
    expect(await startNext(at)).toContain('paint the shed')
    expect(await crashes(at)).toEqual([])
  })
})
