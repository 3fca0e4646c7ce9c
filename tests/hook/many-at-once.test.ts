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
/** Every so many of them starts leftoff, as at a prompt; the others are left in the spool, as at a tool. */
const EVERY = 10

test('of two hundred hooks at once none is lost, none is doubled, and no agent notices', async () => {
  const at = await createHookSandbox()
  await waitForExit(at.spawn(['init', '--agent', 'claude-code']))
  const heard = await Promise.all(Array.from({ length: HOOKS }, (_, index) => one(at, index)))
  expect(heard.filter(({ code, err, out }) => code !== 0 || err !== '' || out !== '')).toEqual([])
  for (let round = 0; at.spooled().length > 0 && round < 20; round += 1) await sendPrompt(at)
  const found = (await at.events()).flatMap(({ data }) => /hook number \d+/.exec(JSON.stringify(data)) ?? [])
  const expected = Array.from({ length: HOOKS }, (_, index) => `hook number ${index}`)
  expect(found.map(String).toSorted()).toEqual(expected.toSorted())
  expect(at.spooled('quarantine')).toEqual([])
  expect(await damage(at)).toEqual([])
})

function one(at: HookSandbox, index: number): ReturnType<typeof waitForExit> {
  const isAnswered = index % EVERY === 0
  const where = { session: `s${index % 7}`, folder: at.folder }
  const payloads = PAYLOADS['claude-code']
  const text = `${index} hook number ${index}`
  const payload = isAnswered ? payloads.prompt(where, text) : payloads.tool(where, text)
  const script = join(at.home, 'bin', isAnswered ? 'hook' : 'spool')
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
