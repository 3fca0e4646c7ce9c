// The agent of `npm start`: works in the current folder, records what it does, and waits to be killed.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { openSessions } from '../dist/index.js'

const sessions = await openSessions()
const session = await sessions.start({ agent: 'demo-agent', goal: 'Make the parser accept empty input' })

await session.record('prompt.submitted', {
  text: 'parse("") should give an empty list instead of throwing',
  origin: 'user',
})
await write('parser.mjs', "export const parse = (text) => text.split(',').map((part) => part.trim())\n")
await write('parser.test.mjs', TEST())
await runTests()
await session.record('decision.made', {
  choice: 'return an empty list for empty input',
  why: 'callers loop over the result',
})
await session.record('blocker.met', { kind: 'test', text: 'parser.test.mjs fails on empty input' })
await session.record('action.planned', { text: 'handle the empty string in parse()' })
await session.record('action.planned', { text: 'run the tests again' })
process.stdout.write('ready\n')
setInterval(() => {}, 1000) // keeps the process running until it is killed

async function write(path, text) {
  writeFileSync(path, text)
  await session.record('file.changed', { path, change: 'created', lines: text.split('\n').length - 1 })
}

async function runTests() {
  const command = 'node --test parser.test.mjs'
  let outcome = 'ok'
  try {
    execFileSync(process.execPath, ['--test', 'parser.test.mjs'], { stdio: 'ignore' })
  } catch {
    outcome = 'failed' // expected, because the session is about this failure
  }
  await session.record('tool.returned', { call: 'call-1', tool: 'Bash', command, outcome })
  await session.record('test.ran', {
    name: 'parser.test.mjs',
    command,
    outcome: outcome === 'ok' ? 'passed' : 'failed',
  })
}

function TEST() {
  return `import assert from 'node:assert'
import test from 'node:test'
import { parse } from './parser.mjs'
test('empty input gives an empty list', () => assert.deepEqual(parse(''), []))
`
}
