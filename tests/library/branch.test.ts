import { expect, test } from 'vitest'
import { openSessions, type Sessions } from '../../src/library/open-sessions.ts'
import type { Message, StoredMessage } from '../../src/message/message.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })
const contents = (messages: readonly StoredMessage[]): unknown[] =>
  messages.map(({ message }) => message.content)
const opened = (): Promise<Sessions> => openSessions({ home: temporaryFolder(), project: temporaryFolder() })
const quietly = { endWithProcess: false } as const

test('a branch shares the history up to an event, and both sessions continue independently', async () => {
  const sessions = await opened()
  const session = await sessions.start({ agent: 'mine', ...quietly })
  const { seq } = await session.add([user('which port?'), assistant('8080')])
  await session.add([user('which host?'), assistant('localhost')])
  const branch = await session.branch({ at: seq, name: 'try-sqlite' })
  expect((await branch.add(user('which file?'))).missed).toEqual([])
  expect(contents(await branch.messages())).toEqual(['which port?', '8080', 'which file?'])
  expect(contents(await session.messages())).toEqual(['which port?', '8080', 'which host?', 'localhost'])
  expect((await branch.context({ budget: 1000 })).messages).toHaveLength(3)
  expect(await branch.end()).toMatchObject({
    agent: 'mine',
    name: 'try-sqlite',
    parent: { session: session.id, seq },
  })
  await session.end()
  await sessions.close()
})

test('a branch created without a position contains all messages and notes', async () => {
  const sessions = await opened()
  const session = await sessions.start(quietly)
  await session.note('fact', 'the port is 8080')
  await session.add([user('which port?'), assistant('8080')])
  const branch = await session.branch()
  expect(contents(await branch.messages())).toEqual(['which port?', '8080'])
  expect((await branch.context({ budget: 1000 })).system).toContain('the port is 8080')
  await sessions.close()
})

test('branching from before a message works repeatedly, even for messages of ancestor sessions', async () => {
  const sessions = await opened()
  const session = await sessions.start(quietly)
  for (const n of [1, 2, 3]) await session.add([user(`ask ${n}`), assistant(`say ${n}`)])
  let current = session
  const left: number[] = []
  for (let steps = 0; steps < 3; steps += 1) {
    const prompt = (await current.messages()).findLast(({ message }) => message.role === 'user')
    if (!prompt) throw new Error('nothing is left to go back to')
    current = await current.branch({ before: prompt })
    left.push((await current.messages()).length)
  }
  expect(left).toEqual([4, 2, 0])
  await current.add([user('ask again'), assistant('say again')])
  expect(contents(await current.messages())).toEqual(['ask again', 'say again'])
  expect(await session.messages()).toHaveLength(6)
  await sessions.close()
})

test('a branch from before a compaction contains the messages instead of the summary', async () => {
  const sessions = await opened()
  const session = await sessions.start({ ...quietly, compaction: { auto: false, keep: 2 } })
  for (const n of [1, 2, 3]) await session.add([user(`ask ${n}`), assistant(`say ${n}`)])
  await session.compact()
  const [first] = (await session.messages()).filter(({ message }) => message.content === 'ask 3')
  if (!first) throw new Error('the prompt is gone')
  const branch = await session.branch({ before: first })
  expect((await branch.context({ budget: 1000 })).messages).toHaveLength(4)
  await sessions.close()
})

test('branching at an unknown event or with an invalid name is an error', async () => {
  const sessions = await opened()
  const session = await sessions.start(quietly)
  await expect(session.branch({ at: 99 })).rejects.toMatchObject({ code: 'branch-point-unknown' })
  await expect(session.branch({ name: 'a\nb' })).rejects.toMatchObject({ code: 'branch-name-invalid' })
  await sessions.close()
})

test('find accepts the prefix of a session id and returns the topic', async () => {
  const sessions = await opened()
  const session = await sessions.start({ agent: 'mine', ...quietly })
  await session.add(user('which port?'))
  expect(await sessions.find(session.id.slice(0, 12))).toMatchObject({ id: session.id, about: 'which port?' })
  await expect(sessions.find('zzzz')).rejects.toMatchObject({ code: 'session-unknown' })
  await sessions.close()
})

test('a branch is merged once, and nothing is merged if a conflict is unresolved', async () => {
  const sessions = await opened()
  const session = await sessions.start({ goal: 'choose a database', ...quietly })
  const branch = await session.branch({ name: 'try-sqlite' })
  await branch.note('decision', 'SQLite', { why: 'one file' })
  await branch.note('goal', 'ship SQLite')
  expect((await session.planMerge(branch.id)).conflicts).toEqual([])
  expect(await session.merge(branch.id)).toMatchObject({ kind: 'merged' })
  expect(await session.merge(branch.id)).toMatchObject({ kind: 'nothing' })
  expect(await session.workingSet()).toMatchObject({ goal: 'ship SQLite', decisions: ['SQLite (one file)'] })
  await session.note('goal', 'ship it on Monday')
  await branch.note('goal', 'ship it on Friday')
  await expect(session.merge(branch.id)).rejects.toMatchObject({ code: 'merge-conflicts' })
  await session.merge(branch.id, { resolve: 'theirs' })
  expect((await session.workingSet()).goal).toBe('ship it on Friday')
  expect((await session.add(user('go on'))).missed).toEqual([])
  await sessions.close()
})
