import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { commit, git, gitRepository } from '../../../tests/support/git.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { locationNamed, PROCESS, TestWorld } from '../../../tests/support/world.ts'
import type { Claim } from '../../brief/claim.ts'
import type { SessionId } from '../../event/identity.ts'
import { systemClock } from '../../host/clock.ts'
import { record } from '../ingest/record.ts'
import { closeDoneIssues, doneIssues } from '../lifecycle/close-beads.ts'
import { checkClaims, integrationClaims } from './check-claims.ts'

function stage() {
  const folder = gitRepository(temporaryFolder())
  const world = new TestWorld()
  world.time = systemClock.now()
  world.place = locationNamed('app', folder)
  return { world, folder }
}

const claim = (session: SessionId, world: TestWorld, more: Partial<Claim>): Claim => ({
  section: 'files',
  text: 'x',
  session,
  at: world.time,
  score: 1,
  because: [],
  ...more,
})

const known = async (world: TestWorld, ...ids: readonly SessionId[]) =>
  Promise.all(ids.map(async (session) => ({ session, view: await world.view(session) })))

describe('claims from earlier sessions', () => {
  test('claims from earlier sessions are checked against this checkout, wherever they were recorded', async () => {
    const { world, folder } = stage()
    const old = await world.startSession()
    writeFileSync(join(folder, 'a.ts'), 'one')
    git(folder, 'add', '-A')
    commit(folder)
    const about = { files: [join(folder, 'a.ts')] }
    const other = join(temporaryFolder(), 'tree')
    git(folder, 'worktree', 'add', '-q', other, '-b', 'side')
    rmSync(join(other, 'a.ts'))
    world.place = locationNamed('app', other)
    const ask = { claims: [claim(old, world, { about })], sessions: await known(world, old) }
    expect((await checkClaims(world, ask))[0]?.check).toEqual({ kind: 'changed', why: 'on main' })
  })

  test('a claim from a running session is marked as in use elsewhere when another session reads it', async () => {
    const { world } = stage()
    world.evidence = 'alive'
    const busy = await world.startSession({ process: PROCESS })
    const ask = { claims: [claim(busy, world, { section: 'next' })], sessions: await known(world, busy) }
    expect((await checkClaims(world, ask))[0]?.check?.why).toBe('its session is in use elsewhere now')
    expect((await checkClaims(world, { ...ask, own: busy }))[0]?.check?.kind).toBe('unchecked')
  })
})

describe('Beads', () => {
  const beads = (folder: string): void => {
    mkdirSync(join(folder, '.beads'))
    writeFileSync(
      join(folder, '.beads', 'issues.jsonl'),
      '{"id":"bd-1","title":"Pay","status":"open","priority":1}',
    )
  }

  test('ready issues are part of the next brief', async () => {
    const { world, folder } = stage()
    beads(folder)
    const [last] = await known(world, await world.startSession())
    expect(last && integrationClaims(world, last)).toMatchObject([
      { section: 'others', text: 'Beads, ready: bd-1 (P1) Pay', check: { kind: 'verified' } },
    ])
  })

  async function withNotes(...texts: readonly string[]) {
    const { world, folder } = stage()
    const session = await world.startSession()
    for (const text of texts) {
      const planned = eventOfType('action.planned', { text }, world.time)
      await record(world, session, [planned, eventOfType('action.done', { action: planned.id }, world.time)])
    }
    await record(world, session, [eventOfType('action.planned', { text: 'bd-7 is still to do' }, world.time)])
    return { world, folder, view: await world.view(session) }
  }

  test('an issue is closed only if a finished action mentions its exact id', async () => {
    const { view } = await withNotes('finish bd-12.', 'close (app-x1.3), then rest')
    const ids = ['bd-1', 'bd-12', 'app-x1', 'app-x1.3', 'bd-7']
    expect(doneIssues(view, ids)).toEqual(['bd-12', 'app-x1.3'])
  })

  test('issues are closed and synced only if the settings allow it', async () => {
    const { world, folder, view } = await withNotes('finish bd-1')
    const calls: string[] = []
    const answer = async (call: string) => {
      calls.push(call)
      const issue = {
        id: 'bd-1',
        title: 'x',
        status: 'in_progress',
        priority: 1,
        kind: 'task',
        dependencies: [],
      }
      return { kind: 'answered', issues: [issue] } as const
    }
    world.integrations = {
      lines: () => [],
      writtenRules: () => [],
      commitSession: async () => ({ kind: 'unchanged' }),
      beadsAt: () => ({
        ready: () => answer('ready'),
        inProgress: () => answer('in progress'),
        sync: async () => ({ kind: 'failed', why: 'no remote' }),
        close: (id) => answer(`close ${id}`),
      }),
    }
    expect(await closeDoneIssues(world, folder, view)).toBeUndefined()
    expect(calls).toEqual([])
    world.set({ 'beads.close': true, 'beads.sync': true })
    expect(await closeDoneIssues(world, folder, view)).toEqual({
      closed: ['bd-1'],
      isSynced: false,
      failures: ['bd sync: no remote'],
    })
    expect(calls).toEqual(['in progress', 'close bd-1'])
  })
})
