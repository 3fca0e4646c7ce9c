import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTokens } from '../../src/host/tokenizer.ts'
import { openSessions, type Sessions } from '../../src/library/open-sessions.ts'
import type { Message } from '../../src/message/message.ts'
import { messageTokens } from '../../src/message/message-tokens.ts'
import { anyMessages, providerRefusal } from '../support/conversations.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })
const words = (count: number): string => 'some words '.repeat(count)

async function opened(
  home = temporaryFolder(),
): Promise<{ sessions: Sessions; home: string; project: string }> {
  const project = temporaryFolder()
  return { sessions: await openSessions({ home, project }), home, project }
}

test('resumeOrStart continues the last session with all its messages', async () => {
  const { sessions, home, project } = await opened()
  const first = await sessions.resumeOrStart()
  await first.add([user('which port?'), assistant('8080')])
  await first.end()
  await sessions.close()

  const later = await openSessions({ home, project })
  const again = await later.resumeOrStart()
  expect(again.id).toBe(first.id)
  expect((await again.messages()).map(({ message }) => message)).toEqual([
    user('which port?'),
    assistant('8080'),
  ])
  await again.end()
  await later.close()
})

test('resumeOrStart starts a session for another agent, for another project and after completion', async () => {
  const { sessions } = await opened()
  const one = await sessions.resumeOrStart({ agent: 'one' })
  const two = await sessions.resumeOrStart({ agent: 'two' })
  expect(two.id).not.toBe(one.id)
  const elsewhere = await sessions.resumeOrStart({ agent: 'one', project: temporaryFolder() })
  expect(elsewhere.id).not.toBe(one.id)
  await one.record('session.completed', {})
  const after = await sessions.resumeOrStart({ agent: 'one', endWithProcess: false })
  expect(after.id).not.toBe(one.id)
  for (const session of [two, elsewhere]) await session.end()
  await sessions.close()
})

test('a context stays within its budget and is accepted by providers', async () => {
  const { sessions } = await opened()
  await fc.assert(
    fc.asyncProperty(anyMessages, fc.integer({ min: 0, max: 4000 }), async (messages, budget) => {
      const session = await sessions.start({
        endWithProcess: false,
        compaction: { threshold: 2000, keep: 4 },
      })
      for (const message of messages) await session.add(message)
      await session.note('fact', words(30))
      const { system, messages: chosen, tokens } = await session.context({ budget })
      const cost = chosen.reduce(
        (total, message) => total + messageTokens(message, countTokens),
        countTokens(system),
      )
      expect(tokens).toBe(cost)
      expect(tokens).toBeLessThanOrEqual(budget)
      expect(providerRefusal(chosen)).toBeUndefined()
    }),
    { numRuns: 40 },
  )
  await sessions.close()
})

test('a context contains instructions, notes and the newest messages', async () => {
  const { sessions } = await opened()
  const session = await sessions.start({ goal: 'a faster search', endWithProcess: false })
  await session.add({ role: 'system', content: 'Answer in French.' })
  await session.note('fact', 'the index is in memory')
  await session.note('decision', 'keep BM25', { why: 'no model needed' })
  const task = await session.note('task', 'measure it')
  await session.note('task', 'write it down')
  await session.done(task)
  await session.add([user('go'), assistant('gone')])
  const { system, messages } = await session.context({ budget: 2000 })
  for (const sentence of [
    'Answer in French.',
    'a faster search',
    'the index is in memory',
    'keep BM25 (no model needed)',
    'write it down',
  ])
    expect(system).toContain(sentence)
  expect(system).not.toContain('measure it')
  expect(messages).toEqual([user('go'), assistant('gone')])
  await session.end()
  await sessions.close()
})

test('when a long session is summarized, its last messages are kept and no events are lost', async () => {
  const { sessions } = await opened()
  const session = await sessions.start({ endWithProcess: false, compaction: { threshold: 3000, keep: 6 } })
  await session.add({ role: 'system', content: 'Be brief.' })
  await session.add([user('We use port 8080 for the shop server.'), assistant('Noted: port 8080.')])
  let compacted = 0
  for (let n = 0; n < 60; n += 1) {
    const added = await session.add([
      user(`question ${n} ${words(20)}`),
      assistant(`answer ${n} ${words(30)}`),
    ])
    if (added.compacted) compacted += 1
  }
  expect(compacted).toBeGreaterThan(0)
  const { system, messages } = await session.context({ budget: 8000 })
  expect(messages.at(-1)).toEqual(assistant(`answer 59 ${words(30)}`))
  expect(messages[0]?.role).toBe('user')
  expect(system).toContain('8080')
  expect(system).toContain('Be brief.')
  expect(await session.messages()).toHaveLength(123)
  await session.end()
  await sessions.close()
})

test('undoCompaction restores the context before the compaction', async () => {
  const { sessions } = await opened()
  const session = await sessions.start({ endWithProcess: false, compaction: { auto: false, keep: 2 } })
  for (let n = 0; n < 6; n += 1) await session.add([user(`ask ${n}`), assistant(`say ${n}`)])
  const before = await session.context({ budget: 4000 })
  const compaction = await session.compact()
  expect(compaction).toMatchObject({ by: 'rules', messages: 10 })
  expect((await session.context({ budget: 4000 })).messages).toHaveLength(2)
  expect(await session.undoCompaction()).toBe(true)
  expect(await session.context({ budget: 4000 })).toEqual(before)
  expect(await session.undoCompaction()).toBe(false)
  await session.end()
  await sessions.close()
})

