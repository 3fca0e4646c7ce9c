/** Never run: what the compiler lets programs on the library do, and what it must refuse. */
import type { Message, RunningSession, Sessions, StoredMessage } from '../../src/index.ts'
import { leftoffMiddleware } from '../../src/library/ai-sdk/index.ts'

export async function everything(
  sessions: Sessions,
  session: RunningSession,
): Promise<readonly StoredMessage[]> {
  const plain: Message = { role: 'user', content: 'hello' }
  const parts: Message = { role: 'assistant', content: [{ type: 'text', text: 'x' }] }
  await session.add([plain, parts])
  await session.addNew([plain, parts])
  // @ts-expect-error nobody has this role
  await session.add({ role: 'robot', content: 'hello' })
  // @ts-expect-error what a tool gives back is a list of results
  await session.add({ role: 'tool', content: 'done' })
  // @ts-expect-error a message says something
  await session.add({ role: 'user' })

  const id = await session.note('decision', 'SQLite', { why: 'one file' })
  await session.done(id)
  // @ts-expect-error there is no such kind of note
  await session.note('rumour', 'SQLite')

  await session.record('file.changed', { path: 'a.ts', change: 'edited' })
  // @ts-expect-error a change is created, edited, deleted or moved
  await session.record('file.changed', { path: 'a.ts', change: 'eaten' })
  // @ts-expect-error a file has a path
  await session.record('file.changed', { change: 'edited' })
  // @ts-expect-error there is no such event
  await session.record('file.eaten', { path: 'a.ts' })

  const { system, messages, tokens } = await session.context({
    budget: 8_000,
    countTokens: (text) => text.length,
  })
  const all: readonly [string, readonly Message[], number] = [system, messages, tokens]
  // @ts-expect-error a context has a budget
  await session.context({})
  // @ts-expect-error what is stored is not changed
  messages.push(all[1][0])

  await sessions.start({
    agent: 'a',
    goal: 'b',
    tags: ['c'],
    compaction: { threshold: 1, keep: 2, auto: false },
  })
  // @ts-expect-error whoever goes on with a session names it
  await sessions.resume()
  // @ts-expect-error sessions come from openSessions
  leftoffMiddleware(sessions, { budget: 1 })
  return session.messages({ last: 3 })
}
