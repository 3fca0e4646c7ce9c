import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { PAYLOADS, replyText } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'

const payloads = PAYLOADS['claude-code']
const AGENT = 'claude-code'
const TYPED = 'No, never commit to main, always open a PR.'

/** A session that crashes after the user replied to an answer with these words. */
async function crashedAfter(words: string, env: Record<string, string> = {}): Promise<HookSandbox> {
  const at = await createHookSandbox()
  const where = { session: 'first', folder: at.folder }
  const client = spawn('sleep', ['600'])
  const agent = { env: { CLAUDE_PID: String(client.pid), CLAUDE_CODE_ENTRYPOINT: 'cli', ...env } }
  await at.hook(AGENT, payloads.start(where), agent)
  await at.hook(AGENT, { ...payloads.prompt(where, 'set up the parser'), prompt_id: 'p1' }, agent)
  const stop = { hook_event_name: 'Stop', last_assistant_message: 'I committed it to main.' }
  await at.hook(AGENT, { ...payloads.end(where), ...stop }, agent)
  await at.hook(AGENT, { ...payloads.prompt(where, words), prompt_id: 'p2' }, agent)
  client.kill('SIGKILL')
  await once(client, 'exit')
  return at
}

async function nextStart(at: HookSandbox): Promise<string> {
  const { out } = await at.hook(AGENT, payloads.start({ session: 'second', folder: at.folder }))
  return replyText(AGENT, out) ?? ''
}

interface ListedRule {
  readonly id: string
  readonly state: string
  readonly scope: { readonly kind: string }
}
const rulesIn = async (at: HookSandbox): Promise<readonly ListedRule[]> =>
  (await at.json(['memory', 'list', '--all'])).memories

describe('after a crash', () => {
  test('a typed correction becomes a rule of the project, and the next start announces it', async () => {
    const at = await crashedAfter(TYPED)
    const brief = await nextStart(at)
    const [rule] = await rulesIn(at)
    expect(rule?.state).toBe('approved')
    expect(brief).toContain(`leftoff memory reject ${rule?.id}`)
    await at.json(['memory', 'reject', rule?.id ?? ''])
    expect((await rulesIn(at)).map(({ state }) => state)).toEqual(['rejected'])
  })

  test.each([
    ['pasted', `What does this mean?\n\n${TYPED}`, {}],
    ['typed next to a paste marker', `${TYPED} [Pasted text #1 +20 lines]`, {}],
    ['sent by a program', TYPED, { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }],
    ['sent by a pipeline', TYPED, { CLAUDE_CODE_ENTRYPOINT: 'claude-code-github-action' }],
    ['sent by an unknown entry point', TYPED, { CLAUDE_CODE_ENTRYPOINT: '' }],
    ['sent without a person at the terminal', TYPED, { CLAUDE_CODE_SESSION_ATTENDED: '0' }],
  ])('a correction that was %s waits for a review, even with --batch', async (_, words, env) => {
    const at = await crashedAfter(words, env)
    expect(await nextStart(at)).not.toContain('Standing rules')
    await at.json(['memory', 'propose', '--batch'])
    expect((await rulesIn(at)).map(({ state }) => state)).toEqual(['proposed'])
  })
})

test('batch approval refuses a threshold below 0.9', async () => {
  const at = await createHookSandbox()
  const { code, err } = await at.run(['memory', 'propose', '--batch', '--threshold', '0.5'])
  expect(code).toBe(2)
  expect(err).toContain('from 0.9 to 1')
})
