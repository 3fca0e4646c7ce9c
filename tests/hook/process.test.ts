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
/** These tests may be run by an agent, which then is the ancestor of every hook in them. */
const isBelowClient = ancestors().some(({ command }) => claudeCode.isProcess(command.filter(Boolean)))

/** Runs a hook through a shell and stays, as a client does; its own name is what it is known by. */
const CLIENT = `
const { spawnSync } = require('node:child_process')
const [command, payload] = process.argv.slice(1)
spawnSync('sh', ['-c', '"$0" "$1" hook claude-code; exit 0', process.execPath, command], { input: payload })
console.log('heard')
setInterval(() => {}, 1000)
`

async function client(at: HookSandbox, name: string, payload: object): Promise<ReturnType<typeof spawn>> {
  const program = join(at.root, name)
  symlinkSync(process.execPath, program)
  const env = { PATH: process.env.PATH, HOME: join(at.root, 'user'), LEFTOFF_HOME: at.home }
  const child = spawn(program, ['-e', CLIENT, at.command, JSON.stringify(payload)], { cwd: at.folder, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

async function killed(child: ReturnType<typeof spawn>): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

const started = (events: readonly StoredEvent[]): unknown =>
  events.find(({ type }) => type === 'session.started')?.data?.process

const crashes = async (at: HookSandbox): Promise<readonly unknown[]> =>
  (await at.events()).filter(({ type }) => type === 'session.crashed').map(({ data }) => data?.trigger)

/** The session that takes the place of the one before it; gives what it reads. */
async function nextStart(at: HookSandbox): Promise<string> {
  const { out } = await at.hook('claude-code', payloads.start({ session: 'next', folder: at.folder }))
  return replyText('claude-code', out) ?? ''
}

describe('the process of the agent', () => {
  test('is found among the ancestors, and its death is a crash at the next start', async () => {
    const at = await createHookSandbox()
    const where = { session: 'first', folder: at.folder }
    const child = await client(at, 'claude', payloads.start(where))
    expect(started(await at.ingestedEvents())).toEqual(processRef(child.pid ?? 0))
    await at.hook('claude-code', payloads.prompt(where, 'paint the shed'))
    await nextStart(at)
    expect(await crashes(at), 'it runs').toEqual([])
    await killed(child)
    expect(await nextStart(at)).toContain('; recovered: 1 prompt')
    expect(await crashes(at)).toEqual(['process-gone'])
  })

  test.skipIf(isBelowClient)('is none where no ancestor is the client', async () => {
    const at = await createHookSandbox()
    await client(at, 'emacs', payloads.start({ session: 'first', folder: at.folder }))
    expect(started(await at.ingestedEvents())).toBeUndefined()
  })

  test('is the one that the client names, where it does', async () => {
    const at = await createHookSandbox()
    const other = spawn('sleep', ['1000'])
    onTestFinished(() => void other.kill('SIGKILL'))
    const start = payloads.start({ session: 'first', folder: at.folder })
    await at.hook('claude-code', start, { env: { CLAUDE_PID: String(other.pid) } })
    expect(started(await at.ingestedEvents())).toEqual(processRef(other.pid ?? 0))
    expect(started(await at.ingestedEvents())).toMatchObject({ pid: other.pid, started: expect.any(String) })
  })

  test.skipIf(isBelowClient)('is none where the client names what is none', async () => {
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

describe("where no process is known, Claude Code's own list of what runs", () => {
  async function listed(entry: object): Promise<HookSandbox> {
    const at = await createHookSandbox()
    const where = { session: 'first', folder: at.folder }
    await at.hook('claude-code', payloads.start(where))
    await at.hook('claude-code', payloads.prompt(where, 'paint the shed'))
    expect(started(await at.ingestedEvents())).toBeUndefined()
    const folder = join(at.root, 'user', '.claude', 'sessions')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, '4711.json'), JSON.stringify({ sessionId: 'first', ...entry }))
    return at
  }

  test('tells of a crash', async () => {
    const { pid } = spawnSync('true')
    const at = await listed({ pid })
    expect(await nextStart(at)).toContain('; recovered: 1 prompt')
    expect(await crashes(at)).toEqual(['process-gone'])
  })

  test('tells of a life', async () => {
    const at = await listed({ pid: process.pid })
    await nextStart(at)
    expect(await crashes(at)).toEqual([])
  })

  test('knows a pid that now belongs to another', async () => {
    const at = await listed({ pid: process.pid, procStart: '1' })
    await nextStart(at)
    expect(await crashes(at)).toEqual(['process-gone'])
  })

  test('may hold anything', async () => {
    const at = await listed({ pid: 'x', sessionId: null })
    expect(await nextStart(at)).toContain('paint the shed')
    expect(await crashes(at)).toEqual([])
  })
})
