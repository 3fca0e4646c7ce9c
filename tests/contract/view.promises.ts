import { expect } from 'vitest'
import { canonicalJson, type JsonValue } from '../../src/event/canonical-json.ts'
import type { SessionId } from '../../src/event/identity.ts'
import type { EventLog, ViewQuery } from '../../src/log/event-log.ts'
import { foldSession, noSession } from '../../src/session/session.ts'
import { collect, event, eventOfType, session, sessionStarted } from '../support/events.ts'
import type { Promised } from './event-log.contract.ts'

const A = session('a')
const bytes = (value: unknown): string => canonicalJson(value as JsonValue)

export function viewPromises(promised: Promised): void {
  promised('the view of a session is the fold of all its events', async (log) => {
    await log.append(A, [sessionStarted('start', 'p', 1), event('hello')])
    await log.append(A, [eventOfType('goal.set', { text: 'ship' })])
    const viewed = await log.view(A)
    const stored = await collect(log.read({ session: A }))
    expect(viewed).toMatchObject({ session: A, seq: 3 })
    expect(bytes(viewed?.view)).toBe(bytes(stored.reduce(foldSession, noSession)))
    expect(await log.view(session('nobody'))).toBeUndefined()
  })

  promised('views are sorted by last activity, newest first, then by id', async (log) => {
    await populated(log)
    const found = await log.views()
    const keys = found.map(({ session, view }) => ({ session, at: view.life.lastActivityAt }))
    const sorted = keys.toSorted((a, b) => b.at - a.at || (a.session < b.session ? -1 : 1))
    expect(keys).toEqual(sorted)
    expect(keys).toHaveLength(5)
    expect(bytes(found[0])).toBe(bytes(await log.view(found[0]!.session)))
  })

  promised('views can be filtered by any combination of project, open, archived and time', async (log) => {
    const names = await populated(log)
    const found = async (query: ViewQuery) =>
      (await log.views(query)).map(({ session }) => names.get(session)).toSorted()
    expect(await found({ projects: ['p'] })).toEqual(['archived', 'ended', 'open', 'twin'])
    expect(await found({ projects: ['nothing'] })).toEqual([])
    expect(await found({ projects: [] })).toEqual([])
    expect(await found({ projects: ['q', 'p'] })).toHaveLength(5)
    expect(await found({ open: true })).toEqual(['elsewhere', 'open', 'twin'])
    expect(await found({ open: false })).toEqual(['archived', 'ended'])
    expect(await found({ archived: true })).toEqual(['archived'])
    expect(await found({ since: 200 })).toEqual(['elsewhere', 'ended', 'open', 'twin'])
    expect(await found({ before: 200 })).toEqual(['archived'])
    expect(await found({ since: 200, before: 400, projects: ['p'], open: true })).toEqual(['open', 'twin'])
  })

  promised('views with open items are found regardless of the number of later sessions', async (log) => {
    const names = await populated(log)
    const pending = async (query: ViewQuery = {}) =>
      (await log.views({ ...query, pending: true })).map(({ session }) => names.get(session))
    expect(await pending()).toEqual([])
    const task = eventOfType('task.opened', { text: 'write the docs' }, 205)
    await log.append(session('ended'), [task])
    await log.append(session('elsewhere'), [eventOfType('fact.pinned', { text: 'port 8080' }, 401)])
    expect(await pending()).toEqual(['elsewhere', 'ended'])
    expect(await pending({ projects: ['p'], since: 200, archived: false, limit: 5 })).toEqual(['ended'])
    expect(await pending({ before: 300 })).toEqual(['ended'])
    expect(await log.views({ pending: false })).toHaveLength(3)
    await log.append(session('ended'), [eventOfType('task.closed', { task: task.id }, 206)])
    expect(await pending({ projects: ['p'] })).toEqual([])
  })

  promised('projects with hostile names are distinguished', async (log) => {
    const names = ['a', 'a\0b', 'a\0c', '\ud800', '\udfff', '\ufffd', "'", 'A']
    for (const name of names) await log.append(session(name), [sessionStarted(name, name, 1)])
    for (const name of names) {
      expect((await log.views({ projects: [name] })).map(({ session }) => session)).toEqual([session(name)])
    }
  })

  promised('a limit returns the first views, and a limit of zero returns none', async (log) => {
    await populated(log)
    const everything = await log.views()
    expect(await log.views({ limit: 2 })).toEqual(everything.slice(0, 2))
    expect(await log.views({ limit: 0 })).toEqual([])
    expect(await log.views({ limit: 99 })).toEqual(everything)
  })

  promised('sessions are found by id prefix, in order, up to a limit', async (log) => {
    const ids = [...(await populated(log)).keys()].toSorted()
    expect(await log.matching('', 99)).toEqual(ids)
    expect(await log.matching('ses_', 2)).toEqual(ids.slice(0, 2))
    for (const id of ids) {
      expect(await log.matching(id, 9)).toEqual([id])
      const short = id.slice(0, 5)
      expect(await log.matching(short, 9)).toEqual(ids.filter((one) => one.startsWith(short)))
    }
    for (const none of ['ses_%', '%', '_', `${ids[0]}x`, 'SES_'])
      expect(await log.matching(none, 9)).toEqual([])
  })

  promised('rebuild reproduces the views byte for byte and counts the events', async (log) => {
    await populated(log)
    const before = bytes(await log.views())
    expect(await log.rebuild()).toEqual({ sessions: 5, events: 8 })
    expect(bytes(await log.views())).toBe(before)
    expect(await collect(log.verify())).toEqual([])
  })

  promised('events of unknown types or newer versions are stored, skipped and counted', async (log) => {
    const unheard = event('new', { anything: ['goes'] }, { type: 'moon.landed', version: 7 })
    const newer = event('newer', { text: 1, shape: 'other' }, { version: 99 })
    const malformed = event('bad', { words: 'no text' })
    await log.append(A, [event('known'), unheard, newer, malformed])
    const stored = await collect(log.read({ session: A }))
    expect(stored[1]).toMatchObject(unheard)
    expect(stored[2]).toMatchObject(newer)
    const view = (await log.view(A))?.view
    expect(view?.tally).toEqual({ events: 4, unknown: 2, malformed: 1, forgotten: 0, damaged: 0 })
    expect(view?.talk.turns).toBe(1)
    expect(await collect(log.verify())).toEqual([])
  })
}

async function populated(log: EventLog<unknown>): Promise<Map<SessionId, string>> {
  const names = ['archived', 'ended', 'open', 'twin', 'elsewhere']
  await log.append(session('archived'), [sessionStarted('s1', 'p', 100)])
  await log.append(session('archived'), [eventOfType('session.ended', { trigger: 'exit' }, 110)])
  await log.append(session('archived'), [eventOfType('session.archived', { reason: 'expired' }, 120)])
  await log.append(session('ended'), [
    sessionStarted('s2', 'p', 200),
    eventOfType('session.ended', { trigger: 'hook' }, 210),
  ])
  await log.append(session('open'), [sessionStarted('s3', 'p', 300)])
  await log.append(session('twin'), [sessionStarted('s4', 'p', 300)])
  await log.append(session('elsewhere'), [sessionStarted('s5', 'q', 400)])
  return new Map(names.map((name) => [session(name), name]))
}
