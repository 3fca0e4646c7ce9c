import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type CommandResult,
  createSandbox,
  type Sandbox,
  waitForExit,
  whileLocked,
} from '../support/sandbox.ts'
import { agent, quotedIn, serverArguments } from './client.ts'

const HELLO = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
}
const note = (text: unknown) => ({
  method: 'tools/call',
  params: { name: 'note_next', arguments: { text } },
})
const lines = (messages: readonly object[]): string =>
  messages.map((one, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...one })}\n`).join('')

const server = (here: Sandbox, env: Readonly<Record<string, string>> = {}): ReturnType<typeof spawn> =>
  spawn(process.execPath, serverArguments(here), {
    cwd: here.folder,
    env: { PATH: process.env.PATH, LEFTOFF_HOME: here.home, ...env },
  })

/** Parses every printed line as a protocol message. */
function messages({ out }: CommandResult): { id?: number; result?: unknown; error?: unknown }[] {
  const found = out.split('\n')
  expect(found.pop(), 'the last line is complete').toBe('')
  return found.map((line) => {
    const message = JSON.parse(line)
    expect(message.jsonrpc).toBe('2.0')
    return message
  })
}

describe('shutdown', () => {
  test('at the end of stdin, the server answers open requests with protocol messages and exits', async () => {
    const here = await createSandbox()
    const answer = await waitForExit(server(here), lines([HELLO, note('one'), note('two')]))
    expect(answer.code).toBe(0)
    expect(messages(answer).map(({ id }) => id)).toEqual([0, 1, 2])
    const { session, left } = await here.json(['session', 'show'])
    expect([session.state, left.next]).toEqual(['ended', ['one', 'two']])
  })

  test('the server exits if stdin ends before the first message', async () => {
    const answer = await waitForExit(server(await createSandbox()))
    expect(answer).toEqual({ code: 0, out: '', err: '' })
  })

  test('the server exits when stdout is closed', async () => {
    const child = server(await createSandbox())
    child.stdout?.destroy()
    child.stdin?.write(lines([HELLO, note('one'), note('two')]))
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('a signal ends the server and the session that it started', async () => {
    const here = await createSandbox()
    const child = server(here)
    child.stdin?.write(lines([HELLO, note('one')]))
    while (!String((await once(child.stdout ?? child, 'data'))[0]).includes('"id":1'));
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect((await here.json(['session', 'list'])).sessions[0].state).toBe('ended')
  })
})

test('lines that are not protocol messages are skipped', async () => {
  const here = await createSandbox()
  const noise = ['', '{', 'null', '[]', '"x"', '\u0000\u001b[2J', '{"jsonrpc":"1.0"}', '{"a":'.repeat(2000)]
  const input = lines([HELLO]) + noise.map((line) => `${line}\n`).join('') + lines([{ method: 'ping' }])
  const answer = await waitForExit(server(here), input)
  expect([answer.code, messages(answer).length]).toEqual([0, 2])
})

test.runIf(process.platform === 'linux')('the server starts no child processes', async () => {
  const { pid, text } = await agent(await createSandbox())
  await text('pin_fact', { text: 'x' })
  const children = readdirSync(`/proc/${pid}/task`).map((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'),
  )
  expect(children.join('')).toBe('')
})

test.runIf(process.platform === 'linux')('many calls do not leak file descriptors', async () => {
  const { pid, text } = await agent(await createSandbox())
  const open = (): number => readdirSync(`/proc/${pid}/fd`).length
  for (let i = 0; i < 3; i += 1) await text('pin_fact', { text: `fact ${i}` })
  const before = open()
  for (let i = 0; i < 30; i += 1) await text('session_status')
  expect(open()).toBeLessThanOrEqual(before)
})

test('no lock is held between calls: other processes can write, forget and rebuild', async () => {
  const here = await createSandbox()
  const { text } = await agent(here)
  await text('pin_fact', { text: 'one' })
  await text('session_status')
  expect((await here.run(['rebuild'])).code).toBe(0)
  await whileLocked(here, async () => {})
  expect(await text('pin_fact', { text: 'two' })).toContain('Recorded fact')
})

test('an idle server does not restore content that another process erased', async () => {
  const here = await createSandbox()
  const { text } = await agent(here)
  const { session } = await here.json(['session', 'start', '--goal', 'the zanzibar affair'])
  await text('pin_fact', { text: 'zanzibar is an island' })
  await text('session_status')
  expect(await text('brief')).toContain('zanzibar')
  expect((await here.run(['forget', session.id, '--yes'])).code).toBe(0)
  for (let i = 0; i < 3; i += 1) expect(await text('session_status')).not.toContain('zanzibar')
  expect(await text('brief')).not.toContain('zanzibar')
  const files = readdirSync(here.home).filter((name) => /^(log|index)\.db/.test(name))
  expect(files.filter((name) => readFileSync(join(here.home, name)).includes('zanzibar'))).toEqual([])
})

test('after the log file is replaced, the next call uses the new file', async () => {
  const here = await createSandbox()
  const { text } = await agent(here)
  for (const fact of ['one', 'two']) await text('pin_fact', { text: fact })
  mkdirSync(join(here.root, 'old'))
  for (const name of readdirSync(here.home).filter((file) => file.startsWith('log.db')))
    renameSync(join(here.home, name), join(here.root, 'old', name))
  const { session } = await here.json(['session', 'start'])
  await text('pin_fact', { text: 'three' })
  expect((await here.json(['session', 'show', session.id])).left.facts).toEqual(['three'])
})

describe('while the log is locked', () => {
  test('a note is spooled and ingested by the next call', async () => {
    const here = await createSandbox()
    const { call, text } = await agent(here)
    await text('set_goal', { text: 'ship it' })
    const { structuredContent } = await whileLocked(here, () =>
      call('note_next', { text: 'write the tests' }),
    )
    expect(structuredContent?.stored).toBe('spooled')
    expect(quotedIn(await text('session_status'))).toMatch(/^next \w{6}: write the tests$/m)
    expect(readdirSync(join(here.home, 'spool', 'new'))).toEqual([])
  })

  test('tools that only read still work', async () => {
    const here = await createSandbox()
    const { text } = await agent(here)
    await text('set_goal', { text: 'ship it' })
    expect(quotedIn(await whileLocked(here, () => text('session_status')))).toContain('goal: ship it')
  })

  test('a note that needs a new session fails with an error that contains a fix, and the server keeps running', async () => {
    const here = await createSandbox()
    await here.run(['session', 'list'])
    await here.json(['session', 'start'])
    await here.json(['session', 'end'])
    const { call, text } = await agent(here)
    const refused = await whileLocked(here, () => call('note_next', { text: 'one' }))
    expect([refused.isError, JSON.stringify(refused)]).toEqual([
      true,
      expect.stringMatching(/log-busy.*fix: try/),
    ])
    expect(await text('note_next', { text: 'one' })).toContain('Recorded next')
  })
})

test('two concurrent servers store every note exactly once', async () => {
  const here = await createSandbox()
  await here.json(['session', 'start'])
  const servers = await Promise.all([agent(here), agent(here)])
  const texts = Array.from({ length: 40 }, (_, i) => `action ${i}`)
  await Promise.all(texts.map((text, i) => servers[i % 2]?.text('note_next', { text })))
  const { left } = await here.json(['session', 'show'])
  expect([...left.next].sort()).toEqual([...texts].sort())
  expect((await here.json(['session', 'list'])).sessions).toHaveLength(1)
})

test('two concurrent first notes start one session', async () => {
  const here = await createSandbox()
  const { text } = await agent(here)
  await Promise.all([text('pin_fact', { text: 'one' }), text('pin_fact', { text: 'two' })])
  expect((await here.json(['session', 'list'])).sessions).toHaveLength(1)
})
