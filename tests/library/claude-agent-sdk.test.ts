import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sessionProjection } from '../../src/app/projection.ts'
import { PLANS } from '../../src/install/plans.ts'
import { leftoffHooks } from '../../src/library/claude-agent-sdk/index.ts'
import { openSessions } from '../../src/library/open-sessions.ts'
import { connect } from '../../src/log/sqlite/driver.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { Maildir } from '../../src/spool/maildir.ts'
import { payloadsIn } from '../support/payloads.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const recorded = payloadsIn('claude-code', 'payloads')

/** A recorded payload for this session and project. */
const payload = (name: string, session: string, project: string) => ({
  ...recorded[name],
  session_id: session,
  cwd: project,
})

function setup() {
  const home = temporaryFolder()
  const project = temporaryFolder()
  const errors: unknown[] = []
  const leftoff = leftoffHooks({ home, project, onTrouble: (error) => errors.push(error) })
  const hook = (name: string, session: string) => {
    const event = Object.entries(leftoff.hooks).find(([one]) => name.startsWith(`${one}-`) || name === one)
    const callback = event?.[1][0]?.hooks[0]
    if (!callback) throw new Error(`no hook for ${name}`)
    return callback(payload(name, session, project))
  }
  return { home, project, errors, leftoff, hook }
}

/** State and number of turns of every session. */
async function sessionStates(home: string): Promise<readonly (readonly [string, number])[]> {
  const log = new SqliteLog({ path: `${home}/log.db`, projection: sessionProjection })
  const views = await log.views()
  await log.close()
  return views.map(({ view }) => [view.life.state, view.talk.turns] as const)
}

const ONE = '0a1b2c3d-0000-4000-8000-000000000001'
const TWO = '0a1b2c3d-0000-4000-8000-000000000002'

test('an SDK session is recorded as a Claude Code session', async () => {
  const { home, project, errors, leftoff, hook } = setup()
  expect(await hook('SessionStart-startup', ONE)).toEqual({})
  for (const name of ['UserPromptSubmit', 'PreToolUse-Edit', 'PostToolUse-Edit', 'PostToolUse-Bash'])
    await hook(name, ONE)
  expect((await hook('PreCompact-auto', ONE)).systemMessage).toContain('leftoff')
  await hook('Stop', ONE)
  await hook('SessionEnd-other', ONE)
  await leftoff.close()
  expect(errors).toEqual([])
  const sessions = await openSessions({ home, project })
  expect(await sessions.list()).toMatchObject([{ agent: 'claude-code', state: 'ended', turns: 1, files: 1 }])
  await sessions.close()
})

