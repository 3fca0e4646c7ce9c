import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Maildir } from '../../src/spool/maildir.ts'
import { claudeWriter, linesOf } from '../transcript/writers.ts'
import { PAYLOADS, replyText } from './agent-payloads.ts'
import { createHookSandbox, expectUndisturbed, type HookSandbox } from './hook-sandbox.ts'

const payloads = PAYLOADS['claude-code']
const AGENT = 'claude-code'
const where = (at: HookSandbox, session: string) => ({ session, folder: at.folder })

async function startSession(at: HookSandbox, session: string, source?: string): Promise<string> {
  const result = await at.hook(AGENT, payloads.start(where(at, session), source))
  expectUndisturbed(result)
  return replyText(AGENT, result.out) ?? ''
}

/** Starts a session, sends one prompt and kills the process. */
async function killSession(at: HookSandbox, session: string, more: object = {}): Promise<void> {
  const agent = spawn('sleep', ['600'])
  const env = { CLAUDE_PID: String(agent.pid) }
  await at.hook(AGENT, { ...payloads.start(where(at, session)), ...more }, { env })
  await at.hook(AGENT, { ...payloads.prompt(where(at, session), 'paint the shed'), ...more }, { env })
  agent.kill('SIGKILL')
  await once(agent, 'exit')
}

const crashLines = (brief: string): readonly string[] =>
  brief.split('\n').filter((line) => /crashed|recovered/.test(line))

const typesOf = async (at: HookSandbox): Promise<readonly string[]> =>
  (await at.ingestedEvents()).map(({ type }) => type)

describe('after a crash', () => {
  test('the next start reports the recovery in one line', async () => {
    const at = await createHookSandbox()
    await killSession(at, 'first')
    const brief = await startSession(at, 'second')
    expect(crashLines(brief)).toEqual([
      expect.stringMatching(
        /^Where things stand: Claude Code crashed here .*, on main; recovered: 1 prompt\./,
      ),
    ])
    expect(brief).toContain('paint the shed')
    expect(await typesOf(at)).toContain('session.recovered')
  })

  test('the session is recovered once, even by concurrent starts', async () => {
    const at = await createHookSandbox()
    await killSession(at, 'first')
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => startSession(at, name)))
    for (const name of ['e', 'f']) expect(crashLines(await startSession(at, name))).toHaveLength(1)
    const types = await typesOf(at)
    expect(types.filter((type) => type === 'session.crashed')).toHaveLength(1)
    expect(types.filter((type) => type === 'session.recovered')).toHaveLength(1)
  })

  test('spooled events of the session are also recovered', async () => {
    const at = await createHookSandbox()
    await killSession(at, 'first')
    const last = payloads.prompt(where(at, 'first'), 'and the door')
    await new Maildir(`${at.home}/spool`).deliver(AGENT, JSON.stringify(last))
    const brief = await startSession(at, 'second')
    expect(brief).toContain('recovered: 2 prompts')
    expect(brief).toContain('and the door')
  })

  test('events found only in the transcript are filled in', async () => {
    const at = await createHookSandbox()
    const transcript = join(at.root, 'user/.claude/projects/app/first.jsonl')
    await killSession(at, 'first', { transcript_path: transcript })
    mkdirSync(dirname(transcript), { recursive: true })
    const steps = ['paint the shed', 'and the door'].map((text) => ({ kind: 'prompt', text }) as const)
    writeFileSync(transcript, `${linesOf(claudeWriter, 'first', steps).join('\n')}\n`)
    const brief = await startSession(at, 'second')
    expect(brief).toMatch(/recovered: 2 prompts, 1 event filled in from its transcript/)
    expect(JSON.stringify(await at.events())).toContain('and the door')
  })

  test('the session itself can be resumed after its recovery', async () => {
    const at = await createHookSandbox()
    await killSession(at, 'first')
    const brief = await startSession(at, 'first', 'resume')
    expect(crashLines(brief)).toHaveLength(1)
    expect((await typesOf(at)).filter((type) => type.startsWith('session.'))).toEqual([
      'session.started',
      'session.crashed',
      'session.recovered',
      'session.resumed',
    ])
  })

  test('a crash that was detected but not recovered is recovered at the next start', async () => {
    const at = await createHookSandbox()
    await killSession(at, 'first')
    await at.run(['session', 'cleanup']) // detects the crash
    await at.run(['brief']) // composes a brief
    expect(await typesOf(at)).not.toContain('session.recovered')
    expect(await startSession(at, 'second')).toContain('recovered: 1 prompt')
    expect(await typesOf(at)).toContain('session.recovered')
  })

  test('a discarded session is not mentioned in a brief', async () => {
    const at = await createHookSandbox()
    await killSession(at, 'first')
    const { sessions } = await at.json(['recover', '--list'])
    await at.run(['recover', sessions[0].id, '--discard'])
    expect(await startSession(at, 'second')).toBe('')
  })
})
