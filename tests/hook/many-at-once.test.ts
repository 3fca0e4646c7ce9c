import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { collect } from '../support/events.ts'
import { waitForExit } from '../support/sandbox.ts'
import { PAYLOADS } from './agent-payloads.ts'
import { createHookSandbox, type HookSandbox } from './hook-sandbox.ts'
import { sendPrompt } from './prompts.ts'

const HOOKS = 200
/** Every tenth hook starts Node, like a prompt; the others only spool, like a tool call. */
const EVERY = 10

test('200 concurrent hooks exit without an error, and each payload is stored once', async () => {
  const at = await createHookSandbox()
  await waitForExit(at.spawn(['init', '--agent', 'claude-code']))
  const results = await Promise.all(Array.from({ length: HOOKS }, (_, index) => runInstalledHook(at, index)))
  expect(results.filter(({ code, err, out }) => code !== 0 || err !== '' || out !== '')).toEqual([])
  for (let round = 0; at.spooled().length > 0 && round < 20; round += 1) await sendPrompt(at)
  const found = (await at.events()).flatMap(({ data }) => /hook number \d+/.exec(JSON.stringify(data)) ?? [])
  const expected = Array.from({ length: HOOKS }, (_, index) => `hook number ${index}`)
  expect(found.map(String).toSorted()).toEqual(expected.toSorted())
  expect(at.spooled('quarantine')).toEqual([])
  expect(await damage(at)).toEqual([])
})

function runInstalledHook(at: HookSandbox, index: number): ReturnType<typeof waitForExit> {
  const startsNode = index % EVERY === 0
  const where = { session: `s${index % 7}`, folder: at.folder }
  const payloads = PAYLOADS['claude-code']
  const text = `${index} hook number ${index}`
  const payload = startsNode ? payloads.prompt(where, text) : payloads.tool(where, text)
  const script = join(at.home, 'bin', startsNode ? 'hook' : 'spool')
  const child = spawn('sh', ['-c', `leftoff_agent=claude-code;. '${script}'`], { cwd: at.folder, env: {} })
  return waitForExit(child, JSON.stringify(payload))
}

async function damage(at: HookSandbox): Promise<readonly unknown[]> {
  const log = new SqliteLog({ path: join(at.home, 'log.db'), projection: sessionProjection })
  try {
    return await collect(log.verify())
  } finally {
    await log.close()
  }
}
