import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Maildir } from '../../src/spool/maildir.ts'
import { replyIn, SAYS } from './agent-says.ts'
import { type HookDesk, hookDesk } from './hook-desk.ts'

const says = SAYS['claude-code']
const AGENT = 'claude-code'

const where = (at: HookDesk, session: string) => ({ session, folder: at.folder })

async function begun(at: HookDesk, session: string, source?: string): Promise<string> {
  const { out } = await at.hook(AGENT, says.start(where(at, session), source))
  return replyIn(AGENT, out) ?? ''
}

/** A process that was and is no more. */
const gone = (): string => String(spawnSync('true').pid)

/** A session with something to tell, and what it is known by. */
async function worked(at: HookDesk, session: string, env: Record<string, string> = {}): Promise<void> {
  await at.hook(AGENT, says.start(where(at, session)), { env })
  await at.hook(AGENT, says.prompt(where(at, session), 'paint the shed'), { env })
}

const edited = (at: HookDesk, session: string, file: string): object => ({
  ...says.tool(where(at, session), 'edit'),
  tool_name: 'Write',
  tool_input: { file_path: file, content: 'red' },
  tool_response: { type: 'create', filePath: file },
})

/** As the shell does it for an event that needs no answer. */
function delivered(at: HookDesk, payload: object): void {
  new Maildir(`${at.home}/spool`).leave(AGENT, JSON.stringify(payload))
}

const typesOf = async (at: HookDesk): Promise<readonly string[]> => (await at.known()).map(({ type }) => type)

describe('the start of a session', () => {
  test('is not waited for: it lies in the spool, and whoever looks knows of it', async () => {
    const at = await hookDesk()
    await worked(at, 'first')
    await at.run(['brief']) // as the MCP server of the agent does all the time
    const before = await at.known()
    expect(await begun(at, 'second')).toContain('paint the shed')
    expect(at.spooled()).toHaveLength(1)
    expect(await at.events()).toEqual(before)
    expect((await at.known()).filter(({ type }) => type === 'session.started')).toHaveLength(2)
    expect(at.spooled()).toEqual([])
  })

  test('says the same, prepared or not', async () => {
    const at = await hookDesk()
    await worked(at, 'first')
    const [unprepared, prepared] = [await begun(at, 'second'), await begun(at, 'third')]
    expect(at.spooled()).toHaveLength(1)
    const words = (brief: string) =>
      brief.replace(/id="\w+"/, '').replaceAll(/\d+ seconds? ago|just now/g, 'then')
    expect(words(prepared)).toBe(words(unprepared))
  })

  test('is of the session before, not of one at work, though it was at work when all was prepared', async () => {
    const at = await hookDesk()
    await worked(at, 'first', { CLAUDE_PID: String(process.pid) })
    await at.run(['brief'])
    delivered(at, says.end(where(at, 'first')))
    const brief = await begun(at, 'second')
    expect(at.spooled()).toHaveLength(2) // its end and this start: it was prepared
    expect(brief).toContain('Goal: paint the shed')
    expect(brief).not.toContain('Other sessions')
  })

  test('beside a session at work is told that it is', async () => {
    const at = await hookDesk()
    await worked(at, 'first', { CLAUDE_PID: String(process.pid) })
    await at.run(['brief'])
    expect(await begun(at, 'second')).toContain('Other sessions')
    expect(at.spooled()).toHaveLength(1) // that was prepared as well
  })

  test('notices that a session has crashed since all was prepared', async () => {
    const at = await hookDesk()
    const agent = spawn('sleep', ['600'])
    await worked(at, 'first', { CLAUDE_PID: String(agent.pid) })
    await at.run(['brief'])
    agent.kill('SIGKILL')
    await once(agent, 'exit')
    expect(await begun(at, 'second')).toContain('paint the shed')
    expect(await typesOf(at)).toContain('session.crashed')
  })

  test('tells of a file that changed after all was prepared', async () => {
    const at = await hookDesk()
    const file = join(at.folder, 'shed.ts')
    writeFileSync(file, 'red')
    await worked(at, 'first')
    await at.hook(AGENT, edited(at, 'first', file))
    await at.hook(AGENT, {
      ...says.end(where(at, 'first')),
      hook_event_name: 'Stop',
      last_assistant_message: 'ok',
    })
    await sleep(150)
    await at.run(['brief'])
    expect(await begun(at, 'second')).not.toContain('edited since')
    writeFileSync(file, 'green as a frog')
    const brief = await begun(at, 'third')
    expect(brief).toMatch(/shed\.ts.*edited since/)
    rmSync(file)
    expect(await begun(at, 'fourth')).toContain('Deleted since: shed.ts')
  })

  test('in a new home makes no log before there is something to keep', async () => {
    const at = await hookDesk()
    expect(await begun(at, 'first')).toBe('')
    expect(await typesOf(at)).toEqual(['session.started'])
  })

  test('told twice is one session', async () => {
    const at = await hookDesk()
    await begun(at, 'first')
    await begun(at, 'first')
    expect((await typesOf(at)).filter((type) => type === 'session.started')).toHaveLength(1)
    expect(at.spooled('quarantine')).toEqual([])
  })

  test('many times over is answered each time, and none is lost', async () => {
    const at = await hookDesk()
    await worked(at, 'first')
    for (let i = 0; i < 12; i += 1) expect(await begun(at, `next ${i}`)).toContain('paint the shed')
    expect((await typesOf(at)).filter((type) => type === 'session.started')).toHaveLength(13)
    expect(at.spooled('quarantine')).toEqual([])
  })

  test('of a session that is known goes on with it', async () => {
    const at = await hookDesk()
    await worked(at, 'first')
    await at.hook(AGENT, says.end(where(at, 'first')))
    expect(await begun(at, 'first', 'resume')).toContain('paint the shed')
    expect(await typesOf(at)).toContain('session.resumed')
  })
})

describe('what waits when a session starts', () => {
  test('is no crash where it is the end of the session before', async () => {
    const at = await hookDesk()
    await worked(at, 'first', { CLAUDE_PID: gone() })
    delivered(at, says.end(where(at, 'first')))
    const brief = await begun(at, 'second')
    expect(brief).toContain('paint the shed')
    expect(brief).not.toContain('crashed')
    expect(await typesOf(at)).toContain('session.ended')
    expect(await typesOf(at)).not.toContain('session.crashed')
  })

  test('is taken in first where it could change what is told', async () => {
    const at = await hookDesk()
    await worked(at, 'first')
    delivered(at, says.prompt(where(at, 'first'), 'no, paint the boat'))
    expect(await begun(at, 'second')).toContain('paint the boat')
  })

  test('may be anything', async () => {
    const at = await hookDesk()
    await worked(at, 'first')
    const spool = new Maildir(`${at.home}/spool`)
    for (const payload of ['', '{', '[]', '{"session":1,"events":[{}]}', 'x'.repeat(20_000)]) {
      spool.leave('leftoff', payload)
      spool.leave(AGENT, payload)
      expect(await begun(at, `after ${payload.slice(0, 9)}`)).toContain('paint the shed')
    }
  })
})
