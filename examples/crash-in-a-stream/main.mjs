// A process is killed while a model answers. The next process continues with the partial answer.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openSessions } from 'leftoff'
import { scratch } from '../support/scratch.mjs'
import { scriptedProvider } from '../support/scripted-provider.mjs'

const story = `Once upon a time ${'there was a port and '.repeat(200)}`
const provider = await scriptedProvider([story], { pieceMs: 5 })
const { home, project } = scratch()
const agent = spawn(process.execPath, [join(import.meta.dirname, 'agent.mjs'), home, project, provider.url], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
let received = ''
agent.stdout.on('data', (text) => {
  received += text
  if (received.length > 600) agent.kill('SIGKILL')
})
const [, signal] = await once(agent, 'close')
assert.equal(signal, 'SIGKILL')

const sessions = await openSessions({ home, project })
const session = await sessions.resumeOrStart({ agent: 'storyteller' })
const [prompt, answer] = await session.messages()
assert.equal(prompt?.message.content, 'Tell me a story.')
assert.equal(answer?.partial, true)
assert.ok(answer.message.content.length > 100, 'at most half a second of the answer is lost')
assert.ok(story.startsWith(answer.message.content))
assert.ok(session.recovered !== undefined, 'the session reports the crash')
await session.end()
await sessions.close()
provider.stop()
console.log(`killed after ${received.length} characters, ${answer.message.content.length} of them stored`)
