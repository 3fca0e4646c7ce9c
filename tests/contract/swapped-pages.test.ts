import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isDamage } from '../../src/app/append-retry.ts'
import { record } from '../../src/app/ingest/record.ts'
import { sessionProjection } from '../../src/app/projection.ts'
import type { SessionId } from '../../src/event/identity.ts'
import { connect } from '../../src/log/sqlite/driver.ts'
import { salvage } from '../../src/log/sqlite/salvage.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { Problem } from '../../src/problem.ts'
import type { Session } from '../../src/session/session.ts'
import { collect } from '../support/events.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { NOON, TestWorld } from '../support/world.ts'

const PAGE = 4096

/** A log with so many sessions that every index has several pages. */
async function largeLog(path: string): Promise<readonly SessionId[]> {
  const log = new SqliteLog({ path, projection: sessionProjection })
  const world = new TestWorld({ log })
  const sessions: SessionId[] = []
  for (let index = 0; index < 120; index += 1) {
    const id = await world.startSession()
    sessions.push(id)
    await record(
      world,
      id,
      Array.from({ length: 8 }, (_, prompt) => world.prompt(`${index} ${prompt}`)),
    )
  }
  await log.close()
  return sessions
}

/** The page numbers of each index of the event table. */
function indexPages(path: string): readonly (readonly number[])[] {
  const db = connect(path, { readOnly: true, busyMs: 0 })
  const roots = ['sqlite_autoindex_event_1', 'sqlite_autoindex_event_2'].map((name) =>
    Number(db.prepare('SELECT rootpage AS n FROM sqlite_schema WHERE name = ?').get(name)?.n),
  )
  db.close()
  const file = readFileSync(path)
  return roots.map((root) => [root, ...childrenOf(file, root)])
}

/** The children of an interior index page. */
function childrenOf(file: Buffer, page: number): readonly number[] {
  const at = (page - 1) * PAGE
  if (file[at] !== 2) return []
  const cells = file.readUInt16BE(at + 3)
  const below = Array.from({ length: cells }, (_, cell) =>
    file.readUInt32BE(at + file.readUInt16BE(at + 12 + 2 * cell)),
  )
  return [...below, file.readUInt32BE(at + 8)]
}

/** The log with two pages of the same index swapped. */
function swapPages(pristine: string, path: string, [one, two]: readonly [number, number]): void {
  const file = readFileSync(pristine)
  const copy = Buffer.from(file.subarray((one - 1) * PAGE, one * PAGE))
  file.copyWithin((one - 1) * PAGE, (two - 1) * PAGE, two * PAGE)
  copy.copy(file, (two - 1) * PAGE)
  writeFileSync(path, file)
}

/** The sessions in which some event does not continue the event before it. Reads no index. */
function forkedSessions(path: string): readonly string[] {
  const db = connect(path, { readOnly: true, busyMs: 0 })
  const rows = db.prepare('SELECT session, hash, prev_hash FROM event NOT INDEXED ORDER BY pos').all()
  db.close()
  const heads = new Map<unknown, string>()
  return rows.flatMap(({ session, hash, prev_hash }) => {
    const before = heads.get(session)
    heads.set(session, String(hash))
    return before === undefined || before === String(prev_hash) ? [] : [String(session)]
  })
}

/** Rebuilds the log. If the damaged index allowed an event to be stored twice, only salvage can repair the log. */
async function repair(log: SqliteLog<Session>, path: string): Promise<SqliteLog<Session>> {
  try {
    await log.rebuild()
    return log
  } catch (error) {
    if (!isDamage(error)) throw error
    await log.close()
    salvage(path, sessionProjection, NOON)
    return new SqliteLog({ path, projection: sessionProjection })
  }
}

const pairsIn = (path: string): readonly (readonly [number, number])[] =>
  indexPages(path).flatMap((pages) =>
    pages.flatMap((one, index) => pages.slice(index + 1).map((two) => [one, two] as const)),
  )

/** Appends to the sessions and returns how many appends were refused because of damage. */
async function appendToAll(
  log: SqliteLog<Session>,
  sessions: readonly SessionId[],
  name: string,
): Promise<number> {
  const world = new TestWorld({ log, name })
  let refused = 0
  for (const id of sessions) {
    try {
      await record(world, id, [world.prompt(name)])
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      expect(error.outcome).toBe('damaged')
      refused += 1
    }
  }
  return refused
}

test('swapped index pages never fork the chain of a session', async () => {
  const folder = temporaryFolder()
  for (let layout = 0; layout < 4; layout += 1) {
    const pristine = join(folder, `pristine-${layout}.db`)
    const sessions = await largeLog(pristine)
    for (const [number, pair] of pairsIn(pristine).entries()) {
      const path = join(folder, `${layout}-${number}.db`)
      swapPages(pristine, path, pair)
      const log = new SqliteLog({ path, projection: sessionProjection })
      await appendToAll(log, sessions.slice(number % 3, 40), `after ${number}`)
      await log.close()
      expect(forkedSessions(path), `pages ${pair.join(' and ')}`).toEqual([])
      rmSync(path)
    }
  }
}, 120_000)

test('after index pages were swapped, no session retries forever and a rebuild or salvage repairs the log', async () => {
  const folder = temporaryFolder()
  const pristine = join(folder, 'pristine.db')
  const sessions = await largeLog(pristine)
  const pairs = pairsIn(pristine)
  const chosen = pairs.filter((_, index) => index % Math.ceil(pairs.length / 40) === 0)
  expect(chosen.length).toBeGreaterThan(20)
  let refused = 0
  for (const [number, pair] of chosen.entries()) {
    const path = join(folder, `${number}.db`)
    swapPages(pristine, path, pair)
    const log = new SqliteLog({ path, projection: sessionProjection })
    refused += await appendToAll(log, sessions.slice(0, 6), `after ${number}`)
    const repaired = await repair(log, path)
    const damage = (await collect(repaired.verify())).filter(({ kind }) => kind !== 'database')
    expect(damage, `pages ${pair.join(' and ')}`).toEqual([])
    await repaired.close()
  }
  expect(refused).toBeGreaterThan(0)
}, 60_000)