test('if the summary model fails or hangs, the rule-based summary is used', async () => {
  const { sessions } = await opened()
  const session = await sessions.start({ endWithProcess: false, compaction: { auto: false, keep: 2 } })
  for (let n = 0; n < 6; n += 1) await session.add([user(`ask ${n}`), assistant(`say ${n}`)])
  let asked = 0
  const failing = async (): Promise<string> => {
    asked += 1
    throw new Error('overloaded')
  }
  const failed = await session.compact({ summarise: { model: 'm', write: failing, retries: 1 } })
  expect(failed).toMatchObject({ by: 'rules', modelFailed: 'overloaded' })
  expect(asked).toBe(2)
  for (let n = 0; n < 6; n += 1) await session.add([user(`ask ${n}`), assistant(`say ${n}`)])
  const hanging = await session.compact({
    summarise: { model: 'm', write: () => new Promise(() => {}), retries: 0, timeoutMs: 30 },
  })
  expect(hanging).toMatchObject({ by: 'rules', modelFailed: 'no summary within 30 ms' })
  for (let n = 0; n < 6; n += 1) await session.add([user(`ask ${n}`), assistant(`say ${n}`)])
  const written = await session.compact({ summarise: { model: 'm', write: async () => 'The port is 8080.' } })
  expect(written).toMatchObject({ by: 'm', summary: 'The port is 8080.' })
  expect((await session.context({ budget: 4000 })).system).toContain('The port is 8080.')
  await session.end()
  await sessions.close()
})

test("two programs in one session store messages in order, and each gets the other's messages", async () => {
  const { sessions, home, project } = await opened()
  const one = await sessions.start({ endWithProcess: false })
  const others = await openSessions({ home, project })
  const two = await others.resume(one.id, { endWithProcess: false })
  await one.add(user('first'))
  const added = await two.add(user('second'))
  expect(added.missed.map(({ message }) => message)).toEqual([user('first')])
  expect((await one.add(user('third'))).missed.map(({ message }) => message)).toEqual([user('second')])
  expect((await two.messages()).map(({ message }) => message.content)).toEqual(['first', 'second', 'third'])
  await others.close()
  await one.end()
  await sessions.close()
})

test('missed messages are reported even after a compaction or a merge', async () => {
  const { sessions, home, project } = await opened()
  const one = await sessions.start({ endWithProcess: false, compaction: { auto: false, keep: 2 } })
  for (let n = 0; n < 4; n += 1) await one.add([user(`ask ${n}`), assistant(`say ${n}`)])
  const branch = await one.branch()
  await branch.note('fact', 'the port is 8080')
  const others = await openSessions({ home, project })
  await (await others.resume(one.id, { endWithProcess: false })).add(user('from elsewhere'))
  await one.compact()
  await one.merge(branch.id)
  const { missed } = await one.add(user('here'))
  expect(missed.map(({ message }) => message)).toEqual([user('from elsewhere')])
  await others.close()
  await sessions.close()
})

test('a stopped answer is kept and marked as partial', async () => {
  const { sessions } = await opened()
  const session = await sessions.start({ endWithProcess: false })
  await session.add(user('tell me a story'))
  const stream = session.stream()
  stream.write('Once upon ')
  stream.write('a time')
  await stream.stop()
  const last = (await session.messages()).at(-1)
  expect(last).toMatchObject({ partial: true, message: assistant('Once upon a time') })
  await session.end()
  await sessions.close()
})

test('workingSet returns notes, summary, files and recent messages', async () => {
  const { sessions } = await opened()
  const session = await sessions.start({ endWithProcess: false })
  await session.note('fact', 'twenty tools')
  await session.note('decision', 'rename the package')
  await session.note('task', 'test it')
  await session.record('file.changed', { path: '/x/README.md', change: 'edited' })
  await session.add(user('hello'))
  expect(await session.workingSet()).toMatchObject({
    summary: '',
    pinnedFacts: ['twenty tools'],
    decisions: ['rename the package'],
    openTasks: ['test it'],
    filesTouched: ['/x/README.md'],
    recentMessages: [user('hello')],
    tokenBudget: { limit: 15_000 },
  })
  await session.end()
  await sessions.close()
})

test('S2: a context contains the session context if the program requests it', async () => {
  const { sessions } = await opened()
  const session = await sessions.start({ goal: 'ship the cart' })
  await session.add([user('move src/cart.ts to Stripe'), assistant('Done.')])
  await session.record('file.changed', { path: 'src/cart.ts', change: 'edited' })
  const { system } = await session.context({ budget: 4000, sessionContext: true })
  expect(system).toContain('[SESSION CONTEXT]')
  expect(system).toContain('Recent files:\n  - src/cart.ts')
  expect(system).toContain('Mentioned: src/cart.ts, Stripe')
  expect((await session.context({ budget: 4000 })).system).not.toContain('[SESSION CONTEXT]')
  await session.end()
  await sessions.close()
})
