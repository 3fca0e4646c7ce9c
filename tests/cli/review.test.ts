import { expect, test } from 'vitest'
import { record } from '../../src/app/ingest/record.ts'
import { learn } from '../../src/app/memory/learn.ts'
import { propose, rulesOf } from '../../src/app/memory/rules.ts'
import { refreshIndex } from '../../src/app/search/refresh-index.ts'
import { review } from '../../src/cli/commands/memory/review.ts'
import { styleOf } from '../../src/cli/out.ts'
import { ruleJsonIn } from '../../src/cli/present/memory.ts'
import type { TerminalKeys } from '../../src/cli/prompt.ts'
import { eventOfType } from '../support/events.ts'
import { MINUTE, TestWorld } from '../support/world.ts'

const style = styleOf(false)

/** Simulates a user who types these keys and lines. */
function typing(typed: string, words: readonly string[] = []): TerminalKeys & { readonly seen: string[] } {
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

test('each key decides one suggestion, and quitting keeps earlier decisions', async () => {
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

test('text and scope can be edited during the review', async () => {
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

test('twenty suggestions take twenty key presses', async () => {
  const world = new TestWorld()
  const rules = await suggestions(world, ...Array.from({ length: 20 }, (_, n) => `Rule number ${n}`))
  expect(await review(world, rules, { keys: typing('a'.repeat(20)), style })).toMatchObject({ approved: 20 })
})

test('the source messages of a suggestion are shown without control characters', async () => {
  const world = new TestWorld()
  const session = await world.advance(MINUTE).startSession()
  const text = 'no, never use npm \u001b[2Jin this repo, always use pnpm'
  const prompt = eventOfType('prompt.submitted', { text }, world.advance(1000).time)
  await record(world, session, [prompt])
  await refreshIndex(world)
  const { proposed } = await learn(world)
  const keys = typing('q')
  await review(world, proposed, { keys, style })
  const card = keys.seen.join('\n')
  expect(card).toContain('never use npm')
  expect(card).toContain(session.slice(4, 12))
  expect(card).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d/)
  expect(card).not.toContain('\u001b')
  expect(proposed.map(ruleJsonIn(world))).toMatchObject([
    { evidence: [{ message: prompt.id, session, at: prompt.at, said: expect.stringContaining('use npm') }] },
  ])
})

test('an erased source message is shown only by its id', async () => {
  const world = new TestWorld()
  await propose(world, {
    text: 'Use pnpm',
    scope: { kind: 'universal' },
    origin: 'user',
    evidence: ['evt_gone'],
  })
  expect((await rulesOf(world)).map(ruleJsonIn(world))).toMatchObject([
    { evidence: [{ message: 'evt_gone', session: null, at: null, said: null }] },
  ])
})
