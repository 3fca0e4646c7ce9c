import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { killedSession, RECOVERY_NOTE } from '../../../tests/support/killed-session.ts'
import { locationNamed } from '../../../tests/support/world.ts'
import { Problem } from '../../problem.ts'
import { composeBrief } from '../context/compose-brief.ts'
import { crashedSessions } from './crashed-sessions.ts'
import { discard, recover } from './recover.ts'
import { recoverProject, start } from './start.ts'

describe('at the next startup', () => {
  test('crashed sessions are recovered, and the brief has one line about it', async () => {
    const { world, id } = await killedSession()
    const { crashed } = await start(world, { agent: 'claude-code', trigger: 'hook' })
    expect(crashed).toMatchObject([{ summary: { id, state: 'crashed' }, recovered: RECOVERY_NOTE }])
    const brief = await composeBrief(world, { budget: 1500 })
    const lines = brief?.text.split('\n').filter((line) => line.includes('crashed'))
    expect(lines).toEqual([
      `The last session, claude-code on branch main, crashed 1 minute ago; recovered: ${RECOVERY_NOTE}. Look at the working tree before you go on.`,
    ])
  })

  test('sessions that crashed earlier are recovered as well', async () => {
    const { world, id } = await killedSession()
    const broken = { name: 'killed', run: () => Promise.reject(new Error('killed')) }
    await expect(recover(world, id, { steps: [broken] })).rejects.toThrow('killed')
    const found = await recoverProject(world, { withinMs: 1000 })
    expect(found).toMatchObject([{ summary: { id }, recovered: RECOVERY_NOTE }])
    expect(await recoverProject(world, { withinMs: 1000 })).toEqual([])
  })

  test('a resumed session is recovered first', async () => {
    const { world, id } = await killedSession()
    await recoverProject(world, { withinMs: 1000, own: { session: id, goesOn: false } })
    expect((await world.view(id)).life.state).toBe('active')
    await recoverProject(world, { withinMs: 1000, own: { session: id, goesOn: true } })
    expect((await world.view(id)).life.recoveryNote).toBe(RECOVERY_NOTE)
  })

  test('a failing log does not block startup and is reported', async () => {
    const { world, id } = await killedSession()
    const troubles: unknown[] = []
    const busy = new Problem({ code: 'log-busy', message: 'no room', fix: 'wait', outcome: 'busy' })
    Object.assign(world, { spool: { waiting: () => Promise.reject(busy) } })
    const found = await recoverProject(world, { withinMs: 1000, onError: (error) => troubles.push(error) })
    expect(found.map(({ summary, recovered }) => [summary.id, recovered])).toEqual([[id, undefined]])
    expect(String(troubles[0])).toContain('no room')
  })
})

describe('the list of crashed sessions', () => {
  test('covers all projects, including crashes not yet recorded', async () => {
    const { world, id } = await killedSession()
    world.place = locationNamed('other')
    expect(await crashedSessions(world)).toMatchObject([
      { id, project: { name: 'app' }, knownBy: 'process-gone', held: { prompts: 1, failing: ['npm test'] } },
    ])
    await recover(world, id)
    expect(await crashedSessions(world)).toEqual([])
  })

  test('includes archived sessions, unless a person discarded them', async () => {
    const { world, id } = await killedSession()
    const broken = { name: 'killed', run: () => Promise.reject(new Error('killed')) }
    await expect(recover(world, id, { steps: [broken] })).rejects.toThrow('killed')
    await world.log.append(id, [eventOfType('session.archived', { reason: 'expired' }, world.time)])
    expect(await crashedSessions(world)).toHaveLength(1)
    expect((await discard(world, id)).kind).toBe('discarded')
    expect(await crashedSessions(world)).toEqual([])
    expect(await recoverProject(world, { withinMs: 1000 })).toEqual([])
  })

  test('discarded sessions can still be recovered: nothing was deleted', async () => {
    const { world, id } = await killedSession()
    await discard(world, id)
    expect((await discard(world, id)).kind).toBe('already')
    const { kind, seen } = await recover(world, id)
    expect([kind, seen.view.life.recoveryNote]).toEqual(['recovered', RECOVERY_NOTE])
    expect(seen.view.life).not.toHaveProperty('archivedAt')
    expect((await discard(world, id)).kind).toBe('recovered')
  })
})
