import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../src/log/sqlite/driver.ts'
import { createSandbox, type Sandbox } from '../support/sandbox.ts'

/** Far less than the 30 s that a write waits, but long enough to start a process on a busy machine. */
const MAX_MS = 12_000

const READING = [
  'session list',
  'session status',
  'session history',
  'session tree',
  'brief',
  'memory list',
  'memory conflicts',
  'recover --list',
  'verify',
]

/** Creates a sandbox with a waiting delivery and locks its log until the test ends. */
async function lockedSandbox(...sql: readonly string[]): Promise<Sandbox> {
  const here = await createSandbox()
  await here.json(['session', 'start'])
  const waiting = join(here.home, 'spool', 'new')
  mkdirSync(waiting, { recursive: true })
  const payload = { session_id: 's', cwd: here.folder, hook_event_name: 'UserPromptSubmit', prompt: 'x' }
  writeFileSync(join(waiting, 'codex.1'), JSON.stringify(payload))
  const other = connect(join(here.home, 'log.db'), { readOnly: false, busyMs: 0 })
  for (const statement of sql) other.exec(statement)
  onTestFinished(() => other.close())
  return here
}

test.each(READING)('leftoff %s shows all readable data while another process writes', async (command) => {
  const here = await lockedSandbox('BEGIN IMMEDIATE')
  const began = performance.now()
  const { code, err } = await here.run(command.split(' '))
  expect([code, err]).toEqual([0, expect.stringContaining('The spool was not fully ingested')])
  expect(performance.now() - began).toBeLessThan(MAX_MS)
})

test.each(READING)('leftoff %s says that the log is busy if nothing can be read', async (command) => {
  const here = await lockedSandbox('PRAGMA locking_mode = EXCLUSIVE', 'BEGIN IMMEDIATE', 'DELETE FROM chore')
  const began = performance.now()
  const { code, err } = await here.run(command.split(' '))
  expect([code, err]).toEqual([5, expect.stringContaining('error[log-busy]')])
  expect(performance.now() - began).toBeLessThan(MAX_MS)
})
