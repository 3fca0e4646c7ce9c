import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commit, git } from '../support/git.ts'
import { PAYLOADS, replyText, type SessionAddress } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'

const AGENT = 'claude-code'
const payloads = PAYLOADS[AGENT]

/** A repository on main with the worktree `side` on a branch of the same name, both with src.ts. */
async function twoWorktrees(): Promise<{ at: HookSandbox; app: string; side: string }> {
  const at = await createHookSandbox()
  writeFileSync(join(at.folder, 'src.ts'), 'one')
  git(at.folder, 'add', '-A')
  commit(at.folder)
  const side = join(at.root, 'side')
  git(at.folder, 'worktree', 'add', '-q', side, '-b', 'side')
  return { at, app: at.folder, side }
}

/** A session with one turn that edits these files. */
async function editIn(
  at: HookSandbox,
  where: SessionAddress,
  { prompt, paths }: { readonly prompt: string; readonly paths: readonly string[] },
): Promise<void> {
  await at.hook(AGENT, payloads.start(where))
  await at.hook(AGENT, payloads.prompt(where, prompt))
  for (const path of paths) {
    writeFileSync(path, 'two')
    await at.hook(AGENT, {
      ...payloads.end(where),
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_use_id: path,
      tool_input: { file_path: path, content: 'two' },
      tool_response: { type: 'update' },
    })
  }
  await at.hook(AGENT, { ...payloads.end(where), hook_event_name: 'Stop', last_assistant_message: 'Done.' })
  await at.hook(AGENT, payloads.end(where))
}

async function briefIn(at: HookSandbox, folder: string): Promise<string> {
  const start = payloads.start({ session: `reader in ${folder}`, folder })
  return replyText(AGENT, (await at.hook(AGENT, start, { folder })).out) ?? ''
}

test('the brief includes a session from another worktree and does not report its files as edited since', async () => {
  const { at, app, side } = await twoWorktrees()
  await editIn(
    at,
    { session: 'one', folder: side },
    { prompt: 'Paint the shed', paths: [join(side, 'src.ts')] },
  )
  const brief = await briefIn(at, app)
  expect(brief).toContain('Paint the shed')
  expect(brief).toContain('src.ts: changed in the worktree side')
  expect(brief).toContain('- src.ts (edited) [in side]')
  expect(brief).not.toContain('dited since')
})

test('files that a session changed in another worktree count as files of the project', async () => {
  const { at, app, side } = await twoWorktrees()
  await editIn(
    at,
    { session: 'one', folder: app },
    { prompt: 'Paint it there', paths: [join(side, 'made.ts')] },
  )
  const brief = await briefIn(at, app)
  expect(brief).toContain('made.ts: changed in the worktree side')
  expect(brief).toContain('- made.ts')
  expect(brief).not.toContain('It changed no files')
  expect(brief).not.toContain('Deleted since')
  expect(await briefIn(at, side)).toContain('- made.ts')
})
