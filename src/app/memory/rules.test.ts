import { describe, expect, test, vi } from 'vitest'
import { interruptedLog } from '../../../tests/support/interrupted-log.ts'
import { MINUTE, TestWorld } from '../../../tests/support/world.ts'
import { BOOK } from '../../event/memory.ts'
import { approve, approveAsSure, propose, reject, rulesOf } from './rules.ts'

const suggested = (world: TestWorld, text: string): Promise<string> =>
  propose(world, { text, scope: { kind: 'universal' }, origin: 'user', confidence: 0.95 })

const states = async (world: TestWorld): Promise<readonly string[]> =>
  (await rulesOf(world)).map(({ state }) => state)

const written = async (world: TestWorld): Promise<number> => (await world.events(BOOK)).length

describe('approving a rule', () => {
  test('stores the approval and the supersession together, so that a kill cannot leave both rules active', async () => {
    const world = new TestWorld()
    await approve(world, await suggested(world, 'Never use npm, use pnpm'))
    const newer = await suggested(world, 'Never use pnpm, use npm')
    const append = vi.spyOn(world.log, 'append')
    expect(await approve(world, newer)).toHaveLength(1)
    expect(await states(world)).toEqual(['superseded', 'approved'])
    expect(append).toHaveBeenCalledTimes(1)
  })

  test('by confidence supersedes earlier conflicting rules of the user, but not later ones', async () => {
    const world = new TestWorld()
    await approve(world, await suggested(world, 'Never use npm, use pnpm'))
    world.advance(MINUTE)
    await approveAsSure(world, await suggested(world, 'Never use pnpm, use npm'))
    expect(await states(world)).toEqual(['superseded', 'approved'])
    const late = new TestWorld()
    const older = await suggested(late, 'Never use npm, use pnpm')
    late.advance(MINUTE)
    await approve(late, await suggested(late, 'Never use pnpm, use npm'))
    await approveAsSure(late, older)
    expect(await states(late)).toEqual(['approved', 'approved'])
  })

  test('is idempotent', async () => {
    const world = new TestWorld()
    const id = await suggested(world, 'Use pnpm')
    await approve(world, id)
    const once = await written(world)
    await approve(world, id)
    await approveAsSure(world, id)
    expect(await written(world)).toBe(once)
    await reject(world, id)
    await reject(world, id)
    expect(await written(world)).toBe(once + 1)
  })
})

test('by confidence does not override a rejection at the same time', async () => {
  const { log, justBefore } = interruptedLog()
  const world = new TestWorld({ log })
  const id = await suggested(world, 'Use pnpm')
  justBefore('append', () => reject(world, id))
  await approveAsSure(world, id)
  expect(await states(world)).toEqual(['rejected'])
})
