import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sessionIdOf } from '../../src/agent/event-draft.ts'
import { drainSpool } from '../../src/app/ingest/drain-spool.ts'
import { record } from '../../src/app/ingest/record.ts'
import { noteEvent } from '../../src/app/lifecycle/notes.ts'
import { sessionProjection } from '../../src/app/projection.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { TestWorld } from '../support/world.ts'
import { syntheticSecrets } from './synthetic-secrets.ts'

/** The bytes of every file in a folder. */
const bytesIn = (folder: string): readonly Buffer[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))

test('none of 400 secrets appears in the bytes of the log or the spool', async () => {
  const path = join(temporaryFolder(), 'log.db')
  const log = new SqliteLog({ path, projection: sessionProjection })
  const world = new TestWorld({ log })
  const secrets = syntheticSecrets()
  expect(secrets.length).toBeGreaterThanOrEqual(400)
  for (const [index, { text }] of secrets.entries()) {
    await world.spool.deliver('claude-code', JSON.stringify(toolOutput(index, text)))
  }
  await drainSpool(world)
  const session = sessionIdOf('claude-code', 'secrets')
  for (const { text } of secrets.slice(0, 50)) {
    await record(world, session, [noteEvent(world, { kind: 'fact', text })])
  }
  const { craft } = await world.view(session)
  expect(craft.tools.Bash).toBe(secrets.length)
  await log.close()
  const stored = [...bytesIn(dirname(path)), ...bytesIn(world.spoolFolder)]
  const found = secrets.filter(({ secret }) => stored.some((bytes) => bytes.includes(secret)))
  expect(found.map(({ rule, form }) => `${rule} ${form}`)).toEqual([])
})

const toolOutput = (index: number, text: string): object => ({
  session_id: 'secrets',
  cwd: '/work/app',
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_use_id: `call-${index}`,
  tool_input: { command: `show ${text}` },
  tool_response: { stdout: text },
})
