// Two processes in one session. Messages are stored in order, and each process learns what it missed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openSessions } from 'leftoff'
import { scratch } from '../support/scratch.mjs'

const { home, project } = scratch()
const sessions = await openSessions({ home, project })
const session = await sessions.start({ agent: 'pair' })
await session.add({ role: 'user', content: 'from the first process' })

const other = spawn(process.execPath, [join(import.meta.dirname, 'other.mjs'), home, project, session.id], {
  stdio: 'inherit',
})
const [code] = await once(other, 'exit')
assert.equal(code, 0)

const { missed } = await session.add({ role: 'assistant', content: 'I see both messages.' })
assert.deepEqual(
  missed.map(({ message }) => message.content),
  ['from the other process'],
)
assert.deepEqual(
  (await session.messages()).map(({ message }) => message.content),
  ['from the first process', 'from the other process', 'I see both messages.'],
)
await session.end()
await sessions.close()
console.log('both processes wrote to one session, in order')
