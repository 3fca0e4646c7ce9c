import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import { serializeLetter } from '../../src/event/wire.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { Maildir } from '../../src/spool/maildir.ts'
import { event, session } from '../support/events.ts'
import { createSandbox, waitForExit, whileLocked } from '../support/sandbox.ts'

const QUICK = { env: { LEFTOFF_LOG_BUSY_TIMEOUT: '1s' } }

describe('after the agent is killed', () => {
  async function crashed() {
    const here = await createSandbox()
    const agent = spawn('sleep', ['600'])
    const words = ['session', 'start', '--agent', 'claude-code', '--pid', String(agent.pid)]
    const { session: killed } = await here.json([...words, '--goal', 'ship it'])
    await here.json(['note', 'decision', 'use SQLite', '--why', 'no server'])
    await here.json(['note', 'next', 'write the tests'])
    return { here, agent, killed }
  }

  test('the next start reports the killed session as crashed, with its open items', async () => {
    const { here, agent, killed } = await crashed()
    expect((await here.json(['session', 'status'])).session.process).toEqual({
      pid: agent.pid,
      evidence: 'alive',
    })
    agent.kill('SIGKILL')
    await once(agent, 'exit')
    expect((await here.json(['session', 'list'])).sessions[0].state, 'visible before it is recorded').toBe(
      'crashed',
    )
    const started = await here.json(['session', 'start'])
    expect(started.crashed).toEqual([
      {
        summary: expect.objectContaining({ id: killed.id, state: 'crashed' }),
        left: expect.objectContaining({
          goal: 'ship it',
          decided: ['use SQLite (no server)'],
          next: ['write the tests'],
        }),
        recovered: '1 next action, 1 decision',
      },
    ])
    const { out } = await here.run(['session', 'start'])
    expect(out).toContain('ship it')
    expect((await here.json(['session', 'show', killed.id])).events.at(-1).type).toBe('session.recovered')
  })

  test('events that are still in the spool are part of the crashed session', async () => {
    const { here, agent, killed } = await crashed()
    const spooled = event('last words', { text: 'one more thing' }, { at: Date.now() })
    await new Maildir(join(here.home, 'spool')).deliver(
      'leftoff',
      serializeLetter({ session: killed.id, events: [spooled] }),
    )
    agent.kill('SIGKILL')
    await once(agent, 'exit')
    const { crashed: found } = await here.json(['session', 'start'])
    expect(found).toMatchObject([{ summary: { id: killed.id }, left: { lastPrompt: 'one more thing' } }])
  })
})

describe('while another process locks the log', () => {
  test('a note is spooled and ingested by the next command', async () => {
    const here = await createSandbox()
    await here.json(['session', 'start'])
    const noted = await whileLocked(here, () => here.json(['note', 'next', 'remember'], QUICK))
    expect(noted.stored).toBe('spooled')
    expect((await here.json(['brief', '--format', 'codes'])).brief.codes).toContain('next:remember')
    expect(await here.json(['verify'])).toMatchObject({ ok: true, spool: { waiting: 0, quarantined: [] } })
  })

  test('a second note is also spooled', async () => {
    const here = await createSandbox()
    await here.json(['session', 'start'])
    await whileLocked(here, async () => {
      await here.json(['note', 'next', 'first'], QUICK)
      expect(await here.json(['note', 'next', 'second'], QUICK)).toMatchObject({ stored: 'spooled' })
    })
    const { codes } = (await here.json(['brief', '--format', 'codes'])).brief
    expect(codes).toEqual(expect.arrayContaining(['next:first', 'next:second']))
  })

  test('read-only commands work while deliveries wait in the spool', async () => {
    const here = await createSandbox()
    await here.json(['session', 'start', '--goal', 'look'])
    await whileLocked(here, async () => {
      await here.json(['note', 'next', 'first'], QUICK)
      const { code, out, err } = await here.run(['session', 'status'], QUICK)
      expect([code, err]).toEqual([0, expect.stringContaining('spool')])
      expect(out).toContain('active')
    })
  })
})

test('a malformed delivery is reported once and does not stop commands', async () => {
  const here = await createSandbox()
  await here.json(['session', 'start'])
  await new Maildir(join(here.home, 'spool')).deliver('leftoff', 'nonsense')
  const { code, err } = await here.run(['session', 'status'])
  expect([code, err]).toEqual([0, expect.stringContaining('leftoff verify')])
  expect((await here.run(['session', 'status'])).err).toBe('')
  const { spool } = await here.json(['verify'])
  expect(spool.quarantined).toMatchObject([{ reason: 'it is not JSON', bytes: 8 }])
  expect(await here.json(['forget', '--quarantine', '--yes'])).toMatchObject({ quarantined: 1 })
})

describe('Ctrl-C', () => {
  test.each([['rebuild'], ['verify'], ['session']])(
    'Ctrl-C in the middle of %s does not damage the log',
    async (command) => {
      const here = await createSandbox()
      await here.json(['session', 'start'])
      await filled(join(here.home, 'log.db'), 6000)
      const words = command === 'session' ? ['session', 'cleanup', '--older-than', '1ms'] : [command]
      const child = here.spawn(words)
      const end = waitForExit(child)
      await Promise.race([end, new Promise((done) => setTimeout(done, 250))]) // in the middle of the command
      child.kill('SIGINT')
      await end
      expect(await here.json(['verify'])).toMatchObject({ ok: true, sessions: 41 })
    },
  )

  async function filled(path: string, events: number): Promise<void> {
    const log = new SqliteLog({ path, projection: sessionProjection })
    for (let s = 0; s < 40; s += 1) {
      const batch = Array.from({ length: events / 40 }, (_, i) =>
        event(`${s} ${i}`, { text: 'x'.repeat(200) }),
      )
      await log.append(session(`s${s}`), batch)
    }
    await log.close()
  }
})

describe('session status', () => {
  const withoutClock = (text: string): string =>
    text.replaceAll(/"quietMs": \d+|\d+ (milli)?seconds?( ago)?|just now/g, '')

  test('session status prints the same output with and without a trailing --', async () => {
    const here = await createSandbox()
    const none = [['session', 'status']]
    const compare = async (words: readonly string[]) => {
      const [short, whole] = [await here.run(words), await here.run([...words, '--'])]
      expect(withoutClock(short.out)).toBe(withoutClock(whole.out))
      expect([short.code, short.err]).toEqual([whole.code, whole.err])
    }
    for (const words of none) await compare(words)
    const { session: started } = await here.json(['session', 'start', '--goal', 'compare'])
    await here.json(['session', 'start'])
    await compare(['session', 'status'])
    await compare(['session', 'status', '--json'])
    await here.json(['session', 'suspend', started.id])
    await compare(['session', 'status', started.id])
    await compare(['session', 'status', started.id.slice(4, 9), '--json'])
    await compare(['session', 'status', 'zzzz'])
    await compare(['session', 'status', '../x', '--json'])
  })
})
