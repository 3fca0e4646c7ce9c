import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { install } from '../../src/agent/claude-code/install.ts'
import { sessionProjection } from '../../src/app/projection.ts'
import { leftoffHooks } from '../../src/library/claude-agent-sdk/index.ts'
import { openSessions } from '../../src/library/open-sessions.ts'
import { connect } from '../../src/log/sqlite/driver.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { Maildir } from '../../src/spool/maildir.ts'
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

/** How every session stands, and its turns. */
async function lives(home: string): Promise<readonly (readonly [string, number])[]> {
  const log = new SqliteLog({ path: `${home}/log.db`, projection: sessionProjection })
  const views = await log.views()
  await log.close()
  return views.map(({ view }) => [view.life.state, view.talk.turns] as const)
}

const ONE = '0a1b2c3d-0000-4000-8000-000000000001'
const TWO = '0a1b2c3d-0000-4000-8000-000000000002'

test('a session that is told through the SDK is recorded as one of Claude Code, and ends with it', async () => {
  const { home, project, troubles, leftoff, hook } = stage()
  expect(await hook('SessionStart-startup', ONE)).toEqual({})
  for (const name of ['UserPromptSubmit', 'PreToolUse-Edit', 'PostToolUse-Edit', 'PostToolUse-Bash'])
    await hook(name, ONE)
  expect((await hook('PreCompact-auto', ONE)).systemMessage).toContain('leftoff')
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
  expect((await sessions.list()).map(({ state }) => state).toSorted()).toEqual(['ended', 'ended'])
  await sessions.close()
})

test('sessions side by side in one process do not end each other', async () => {
  const { leftoff, hook, home } = stage()
  await Promise.all([ONE, TWO].flatMap((id) => [hook('UserPromptSubmit', id), hook('Stop', id)]))
  expect(await lives(home)).toEqual([
    ['active', 1],
    ['active', 1],
  ])
  await leftoff.close()
})

test('a session whose start nobody tells begins with what is told first, and is briefed with its first prompt', async () => {
  const { home, leftoff, hook } = stage()
  expect(await hook('UserPromptSubmit', ONE)).toEqual({})
  for (const name of ['PostToolUse-Edit', 'Stop']) await hook(name, ONE)
  await leftoff.close()
  const { hookSpecificOutput } = await hook('UserPromptSubmit', TWO)
  expect(hookSpecificOutput?.hookEventName).toBe('UserPromptSubmit')
  expect(hookSpecificOutput?.additionalContext).toContain('<leftoff-brief')
  await hook('Stop', TWO)
  expect(await hook('UserPromptSubmit', TWO)).toEqual({})
  expect(await lives(home)).toContainEqual(['active', 1])
  await leftoff.close()
})

test('a start that a command has told already, and that still waits, is not told again', async () => {
  const { home, project, leftoff, hook } = stage()
  for (const name of ['UserPromptSubmit', 'PostToolUse-Edit', 'Stop']) await hook(name, ONE)
  await leftoff.close()
  const spool = new Maildir(join(home, 'spool'))
  await spool.deliver('claude-code', JSON.stringify(told('SessionStart-startup', TWO, project)))
  expect((await hook('UserPromptSubmit', TWO)).hookSpecificOutput?.additionalContext ?? '').not.toContain(
    'The last session',
  )
  await leftoff.close()
  expect((await lives(home)).map(([state]) => state)).toEqual(['ended', 'ended'])
})

test('a session that is gone on with is resumed, and hears what it had come to', async () => {
  const { home, leftoff, hook } = stage()
  for (const name of ['UserPromptSubmit', 'PostToolUse-Edit', 'Stop']) await hook(name, ONE)
  await leftoff.close()
  expect(await lives(home)).toEqual([['ended', 1]])
  const { hookSpecificOutput } = await hook('UserPromptSubmit', ONE)
  expect(hookSpecificOutput?.additionalContext).toContain('<leftoff-brief')
  expect((await lives(home))[0]?.[0]).toBe('active')
  await leftoff.close()
})

test('close ends every session that was told of, and only once', async () => {
  const { home, troubles, leftoff, hook } = stage()
  await hook('UserPromptSubmit', ONE)
  await hook('UserPromptSubmit', TWO)
  await hook('SessionEnd-other', TWO)
  // One that is under way is waited for.
  const late = hook('Stop', ONE)
  await leftoff.close()
  await leftoff.close()
  await late
  expect((await lives(home)).map(([state]) => state)).toEqual(['ended', 'ended'])
  expect(troubles).toEqual([])
})

test('what an answer decided is told to the next session, without anybody who tends the index', async () => {
  const { leftoff, project } = stage()
  const tell = (name: 'UserPromptSubmit' | 'Stop', session: string, more: object) =>
    leftoff.hooks[name][0]?.hooks[0]?.({ ...told(name, session, project), ...more })
  await tell('UserPromptSubmit', ONE, { prompt: 'Fix the rounding' })
  const answer = 'I decided to round to cents, because euros lose money. All tests pass with it.'
  await tell('Stop', ONE, { last_assistant_message: answer })
  await leftoff.close()
  const next = await tell('UserPromptSubmit', TWO, { prompt: 'What is left?' })
  expect(next?.hookSpecificOutput?.additionalContext).toContain('round to cents (because euros lose money)')
  await leftoff.close()
})

test('sessions belong to the project that was named, wherever the agent works', async () => {
  const { home, project, leftoff } = stage()
  const elsewhere = temporaryFolder()
  await leftoff.hooks.UserPromptSubmit[0]?.hooks[0]?.(told('UserPromptSubmit', ONE, elsewhere))
  await leftoff.close()
  const sessions = await openSessions({ home, project })
  expect(await sessions.list()).toMatchObject([{ directory: project, turns: 1 }])
  await sessions.close()
})

test('the SDK is asked for the same events as Claude Code itself', () => {
  const asked = install.files.flatMap((file) => ('hooks' in file ? (file.hooks ?? []) : []))
  const { leftoff } = stage()
  expect(Object.keys(leftoff.hooks).toSorted()).toEqual(asked.map(({ event }) => event).toSorted())
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

test('a home that cannot be used is no reason to stop an agent', async () => {
  const project = temporaryFolder()
  const troubles: unknown[] = []
  writeFileSync(join(project, 'file'), '')
  const home = join(project, 'file', 'home')
  const leftoff = leftoffHooks({ home, project, onTrouble: (error) => troubles.push(error) })
  const callback = leftoff.hooks.UserPromptSubmit[0]?.hooks[0]
  expect(await callback?.(told('UserPromptSubmit', ONE, project))).toEqual({})
  expect(await callback?.(told('UserPromptSubmit', TWO, project))).toEqual({})
  await leftoff.close()
  expect(troubles.length).toBeGreaterThan(2)
})
