import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PAYLOADS, replyText } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'

type ForkingAgent = 'claude-code' | 'codex'

const where = (at: HookSandbox, session: string) => ({ session, folder: at.folder })

interface StartFields {
  readonly session: string
  readonly source: string
  readonly transcript_path?: string
  readonly seconds_since_last_response?: number
}

/** The brief at a start of this kind; undefined if there is none. */
async function briefAt(
  at: HookSandbox,
  agent: ForkingAgent,
  { session, source, ...more }: StartFields,
): Promise<string | undefined> {
  const payload = { ...PAYLOADS[agent].start(where(at, session), source), ...more }
  return replyText(agent, (await at.hook(agent, payload)).out)
}

async function turn(at: HookSandbox, agent: ForkingAgent, session: string, prompt: string): Promise<void> {
  const payloads = PAYLOADS[agent]
  await at.hook(agent, payloads.prompt(where(at, session), prompt))
  await at.hook(agent, {
    ...payloads.end(where(at, session)),
    hook_event_name: 'Stop',
    prompt_id: prompt,
    turn_id: prompt,
    last_assistant_message: `Done: ${prompt}`,
  })
}

const end = (at: HookSandbox, agent: ForkingAgent, session: string) =>
  at.hook(agent, PAYLOADS[agent].end(where(at, session)))

/** An earlier session, then the session `origin`, which gets a brief about it. */
async function briefedOrigin(agent: ForkingAgent): Promise<HookSandbox> {
  const at = await createHookSandbox()
  await briefAt(at, agent, { session: 'earlier', source: 'startup' })
  await turn(at, agent, 'earlier', 'Paint the shed in a friendly color')
  await end(at, agent, 'earlier')
  expect(await briefAt(at, agent, { session: 'origin', source: 'startup' })).toContain(
    'Paint the shed in a friendly color',
  )
  await turn(at, agent, 'origin', 'Build a boat that floats on the lake')
  await end(at, agent, 'origin')
  return at
}

/** The transcript of a fork, in the client's own folder. */
function writeTranscript(at: HookSandbox, folder: string, records: readonly object[]): string {
  const below = join(at.root, 'user', folder)
  mkdirSync(below, { recursive: true })
  const path = join(below, 'rollout-2026-11-15T20-09-37-fork.jsonl')
  writeFileSync(path, records.map((one) => `${JSON.stringify(one)}\n`).join(''))
  return path
}

const treeOf = async (at: HookSandbox): Promise<string> => (await at.run(['session', 'tree'])).out

describe('a fork', () => {
  test('a fork in Claude Code is recorded as a branch of the session whose prompts it copied', async () => {
    const at = await briefedOrigin('claude-code')
    const copied = {
      type: 'user',
      promptId: 'Build a boat that floats on the lake',
      sessionId: 'fork',
      message: { content: 'x' },
    }
    const transcript_path = writeTranscript(at, '.claude/projects/app', [copied])
    expect(
      await briefAt(at, 'claude-code', { session: 'fork', source: 'fork', transcript_path }),
    ).toBeUndefined()
    await turn(at, 'claude-code', 'fork', 'Build a canoe that is light enough')
    const { trees } = await at.json(['session', 'tree'])
    expect(trees).toMatchObject([
      {
        title: 'Build a boat that floats on the lake',
        branches: [{ title: 'Build a canoe that is light enough' }],
      },
    ])
  })

  test('the parent of a Claude Code fork without a transcript is found by the time of the last answer', async () => {
    const at = await createHookSandbox()
    await briefAt(at, 'claude-code', { session: 'origin', source: 'startup' })
    await turn(at, 'claude-code', 'origin', 'Build a boat that floats on the lake')
    const fork = { session: 'fork', source: 'fork' }
    await briefAt(at, 'claude-code', { ...fork, seconds_since_last_response: 600 })
    expect(await treeOf(at)).toContain('No session in this project has branches')
    await briefAt(at, 'claude-code', { ...fork, session: 'next', seconds_since_last_response: 1 })
    await turn(at, 'claude-code', 'next', 'Build a canoe that is light enough')
    expect(await treeOf(at)).toContain('Build a canoe that is light enough')
  })

  test('a fork in Codex is recorded as a branch of the session that its rollout names', async () => {
    const at = await briefedOrigin('codex')
    const meta = { type: 'session_meta', payload: { id: 'fork', forked_from_id: 'origin' } }
    const transcript_path = writeTranscript(at, '.codex/sessions/2026/11/15', [meta])
    expect(await briefAt(at, 'codex', { session: 'fork', source: 'fork', transcript_path })).toBeUndefined()
    await turn(at, 'codex', 'fork', 'Build a canoe that is light enough')
    const { trees } = await at.json(['session', 'tree'])
    expect(trees).toMatchObject([
      {
        title: 'Build a boat that floats on the lake',
        branches: [{ title: 'Build a canoe that is light enough' }],
      },
    ])
  })

  test('a fork without a prompt does not count as the last session', async () => {
    const at = await briefedOrigin('codex')
    const meta = { type: 'session_meta', payload: { id: 'fork', forked_from_id: 'origin' } }
    const transcript_path = writeTranscript(at, '.codex/sessions/2026/11/15', [meta])
    await briefAt(at, 'codex', { session: 'fork', source: 'fork', transcript_path })
    expect(await briefAt(at, 'claude-code', { session: 'next', source: 'startup' })).toContain(
      'Done: Build a boat that floats on the lake',
    )
  })
})

describe('one brief in a conversation', () => {
  test.each(['claude-code', 'codex'] as const)(
    '%s: a resume followed by a fork adds no brief',
    async (agent) => {
      const at = await briefedOrigin(agent)
      expect(await briefAt(at, agent, { session: 'origin', source: 'resume' })).toBeUndefined()
      await turn(at, agent, 'origin', 'Build a raft from the old barrels')
      await end(at, agent, 'origin')
      const meta = { type: 'session_meta', payload: { id: 'fork', forked_from_id: 'origin' } }
      const copied = {
        type: 'user',
        promptId: 'Build a raft from the old barrels',
        sessionId: 'fork',
        message: { content: 'x' },
      }
      const transcript_path = writeTranscript(
        at,
        agent === 'codex' ? '.codex/sessions/2026/11/15' : '.claude/projects/app',
        [agent === 'codex' ? meta : copied],
      )
      expect(await briefAt(at, agent, { session: 'fork', source: 'fork', transcript_path })).toBeUndefined()
      await turn(at, agent, 'fork', 'Build a canoe that is light enough')
      await end(at, agent, 'fork')
      expect(await briefAt(at, agent, { session: 'fork', source: 'resume' })).toBeUndefined()
    },
  )

  test('a resumed conversation gets a new brief if another session worked in the meantime', async () => {
    const at = await briefedOrigin('claude-code')
    await briefAt(at, 'codex', { session: 'other', source: 'startup' })
    await turn(at, 'codex', 'other', 'Plant a tree beside the new shed')
    await end(at, 'codex', 'other')
    expect(await briefAt(at, 'claude-code', { session: 'origin', source: 'resume' })).toContain(
      'Plant a tree beside the new shed',
    )
  })

  test('a resumed conversation gets a new brief if a compaction removed the first one', async () => {
    const at = await briefedOrigin('claude-code')
    const compact = { ...PAYLOADS['claude-code'].end(where(at, 'origin')), hook_event_name: 'PreCompact' }
    await at.hook('claude-code', { ...compact, trigger: 'manual' })
    expect(await briefAt(at, 'claude-code', { session: 'origin', source: 'resume' })).toContain(
      'Build a boat that floats on the lake',
    )
  })
})
