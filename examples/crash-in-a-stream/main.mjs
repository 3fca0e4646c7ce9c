// A process is killed outright while a model answers. The next one goes on with what had come of the answer.
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
let seen = ''
agent.stdout.on('data', (text) => {
  seen += text
  if (seen.length > 600) agent.kill('SIGKILL')
})
const [, signal] = await once(agent, 'close')
assert.equal(signal, 'SIGKILL')

const sessions = await openSessions({ home, project })
const session = await sessions.resumeOrStart({ agent: 'storyteller' })
const [prompt, answer] = await session.messages()
assert.equal(prompt?.message.content, 'Tell me a story.')
assert.equal(answer?.partial, true)
assert.ok(answer.message.content.length > 100, 'half a second of the answer at most is lost')
assert.ok(story.startsWith(answer.message.content))
assert.ok(session.recovered !== undefined, 'the session says that it had crashed')
await session.end()
await sessions.close()
provider.stop()
console.log(`killed after ${seen.length} letters, of which ${answer.message.content.length} are kept`)
