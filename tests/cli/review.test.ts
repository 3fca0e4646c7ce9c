import { expect, test } from 'vitest'
import { propose, rulesOf } from '../../src/app/rules.ts'
import { type Keys, review } from '../../src/cli/review.ts'
import { TestWorld } from '../support/world.ts'

const paint = (text: string): string => text
const style = { bold: paint, dim: paint, red: paint, green: paint, yellow: paint, blue: paint, cyan: paint }

/** A person who types these keys, and these words where words are asked for. */
function typing(typed: string, words: readonly string[] = []): Keys & { readonly seen: string[] } {
  const keys = [...typed]
  const lines = [...words]
  const seen: string[] = []
  return {
    seen,
    show: (text) => seen.push(text),
    key: async () => keys.shift() ?? 'q',
    line: async (before) => lines.shift() ?? before,
  }
}

async function suggestions(world: TestWorld, ...texts: readonly string[]) {
  for (const text of texts)
    await propose(world, { text, scope: { kind: 'universal' }, origin: 'user', confidence: 0.8 })
  return rulesOf(world)
}

test('one key decides, and what was decided is kept though the rest is left', async () => {
  const world = new TestWorld()
  const rules = await suggestions(world, 'Use pnpm', 'Never force-push', 'Write tests first', 'Speak French')
  const keys = typing('ar?lq')
  expect(await review(world, rules, { keys, style })).toEqual({ approved: 1, rejected: 1, later: 2 })
  const states = (await rulesOf(world)).map(({ text, state }) => `${text}: ${state}`)
  expect(states).toEqual([
    'Use pnpm: approved',
    'Never force-push: rejected',
    'Write tests first: proposed',
    'Speak French: proposed',
  ])
  expect(keys.seen.join('\n')).toContain('3/4  Write tests first')
})

test('words and where it holds can be changed on the way', async () => {
  const world = new TestWorld()
  const rules = await suggestions(world, 'Use pnpm')
  const done = await review(world, rules, { keys: typing('esa', ['Use pnpm, not npm']), style })
  expect(done.approved).toBe(1)
  expect((await rulesOf(world))[0]).toMatchObject({
    text: 'Use pnpm, not npm',
    scope: { kind: 'project', of: world.place.project.id },
    state: 'approved',
  })
})

test('twenty suggestions take twenty keys', async () => {
  const world = new TestWorld()
  const rules = await suggestions(world, ...Array.from({ length: 20 }, (_, n) => `Rule number ${n}`))
  expect(await review(world, rules, { keys: typing('a'.repeat(20)), style })).toMatchObject({ approved: 20 })
})
