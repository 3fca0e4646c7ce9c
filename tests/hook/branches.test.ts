import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commit, git } from '../support/git.ts'
import { PAYLOADS, replyText } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'

const AGENT = 'claude-code'
const payloads = PAYLOADS[AGENT]

/** A repository on main with two files. */
async function repository(): Promise<HookSandbox> {
  const at = await createHookSandbox()
  for (const name of ['old.ts', 'other.ts']) writeFileSync(join(at.folder, name), `content of ${name}`)
  commitAll(at, 'begin')
  return at
}

function commitAll(at: HookSandbox, subject: string): void {
  git(at.folder, 'add', '-A')
  commit(at.folder, subject)
}

/** A session with one turn that runs git, then writes these files. */
async function workedOn(
  at: HookSandbox,
  command: readonly string[],
  names: readonly string[],
): Promise<void> {
  const where = { session: 'first', folder: at.folder }
  const tool = { ...payloads.end(where), hook_event_name: 'PostToolUse' }
  await at.hook(AGENT, payloads.start(where))
  await at.hook(AGENT, payloads.prompt(where, 'Make the greeting friendly to everyone'))
  git(at.folder, ...command)
  const bash = { tool_name: 'Bash', tool_use_id: 'b', tool_input: { command: 'sh prepare.sh' } }
  await at.hook(AGENT, { ...tool, ...bash, tool_response: { stdout: '' } })
  for (const name of names) {
    const path = join(at.folder, name)
    writeFileSync(path, `hello from ${name}`)
    const input = { tool_name: 'Write', tool_use_id: name, tool_input: { file_path: path, content: 'x' } }
    await at.hook(AGENT, { ...tool, ...input, tool_response: {} })
  }
  await at.hook(AGENT, { ...payloads.end(where), hook_event_name: 'Stop', last_assistant_message: 'Done.' })
  await at.hook(AGENT, payloads.end(where))
}

async function briefNow(at: HookSandbox, session: string): Promise<string> {
  const start = payloads.start({ session, folder: at.folder })
  return replyText(AGENT, (await at.hook(AGENT, start)).out) ?? ''
}

test('files of a session that switched branches are reported as being on that branch', async () => {
  const at = await repository()
  await workedOn(at, ['checkout', '-q', '-b', 'feature'], ['old.ts', 'new.ts'])
  commitAll(at, 'greet everyone')
  git(at.folder, 'checkout', '-q', 'main')
  commit(at.folder, 'work on main')
  const brief = await briefNow(at, 'on main')
  expect(brief).toContain('Its files are on feature, and this is main.')
  expect(brief).toContain('- new.ts (edited) [on feature]')
  expect(brief).toContain('- old.ts (edited) [on feature]')
  expect(brief).not.toMatch(/dited since|eleted since|are committed|greet everyone/)

  git(at.folder, 'checkout', '-q', 'feature')
  const there = await briefNow(at, 'on feature')
  expect(there).toContain('Its changes to 2 files are committed')
  expect(there).not.toMatch(/Its files are on|dited since|eleted since|\[on/)
})

test('a renamed file is reported as renamed, not as deleted', async () => {
  const at = await repository()
  await workedOn(at, ['status'], ['old.ts'])
  git(at.folder, 'mv', 'old.ts', 'renamed.ts')
  commitAll(at, 'rename it')
  const brief = await briefNow(at, 'next')
  expect(brief).toContain('old.ts is renamed.ts now')
  expect(brief).toContain('- old.ts (edited) [renamed to renamed.ts]')
  expect(brief).not.toContain('eleted')
})
