import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSessions } from '../../src/library/open-sessions.ts'
import { CallQueue } from '../../src/mcp/call-queue.ts'
import { detectClient } from '../../src/mcp/current-session.ts'
import { gitRepository } from '../support/git.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

function place() {
  const root = temporaryFolder()
  const project = join(root, 'app')
  mkdirSync(project)
  gitRepository(project)
  const home = join(root, 'home')
  return {
    home,
    project,
    calls: new CallQueue(detectClient({ LEFTOFF_HOME: home, CLAUDE_PROJECT_DIR: project })),
  }
}

test('in the background, the server indexes the functions that a session touched', async () => {
  const { home, project, calls } = place()
  const sessions = await openSessions({ home, project })
  const session = await sessions.start({ agent: 'test-agent', endWithProcess: false })
  await session.record('file.changed', {
    path: 'a.go',
    change: 'created',
    after: 'package a\n\nfunc Buy() {}\n',
  })
  await calls.index()
  const symbols = await calls.run(async ({ world }) => (await world.log.view(session.id))?.view.craft.symbols)
  expect(symbols).toEqual(['Buy'])
  await calls.end()
  await sessions.close()
})

test('the server quarantines an incomplete delivery of a killed process', async () => {
  const { home, project, calls } = place()
  const sessions = await openSessions({ home, project })
  await sessions.start({ agent: 'test-agent' })
  const torn = join(home, 'spool', 'tmp', 'claude-code.0a1b2c3d-0000')
  mkdirSync(join(home, 'spool', 'tmp'), { recursive: true })
  writeFileSync(torn, '{"half')
  utimesSync(torn, 1000, 1000)
  await calls.index()
  expect(existsSync(torn)).toBe(false)
  expect(readdirSync(join(home, 'spool', 'quarantine'))).toContain('claude-code.0a1b2c3d-0000')
  await calls.end()
  await sessions.close()
})

test('indexing creates no log', async () => {
  const { home, calls } = place()
  await calls.index()
  await calls.end()
  expect(existsSync(home)).toBe(false)
})
