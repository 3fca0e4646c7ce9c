import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git } from '../support/git.ts'
import { PAYLOADS } from './agent-payloads.ts'
import { createHookSandbox, expectUndisturbed } from './hook-sandbox.ts'

/** A turn of Claude Code that writes one file. Returns the refs of session commits after it. */
async function turn(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const at = await createHookSandbox()
  const payloads = PAYLOADS['claude-code']
  const where = { session: 'one', folder: at.folder }
  const path = join(at.folder, 'cart.ts')
  const written = {
    ...payloads.start(where),
    hook_event_name: 'PostToolUse',
    tool_name: 'Write',
    tool_use_id: 't1',
    tool_input: { file_path: path, content: 'x\n' },
    tool_response: { type: 'create', filePath: path },
  }
  await at.hook('claude-code', payloads.start(where), { env })
  await at.hook('claude-code', payloads.prompt(where, 'build the cart'), { env })
  writeFileSync(path, 'x\n')
  await at.hook('claude-code', written, { env })
  const stop = { ...payloads.start(where), hook_event_name: 'Stop', last_assistant_message: 'Done.' }
  expectUndisturbed(await at.hook('claude-code', stop, { env }))
  expect(git(at.folder, '--no-optional-locks', 'status', '--porcelain')).toBe('?? cart.ts')
  const refs = git(at.folder, 'for-each-ref', '--format=%(refname)', 'refs/leftoff')
    .split('\n')
    .filter(Boolean)
  for (const ref of refs) expect(git(at.folder, 'show', '--format=%s', ref)).toContain('build the cart')
  return refs
}

test('B12: with stop.session-commit, the end of a turn commits the files of the session to a separate ref', async () => {
  expect(await turn({ LEFTOFF_STOP_SESSION_COMMIT: 'true' })).toEqual([
    expect.stringMatching(/^refs\/leftoff\/sessions\/ses_/),
  ])
})

test('B12: without the setting, leftoff never commits', async () => {
  expect(await turn({})).toEqual([])
})
