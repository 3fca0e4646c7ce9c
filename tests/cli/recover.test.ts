import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../support/sandbox.ts'

/** Starts a session, kills its process and returns its id. */
async function killed(here: Sandbox, goal = 'ship it', folder = here.folder): Promise<string> {
  const agent = spawn('sleep', ['600'])
  const words = ['session', 'start', '--agent', 'claude-code', '--pid', String(agent.pid), '--goal', goal]
  const { session } = await here.json(words, { folder })
  await here.json(['note', 'next', 'write the tests', '--session', session.id], { folder })
  agent.kill('SIGKILL')
  await once(agent, 'exit')
  return session.id
}

const short = (id: string): string => id.slice(4, 12)

describe('recover --list', () => {
  test('recover --list lists the crashed sessions of all projects with their causes and contents', async () => {
    const here = await createSandbox()
    expect((await here.run(['recover', '--list'])).out).toContain('No crashed sessions to recover')
    const other = join(here.root, 'other')
    mkdirSync(other)
    const ids = [await killed(here), await killed(here, 'sweep it', other)]
    const { out, code } = await here.run(['recover', '--list'])
    expect(code).toBe(0)
    for (const id of ids)
      expect(out).toMatch(new RegExp(`${short(id)}.*claude-code.*process gone.*1 next action`))
    expect(out).toContain('other')
    const { sessions } = await here.json(['recover', '--list'])
    expect(sessions.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed())
    expect(sessions[0]).toMatchObject({ state: 'crashed', knownBy: 'process-gone', held: { next: 1 } })
    expect((await here.json(['recover', '--list', '--limit', '1'])).sessions).toHaveLength(1)
  })

  test('recover --list changes nothing', async () => {
    const here = await createSandbox()
    const id = await killed(here)
    await here.run(['recover', '--list'])
    const { events } = await here.json(['session', 'show', id])
    expect(events.map(({ type }: { type: string }) => type)).not.toContain('session.crashed')
  })
})

describe('recover ID', () => {
  test('recover ID prints the recovered work and the next command, and accepts a short ID', async () => {
    const here = await createSandbox()
    const id = await killed(here)
    const { out, code } = await here.run(['recover', short(id)])
    expect(code).toBe(0)
    expect(out).toContain(`Recovered session ${short(id)} by claude-code in app`)
    expect(out).toContain('1 next action')
    expect(out).toContain(`leftoff brief --session ${short(id)}`)
    expect((await here.run(['brief', '--session', short(id)])).out).toContain('recovered: 1 next action')
    expect((await here.json(['recover', '--list'])).sessions).toEqual([])
    const { out: list } = await here.run(['session', 'list'])
    expect(list).toContain('ended, recovered')
    expect((await here.run(['session', 'show', id])).out).toMatch(/recovered +1 next action/)
  })

  test('recover ID reports the first recovery and stores nothing if it runs again', async () => {
    const here = await createSandbox()
    const id = await killed(here)
    const first = await here.json(['recover', id])
    expect(Object.keys(first)).toEqual(['outcome', 'session', 'note', 'held', 'left'])
    const before = (await here.json(['verify'])).events
    expect(await here.json(['recover', id])).toMatchObject({ outcome: 'already', note: first.note })
    expect((await here.json(['verify'])).events).toBe(before)
  })

  test('recover ID fails for a session that did not crash and suggests another command', async () => {
    const here = await createSandbox()
    const { session } = await here.json(['session', 'start'])
    const { err, code } = await here.run(['recover', session.id])
    expect(code).toBe(1)
    expect(err).toMatch(/did not crash: it is active[\s\S]*fix: leftoff brief --session/)
    await here.json(['session', 'end'])
    expect((await here.run(['recover', session.id])).err).toContain('did not crash: it ended')
  })
})

describe('recover ID --discard', () => {
  test('recover ID --discard archives the session and deletes nothing', async () => {
    const here = await createSandbox()
    const id = await killed(here)
    const { out } = await here.run(['recover', id, '--discard'])
    expect(out).toContain('Nothing was deleted')
    expect((await here.json(['recover', '--list'])).sessions).toEqual([])
    expect((await here.json(['session', 'start'])).crashed).toEqual([])
    expect((await here.run(['brief'])).out).not.toContain('ship it')
    const { events, session } = await here.json(['session', 'show', id])
    expect(session).toMatchObject({ state: 'crashed', archived: true })
    expect(events.at(-1)).toMatchObject({ type: 'session.archived', text: 'archived (discarded)' })
    expect(await here.json(['recover', id, '--discard'])).toMatchObject({ outcome: 'already' })
    expect(await here.json(['recover', id])).toMatchObject({ outcome: 'recovered' })
    expect(
      (await here.run(['recover', id, '--discard'])).code,
      'a recovered session cannot be discarded',
    ).toBe(1)
  })
})

test('doctor reports crashed sessions that are not recovered', async () => {
  const here = await createSandbox()
  await killed(here)
  expect((await here.run(['doctor'])).out).toMatch(
    /1 crashed session to recover[\s\S]*leftoff recover --list/,
  )
  await here.run(['recover', '--all'])
  expect((await here.run(['doctor'])).out).not.toContain('crashed')
})

test('recover --all recovers the crashed sessions of all projects', async () => {
  const here = await createSandbox()
  const other = join(here.root, 'other')
  mkdirSync(other)
  const ids = [await killed(here), await killed(here, 'sweep it', other)]
  const { out } = await here.run(['recover', '--all'])
  expect(out).toContain('Recovered 2 sessions')
  for (const id of ids) expect(out).toContain(short(id))
  expect(await here.json(['recover', '--all'])).toEqual({ recovered: [] })
})

test.each([
  [[], 2, 'specify what to recover'],
  [['--discard'], 2, 'leftoff recover ID --discard'],
  [['--all', '--discard'], 2, 'leftoff recover ID --discard'],
  [['--all', '--list'], 2, 'specify what to recover'],
  [['abc', '--list'], 2, 'specify what to recover'],
  [['../etc'], 2, 'invalid session ID'],
  [['zzzz'], 3, 'no session matches'],
  [['zzzz', '--discard'], 3, 'no session matches'],
])('recover %j exits with code %i and prints the reason', async (words, exit, why) => {
  const here = await createSandbox()
  const { code, err } = await here.run(['recover', ...words])
  expect([code, err]).toEqual([exit, expect.stringContaining(why)])
})
