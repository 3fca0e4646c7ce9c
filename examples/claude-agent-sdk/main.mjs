// Runs a Claude Agent SDK program three times and kills the second run. Each run gets a brief about earlier runs.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openSessions } from 'leftoff'
import { scratch } from '../support/scratch.mjs'
import { scriptedAnthropic } from '../support/scripted-anthropic.mjs'

const { home, project } = scratch()
const { project: user } = scratch()
const write = (file, content) => ({
  say: `I write ${file}.`,
  call: { name: 'Write', input: { file_path: join(project, file), content } },
})
let running
const model = await scriptedAnthropic([
  write('cart.ts', 'export const total = 1\n'),
  { say: 'I look at it.', call: { name: 'Bash', input: { command: 'wc -l cart.ts' } } },
  { say: 'I decided to round to cents, because euros lose money. Next, test negative prices in cart.ts.' },
  write('cart.test.ts', 'test.todo("negative prices")\n'),
  () => killGroup(),
  { say: 'Nothing is left to do.' },
])

const first = await run('Fix the rounding of prices in cart.ts')
assert.match(first.output, /^I decided to round to cents/)
assert.equal(first.exit, 0)
assert.ok(existsSync(join(project, 'cart.ts')), 'the agent really wrote the file')
assert.ok(!model.requests[0].includes('leftoff-brief'), 'the first run has no brief')

const killed = await run('Add a test for negative prices')
assert.equal(killed.exit, 'SIGKILL')
const aboutFirst = briefIn(model.requests[3])
assert.match(aboutFirst, /round to cents/)
assert.match(aboutFirst, /test negative prices in cart\.ts/)

assert.deepEqual(await run('What is left to do?'), { output: 'Nothing is left to do.', exit: 0 })
model.stop()
const aboutBoth = briefIn(model.requests[5])
assert.match(aboutBoth, /crashed [^;]+; recovered: 1 prompt, 1 file changed/)
assert.match(aboutBoth, /cart\.test\.ts/)
assert.match(aboutBoth, /rounding of prices/)

const sessions = await openSessions({ home, project })
const recorded = (await sessions.list()).toSorted((one, other) => one.startedAt - other.startedAt)
assert.deepEqual(
  recorded.map(({ about, turns, tools, files, state, endedBy }) =>
    [about, turns, tools, files, state, endedBy].join(' | '),
  ),
  [
    'Fix the rounding of prices in cart.ts | 1 | 2 | 1 | ended | hook',
    'Add a test for negative prices | 1 | 1 | 1 | ended | recovered',
    'What is left to do? | 1 | 0 | 0 | ended | hook',
  ],
)
const past = await sessions.resume(recorded[0].id)
const messages = JSON.stringify(await past.messages())
for (const part of ['Fix the rounding', '/cart.ts', 'wc -l cart.ts', '1 cart.ts', 'I decided to round'])
  assert.ok(messages.includes(part), `"${part}" is stored`)
await past.end()
await sessions.close()
console.log(`the third run received a brief of ${aboutBoth.length} characters about the first two`)

/** Runs the agent without your home and API key, in a process group, so that its children are killed with it. */
async function run(prompt) {
  running = spawn(process.execPath, [join(import.meta.dirname, 'agent.mjs'), prompt], {
    cwd: project,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: user,
      TMPDIR: user,
      CLAUDE_CONFIG_DIR: join(user, '.claude'),
      LEFTOFF_HOME: home,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'no-key-is-needed-here',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  })
  process.once('exit', killGroup)
  const late = setTimeout(killGroup, 36_000)
  const output = text(running.stdout)
  const [code, signal] = await once(running, 'exit')
  clearTimeout(late)
  killGroup()
  process.off('exit', killGroup)
  return { output: (await output).trim(), exit: signal ?? code }
}

function killGroup() {
  try {
    process.kill(-running.pid, 'SIGKILL')
  } catch {
    // already gone
  }
}

/** The brief in a request, JSON-escaped. */
function briefIn(request) {
  const match = /<leftoff-brief[\s\S]*?<\/leftoff-brief/.exec(request)
  assert.ok(match, 'the request contains a brief')
  return match[0]
}
