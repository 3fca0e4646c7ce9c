import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import { leftoffHooks } from '../../src/library/claude-agent-sdk/index.ts'
import { openSessions } from '../../src/library/open-sessions.ts'
import { connect } from '../../src/log/sqlite/driver.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { payloadsIn } from '../support/payloads.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const recorded = payloadsIn('claude-code', 'payloads')

/** A payload as the SDK would give it, of one session in one folder. */
const told = (name: string, session: string, project: string) => ({
  ...recorded[name],
  session_id: session,
  cwd: project,
})

function stage() {
  const home = temporaryFolder()
  const project = temporaryFolder()
  const troubles: unknown[] = []
  const leftoff = leftoffHooks({ home, project, onTrouble: (error) => troubles.push(error) })
  const hook = (name: string, session: string) => {
    const event = Object.entries(leftoff.hooks).find(([one]) => name.startsWith(`${one}-`) || name === one)
    const callback = event?.[1][0]?.hooks[0]
    if (!callback) throw new Error(`no hook hears ${name}`)
    return callback(told(name, session, project))
  }
  return { home, project, troubles, leftoff, hook }
}

const ONE = '0a1b2c3d-0000-4000-8000-000000000001'
const TWO = '0a1b2c3d-0000-4000-8000-000000000002'

test('a session that is told through the SDK is recorded as one of Claude Code, and ends with it', async () => {
  const { home, project, troubles, leftoff, hook } = stage()
  expect(await hook('SessionStart-startup', ONE)).toEqual({})
  for (const name of ['UserPromptSubmit', 'PreToolUse-Edit', 'PostToolUse-Edit', 'PostToolUse-Bash'])
    await hook(name, ONE)
  expect(await hook('PreCompact-auto', ONE)).toEqual({})
  await hook('Stop', ONE)
  await hook('SessionEnd-other', ONE)
  await leftoff.close()
  expect(troubles).toEqual([])
  const sessions = await openSessions({ home, project })
  expect(await sessions.list()).toMatchObject([{ agent: 'claude-code', state: 'ended', turns: 1, files: 1 }])
  await sessions.close()
})

test('the next session begins with the brief of the one before', async () => {
  const { leftoff, hook, home, project } = stage()
  for (const name of [
    'SessionStart-startup',
    'UserPromptSubmit',
    'PostToolUse-Edit',
    'Stop',
    'SessionEnd-other',
  ])
    await hook(name, ONE)
  const answer = await hook('SessionStart-startup', TWO)
  expect(answer.hookSpecificOutput?.hookEventName).toBe('SessionStart')
  expect(answer.hookSpecificOutput?.additionalContext).toContain('leftoff')
  await leftoff.close()
  const sessions = await openSessions({ home, project })
  expect((await sessions.list()).map(({ state }) => state).toSorted()).toEqual(['active', 'ended'])
  await sessions.close()
})

test('sessions side by side in one process do not end each other', async () => {
  const { leftoff, hook, home } = stage()
  await Promise.all(
    [ONE, TWO].flatMap((id) => [hook('SessionStart-startup', id), hook('UserPromptSubmit', id)]),
  )
  await leftoff.close()
  const log = new SqliteLog({ path: `${home}/log.db`, projection: sessionProjection })
  const views = await log.views()
  expect(views.map(({ view }) => [view.life.state, view.talk.turns])).toEqual([
    ['active', 1],
    ['active', 1],
  ])
  await log.close()
})

test('what cannot be stored waits in the spool and is told to whoever wants to hear; the agent goes on', async () => {
  const { home, project, troubles, leftoff, hook } = stage()
  await hook('SessionStart-startup', ONE)
  await leftoff.close()
  writeFileSync(join(home, 'config.json'), '{"log.busy-timeout":"1ms"}', { mode: 0o600 })
  const busy = connect(join(home, 'log.db'), { readOnly: false, busyMs: 0 })
  busy.exec('BEGIN IMMEDIATE')
  const hooks = leftoffHooks({ home, project, onTrouble: (error) => troubles.push(error) })
  expect(await hooks.hooks.UserPromptSubmit[0]?.hooks[0]?.(told('UserPromptSubmit', ONE, project))).toEqual(
    {},
  )
  expect(troubles).toMatchObject([{ code: 'log-busy' }])
  busy.exec('ROLLBACK')
  busy.close()
  await hooks.close()
  const sessions = await openSessions({ home, project })
  expect(await sessions.list()).toMatchObject([{ turns: 1 }])
  await sessions.close()
})

test('a payload that nobody understands is no reason to stop an agent', async () => {
  const { leftoff, troubles } = stage()
  expect(await leftoff.hooks.Stop[0]?.hooks[0]?.({ hook_event_name: 'Stop' })).toEqual({})
  expect(await leftoff.hooks.Stop[0]?.hooks[0]?.({})).toEqual({})
  expect(troubles).toEqual([])
  await leftoff.close()
})
