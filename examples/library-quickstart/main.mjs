// An agent with a memory: messages and decisions are available when it starts again.
import assert from 'node:assert/strict'
import { openSessions } from 'leftoff'
import { scratch } from '../support/scratch.mjs'

const location = scratch()

const monday = await openSessions(location)
const first = await monday.resumeOrStart({ agent: 'quickstart', goal: 'a faster search' })
await first.add({ role: 'user', content: 'Which ranking should we use?' })
await first.add(
  { role: 'assistant', content: 'BM25: it needs no model.' },
  { model: 'scripted', outputTokens: 8 },
)
await first.note('decision', 'BM25', { why: 'needs no model' })
const task = await first.note('task', 'measure it')
await first.end()
await monday.close()

const tuesday = await openSessions(location)
const again = await tuesday.resumeOrStart({ agent: 'quickstart' })
assert.equal(again.id, first.id)
await again.add({ role: 'user', content: 'And now?' })
const { system, messages, tokens } = await again.context({ budget: 2_000 })
assert.ok(tokens <= 2_000)
assert.match(system, /a faster search[\s\S]*BM25 \(needs no model\)[\s\S]*measure it/)
assert.deepEqual(
  messages.map(({ role }) => role),
  ['user', 'assistant', 'user'],
)
await again.done(task)
assert.deepEqual((await again.workingSet()).openTasks, [])
await again.end()
const [listed] = await tuesday.list()
assert.equal(listed?.state, 'ended')
await tuesday.close()
console.log(`the second run knew the goal, the decision and ${messages.length} messages, in ${tokens} tokens`)
