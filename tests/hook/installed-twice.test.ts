import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAYLOADS, replyText } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'

const AGENT = 'claude-code'
const payloads = PAYLOADS[AGENT]

/** The non-empty replies of several copies of the hook: three that run at once, and one that runs later. */
async function replies(at: HookSandbox, payload: object): Promise<readonly string[]> {
  const together = await Promise.all([1, 2, 3].map(() => at.hook(AGENT, payload)))
  const later = await at.hook(AGENT, payload)
  return [...together, later].map(({ out }) => out).filter((out) => out !== '')
}

test('hooks from a package, the user and the project together reply once to every event', async () => {
  const at = await createHookSandbox()
  const where = { session: 'one', folder: at.folder }
  const hook = (event: string, fields: object) => ({
    ...payloads.end(where),
    hook_event_name: event,
    ...fields,
  })
  await at.run(['memory', 'add', 'Never use npm here, always use pnpm.'])
  const started = await replies(at, payloads.start(where))
  expect(started.map((out) => replyText(AGENT, out))).toEqual([expect.stringContaining('always use pnpm')])

  const prompt = payloads.prompt(where, 'Make the greeting friendly to everyone')
  expect(await replies(at, prompt)).toEqual([])
  expect((await at.events()).filter(({ type }) => type === 'prompt.submitted')).toHaveLength(1)
  const delegate = hook('SubagentStart', { agent_id: 'helper', agent_type: 'general' })
  expect(await replies(at, delegate)).toHaveLength(1)

  const path = join(at.folder, 'a.ts')
  writeFileSync(path, 'two')
  const edit = { tool_name: 'Write', tool_use_id: 'w', tool_input: { file_path: path, content: 'two' } }
  await replies(at, hook('PostToolUse', { ...edit, tool_response: {} }))
  const stop = hook('Stop', { last_assistant_message: 'It is friendly now.', prompt_id: 'p' })
  expect(await replies(at, stop)).toEqual([expect.stringContaining('Not committed: a.ts')])
  expect(await replies(at, hook('PreCompact', { trigger: 'manual' }))).toHaveLength(1)
  expect(await replies(at, payloads.start(where, 'compact'))).toHaveLength(1)
})
