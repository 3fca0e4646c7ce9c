// Two runs of the Claude Agent SDK, as recorded: the second begins with what the first left. With the SDK installed:
// query({ prompt, options: { hooks: leftoff.hooks } })
import assert from 'node:assert/strict'
import { openSessions } from 'leftoff'
import { leftoffHooks } from 'leftoff/claude-agent-sdk'
import { scratch } from '../support/scratch.mjs'

const { home, project } = scratch()
const leftoff = leftoffHooks({ home, project })

/** What the SDK gives its hooks. */
const tell = (event, session, more = {}) =>
  leftoff.hooks[event][0].hooks[0]({ hook_event_name: event, session_id: session, cwd: project, ...more })

await tell('SessionStart', 'first', { source: 'startup' })
await tell('UserPromptSubmit', 'first', { prompt: 'Fix the rounding of prices in cart.ts' })
await tell('PostToolUse', 'first', {
  tool_name: 'Write',
  tool_use_id: 'call-1',
  tool_input: { file_path: `${project}/cart.ts`, content: 'export const total = 1\n' },
  tool_response: { type: 'create', filePath: `${project}/cart.ts` },
})
await tell('Stop', 'first', { last_assistant_message: 'Rounded to cents. Next: test negative prices.' })
await tell('SessionEnd', 'first', { reason: 'other' })

const { hookSpecificOutput } = await tell('SessionStart', 'second', { source: 'startup' })
assert.match(hookSpecificOutput.additionalContext, /cart\.ts/)
await tell('SessionEnd', 'second', { reason: 'other' })
await leftoff.close()

const sessions = await openSessions({ home, project })
const [, first] = await sessions.list()
assert.equal(first?.agent, 'claude-code')
assert.equal(first?.files, 1)
await sessions.close()
console.log(`the second run was given ${hookSpecificOutput.additionalContext.length} letters about the first`)