test('the next session gets a brief about the previous one', async () => {
  const { leftoff, hook, home, project } = setup()
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

test('concurrent sessions in one process do not end each other', async () => {
  const { leftoff, hook, home } = setup()
  await Promise.all([ONE, TWO].flatMap((id) => [hook('UserPromptSubmit', id), hook('Stop', id)]))
  expect(await sessionStates(home)).toEqual([
    ['active', 1],
    ['active', 1],
  ])
  await leftoff.close()
})

test('without a start event, a session starts at its first hook and gets a brief with its first prompt', async () => {
  const { home, leftoff, hook } = setup()
  expect(await hook('UserPromptSubmit', ONE)).toEqual({})
  for (const name of ['PostToolUse-Edit', 'Stop']) await hook(name, ONE)
  await leftoff.close()
  const { hookSpecificOutput } = await hook('UserPromptSubmit', TWO)
  expect(hookSpecificOutput?.hookEventName).toBe('UserPromptSubmit')
  expect(hookSpecificOutput?.additionalContext).toContain('<leftoff-brief')
  await hook('Stop', TWO)
  expect(await hook('UserPromptSubmit', TWO)).toEqual({})
  expect(await sessionStates(home)).toContainEqual(['active', 1])
  await leftoff.close()
})

test('a start that is already in the spool is not recorded again', async () => {
  const { home, project, leftoff, hook } = setup()
  for (const name of ['UserPromptSubmit', 'PostToolUse-Edit', 'Stop']) await hook(name, ONE)
  await leftoff.close()
  const spool = new Maildir(join(home, 'spool'))
  await spool.deliver('claude-code', JSON.stringify(payload('SessionStart-startup', TWO, project)))
  expect((await hook('UserPromptSubmit', TWO)).hookSpecificOutput?.additionalContext ?? '').not.toContain(
    'Where things stand',
  )
  await leftoff.close()
  expect((await sessionStates(home)).map(([state]) => state)).toEqual(['ended', 'ended'])
})

test('a continued session is resumed and gets its own brief', async () => {
  const { home, leftoff, hook } = setup()
  for (const name of ['UserPromptSubmit', 'PostToolUse-Edit', 'Stop']) await hook(name, ONE)
  await leftoff.close()
  expect(await sessionStates(home)).toEqual([['ended', 1]])
  const { hookSpecificOutput } = await hook('UserPromptSubmit', ONE)
  expect(hookSpecificOutput?.additionalContext).toContain('<leftoff-brief')
  expect((await sessionStates(home))[0]?.[0]).toBe('active')
  await leftoff.close()
})

test('close ends every session once', async () => {
  const { home, errors, leftoff, hook } = setup()
  await hook('UserPromptSubmit', ONE)
  await hook('UserPromptSubmit', TWO)
  await hook('SessionEnd-other', TWO)
  // close waits for running hooks.
  const late = hook('Stop', ONE)
  await leftoff.close()
  await leftoff.close()
  await late
  expect((await sessionStates(home)).map(([state]) => state)).toEqual(['ended', 'ended'])
  expect(errors).toEqual([])
})

test('an answer is part of the next brief without a background indexer', async () => {
  const { leftoff, project } = setup()
  const tell = (name: 'UserPromptSubmit' | 'Stop', session: string, more: object) =>
    leftoff.hooks[name][0]?.hooks[0]?.({ ...payload(name, session, project), ...more })
  await tell('UserPromptSubmit', ONE, { prompt: 'Fix the rounding' })
  const answer = 'I decided to round to cents, because euros lose money. All tests pass with it.'
  await tell('Stop', ONE, { last_assistant_message: answer })
  await leftoff.close()
  const next = await tell('UserPromptSubmit', TWO, { prompt: 'What is left?' })
  expect(next?.hookSpecificOutput?.additionalContext).toContain('I decided to round to cents')
  await leftoff.close()
})

test('the project option overrides the working directory of the agent', async () => {
  const { home, project, leftoff } = setup()
  const elsewhere = temporaryFolder()
  await leftoff.hooks.UserPromptSubmit[0]?.hooks[0]?.(payload('UserPromptSubmit', ONE, elsewhere))
  await leftoff.close()
  const sessions = await openSessions({ home, project })
  expect(await sessions.list()).toMatchObject([{ directory: project, turns: 1 }])
  await sessions.close()
})

test('the SDK hooks cover the same events as the installed hooks', () => {
  const asked = PLANS['claude-code'].files.flatMap((file) => ('hooks' in file ? (file.hooks ?? []) : []))
  const { leftoff } = setup()
  expect(Object.keys(leftoff.hooks).toSorted()).toEqual(asked.map(({ event }) => event).toSorted())
})

test('an event that cannot be stored is spooled and reported, and the agent continues', async () => {
  const { home, project, errors, leftoff, hook } = setup()
  await hook('SessionStart-startup', ONE)
  await leftoff.close()
  writeFileSync(join(home, 'config.json'), '{"log.busy-timeout":"1ms"}', { mode: 0o600 })
  const busy = connect(join(home, 'log.db'), { readOnly: false, busyMs: 0 })
  busy.exec('BEGIN IMMEDIATE')
  const hooks = leftoffHooks({ home, project, onTrouble: (error) => errors.push(error) })
  expect(
    await hooks.hooks.UserPromptSubmit[0]?.hooks[0]?.(payload('UserPromptSubmit', ONE, project)),
  ).toEqual({})
  expect(errors).toMatchObject([{ code: 'log-busy' }])
  busy.exec('ROLLBACK')
  busy.close()
  await hooks.close()
  const sessions = await openSessions({ home, project })
  expect(await sessions.list()).toMatchObject([{ turns: 1 }])
  await sessions.close()
})

test('an unknown payload does not stop the agent', async () => {
  const { leftoff, errors } = setup()
  expect(await leftoff.hooks.Stop[0]?.hooks[0]?.({ hook_event_name: 'Stop' })).toEqual({})
  expect(await leftoff.hooks.Stop[0]?.hooks[0]?.({})).toEqual({})
  expect(errors).toEqual([])
  await leftoff.close()
})

test('an unusable home does not stop the agent', async () => {
  const project = temporaryFolder()
  const errors: unknown[] = []
  writeFileSync(join(project, 'file'), '')
  const home = join(project, 'file', 'home')
  const leftoff = leftoffHooks({ home, project, onTrouble: (error) => errors.push(error) })
  const callback = leftoff.hooks.UserPromptSubmit[0]?.hooks[0]
  expect(await callback?.(payload('UserPromptSubmit', ONE, project))).toEqual({})
  expect(await callback?.(payload('UserPromptSubmit', TWO, project))).toEqual({})
  await leftoff.close()
  expect(errors.length).toBeGreaterThan(2)
})
