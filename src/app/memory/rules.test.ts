import { describe, expect, test, vi } from 'vitest'
import { interruptedLog } from '../../../tests/support/interrupted-log.ts'
import { MINUTE, TestWorld } from '../../../tests/support/world.ts'
import { BOOK, type RuleScope } from '../../event/memory.ts'
import { approve, approveAsSure, edit, listConflicts, propose, reject, rulesOf } from './rules.ts'

const suggested = (world: TestWorld, text: string, scope = ofProject(world)): Promise<string> =>
  propose(world, { text, scope, origin: 'user', confidence: 0.95 })

const ofProject = ({ place }: TestWorld): RuleScope => ({ kind: 'project', of: place.project.id })
const approveUnseen = (world: TestWorld, id: string): Promise<void> =>
  approveAsSure(world, id, world.place.project.id)

const states = async (world: TestWorld): Promise<readonly string[]> =>
  (await rulesOf(world)).map(({ state }) => state)

const written = async (world: TestWorld): Promise<number> => (await world.events(BOOK)).length

describe('approving a rule', () => {
  test('approving a rule supersedes its opposite in the same write, so that a killed process cannot leave both active', async () => {
    const world = new TestWorld()
    await approve(world, await suggested(world, 'Never use npm, use pnpm'))
    const newer = await suggested(world, 'Never use pnpm, use npm')
    const append = vi.spyOn(world.log, 'append')
    expect(await approve(world, newer)).toHaveLength(1)
    expect(await states(world)).toEqual(['superseded', 'approved'])
    expect(append).toHaveBeenCalledTimes(1)
  })

  test('approving a rule by confidence supersedes older conflicting rules, but not newer ones', async () => {
    const world = new TestWorld()
    await approve(world, await suggested(world, 'Never use npm, use pnpm'))
    world.advance(MINUTE)
    await approveUnseen(world, await suggested(world, 'Never use pnpm, use npm'))
    expect(await states(world)).toEqual(['superseded', 'approved'])
    const late = new TestWorld()
    const older = await suggested(late, 'Never use npm, use pnpm')
    late.advance(MINUTE)
    await approve(late, await suggested(late, 'Never use pnpm, use npm'))
    await approveUnseen(late, older)
    expect(await states(late)).toEqual(['approved', 'approved'])
  })

  test('approving a rule by confidence narrows the scope to the project, in the same write', async () => {
    const world = new TestWorld()
    const id = await suggested(world, 'Use pnpm', { kind: 'universal' })
    const append = vi.spyOn(world.log, 'append')
    await approveUnseen(world, id)
    expect(await rulesOf(world)).toMatchObject([{ state: 'approved', scope: ofProject(world) }])
    expect(append).toHaveBeenCalledTimes(1)
  })

  test('approving a rule keeps a conflicting rule that is not its opposite, and reports the conflict', async () => {
    const world = new TestWorld()
    await approve(world, await suggested(world, 'Use tabs for indentation'))
    const found = await approve(world, await suggested(world, 'Use spaces for indentation'))
    expect(found).toMatchObject([{ kind: 'contradiction', isReplaced: false }])
    await approve(world, await suggested(world, 'From now on, use spaces for indentation in Markdown'))
    expect(await states(world)).toEqual(['approved', 'approved', 'approved'])
    expect((await listConflicts(world)).length).toBeGreaterThan(0)
  })

  test('approving a rule is idempotent', async () => {
    const world = new TestWorld()
    const id = await suggested(world, 'Use pnpm')
    await approve(world, id)
    const once = await written(world)
    await approve(world, id)
    await approveUnseen(world, id)
    expect(await written(world)).toBe(once)
    await reject(world, id)
    await reject(world, id)
    expect(await written(world)).toBe(once + 1)
  })
})

test('approving a rule by confidence does not override a concurrent rejection', async () => {
  const { log, justBefore } = interruptedLog()
  const world = new TestWorld({ log })
  const id = await suggested(world, 'Use pnpm')
  justBefore('append', () => reject(world, id))
  await approveUnseen(world, id)
  expect(await states(world)).toEqual(['rejected'])
})

test.each(['', '   ', '...', 'Always.', 'never', 'Please do not!', '\u200b\u2060'])(
  'a rule without content (%j) is refused',
  async (text) => {
    const world = new TestWorld()
    await expect(suggested(world, text)).rejects.toMatchObject({ code: 'rule-empty' })
    const id = await suggested(world, 'Use pnpm')
    await expect(edit(world, id, { text })).rejects.toMatchObject({ code: 'rule-empty' })
    expect(await rulesOf(world)).toHaveLength(1)
  },
)
