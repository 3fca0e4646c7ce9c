import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionProjection } from '../src/app/projection.ts'
import { derivedId, type SessionId } from '../src/event/identity.ts'
import { processRef } from '../src/host/process.ts'
import { type Place, placeOf } from '../src/integrations/project.ts'
import { SqliteLog } from '../src/log/sqlite/sqlite-log.ts'
import { bigLog, type Holding, projectNumber, type Size } from './big-log.ts'
import { cacheFolder } from './cache-folder.ts'
import { chance } from './chance.ts'
import { sessionEvents } from './one-session.ts'

export interface Home {
  readonly log: 'new' | 'full'
  readonly path: string
  /** A session at work in the measured folder: just begun, or with its thousand events. */
  readonly session: SessionId
}

export interface Stage {
  readonly folder: string
  readonly checkout: string
  readonly place: Place
  readonly homes: readonly Home[]
  readonly holding: Holding | undefined
  clear(): void
}

/** Folders to measure in, outside of the repository; the generated log is copied, never written. */
export async function stage(size: Size | undefined, progress: (text: string) => void): Promise<Stage> {
  clearLeftovers()
  const folder = join(cacheFolder(), `run-${process.pid}`)
  const checkout = join(folder, 'project-0')
  makeCheckout(checkout)
  const place = placeOf(checkout)
  const homes = [await newHome(folder, place)]
  const big = size && (await bigLog(size, progress))
  if (big) homes.push(await fullHome(folder, place, big.home))
  const clear = (): void => rmSync(folder, { recursive: true, force: true })
  return { folder, checkout, place, homes, holding: big?.holding, clear }
}

/** A run that was killed could not clear up after itself, and each leaves most of a gigabyte. */
function clearLeftovers(): void {
  const names = existsSync(cacheFolder()) ? readdirSync(cacheFolder()) : []
  for (const name of names) {
    const pid = Number(/^run-(\d+)$/.exec(name)?.[1])
    if (pid && !processRef(pid)) rmSync(join(cacheFolder(), name), { recursive: true, force: true })
  }
}

/** As git leaves it, but without asking git: a measurement must not need it. */
function makeCheckout(checkout: string): void {
  const git = join(checkout, '.git')
  mkdirSync(join(git, 'refs', 'heads'), { recursive: true })
  writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(git, 'refs', 'heads', 'main'), `${'0123456789'.repeat(4)}\n`)
  const remote = projectNumber(0).id.slice('remote:'.length)
  writeFileSync(join(git, 'config'), `[remote "origin"]\n\turl = https://${remote}.git\n`)
  writeFileSync(join(checkout, 'tsconfig.json'), '{}\n')
}

async function newHome(folder: string, place: Place): Promise<Home> {
  const path = join(folder, 'new')
  mkdirSync(path, { mode: 0o700 })
  return { log: 'new', path, session: await begun(path, place, { events: 2, minutesAgo: 1 }) }
}

async function fullHome(folder: string, place: Place, from: string): Promise<Home> {
  const path = join(folder, 'full')
  mkdirSync(path, { mode: 0o700 })
  for (const name of ['log.db', 'log.db-wal']) {
    const source = join(from, name)
    if (existsSync(source)) copyFileSync(source, join(path, name), constants.COPYFILE_FICLONE)
  }
  return { log: 'full', path, session: await begun(path, place, { events: 1000, minutesAgo: 82 }) }
}

/** Begun now, because the generated log grows old and a brief looks at the last days only. */
async function begun(
  home: string,
  place: Place,
  { events, minutesAgo }: { readonly events: number; readonly minutesAgo: number },
): Promise<SessionId> {
  const now = Date.now()
  const session = derivedId('ses', 'bench', 'now', String(now))
  const startedAt = now - minutesAgo * 60_000
  const plan = { session, chance: chance(7), place, startedAt, events, end: 'open' as const }
  const log = new SqliteLog({ path: join(home, 'log.db'), projection: sessionProjection })
  await log.append(session, sessionEvents({ ...plan, process: processRef(process.pid) }))
  await log.close()
  return session
}
