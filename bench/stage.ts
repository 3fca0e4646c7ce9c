import { execFileSync } from 'node:child_process'
import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionProjection } from '../src/app/projection.ts'
import { refreshIndex } from '../src/app/search/refresh-index.ts'
import { derivedId, type SessionId } from '../src/event/identity.ts'
import { processRef } from '../src/host/process.ts'
import { locateProject, type ProjectLocation } from '../src/integrations/project.ts'
import { SqliteLog } from '../src/log/sqlite/sqlite-log.ts'
import { SqliteIndex } from '../src/search/sqlite/sqlite-index.ts'
import { cacheFolder } from './data-folders.ts'
import type { LogSize } from './figures.ts'
import { fullLog, type Holding, projectNumber } from './full-log.ts'
import { chance } from './random.ts'
import { sessionEvents } from './session-events.ts'
import { createWorld } from './world.ts'

/** A leftoff home to measure in. */
export interface Home {
  readonly log: LogSize
  readonly path: string
  /** An open session in the measured checkout: just started, or with a thousand events. */
  readonly session: SessionId
}

export interface Stage {
  readonly folder: string
  readonly checkout: string
  readonly place: ProjectLocation
  readonly homes: readonly Home[]
  readonly holding: Holding | undefined
  clear(): void
}

/** Creates the homes outside the repository. Writes only to copies of the generated logs. */
export async function createStage(
  sizes: readonly ('full' | 'one project')[],
  progress: (text: string) => void,
): Promise<Stage> {
  removeLeftovers()
  const folder = join(cacheFolder(), `run-${process.pid}`)
  const checkout = join(folder, 'project-0')
  createCheckout(checkout, projectNumber(0).id.slice('remote:'.length))
  const place = locateProject(checkout)
  const homes = [await newHome(folder, place)]
  const full = sizes.includes('full') ? await fullLog(FULL, progress) : undefined
  if (full) homes.push(await homeWith(full.home, 'full', { folder, place }))
  const crowded = sizes.includes('one project') ? await fullLog(ONE_PROJECT, progress) : undefined
  if (crowded) {
    progress('indexing the log (once)')
    await refreshIndexOf(crowded.home)
    homes.push(await homeWith(crowded.home, 'one project', { folder, place }))
    homes.push(await homeWith(crowded.home, 'one project, indexed', { folder, place }))
  }
  const clear = (): void => rmSync(folder, { recursive: true, force: true })
  return { folder, checkout, place, homes, holding: full?.holding, clear }
}

const FULL = { sessions: 1000, events: 1_000_000, projects: 12 }
const ONE_PROJECT = { sessions: 1000, events: 100_000, projects: 1 }

/** Removes the folders of killed runs, which take almost a gigabyte each. */
function removeLeftovers(): void {
  const names = existsSync(cacheFolder()) ? readdirSync(cacheFolder()) : []
  for (const name of names) {
    const pid = Number(/^run-(\d+)$/.exec(name)?.[1])
    if (pid && !processRef(pid)) rmSync(join(cacheFolder(), name), { recursive: true, force: true })
  }
}

/** Creates a git repository with one commit, because a hook may run git in it. */
export function createCheckout(checkout: string, remote: string): void {
  mkdirSync(checkout, { recursive: true })
  writeFileSync(join(checkout, 'tsconfig.json'), '{}\n')
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
  const git = (...words: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=B', '-c', 'user.email=b@example.org', ...words], {
      cwd: checkout,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  git('init', '-q', '-b', 'main')
  git('remote', 'add', 'origin', `https://${remote}.git`)
  git('add', '.')
  git('commit', '-q', '-m', 'first')
}

async function newHome(folder: string, place: ProjectLocation): Promise<Home> {
  const path = join(folder, 'new')
  mkdirSync(path, { mode: 0o700 })
  return { log: 'new', path, session: await startSession(path, place, { events: 2, minutesAgo: 1 }) }
}

async function homeWith(
  from: string,
  log: LogSize,
  { folder, place }: { readonly folder: string; readonly place: ProjectLocation },
): Promise<Home> {
  const path = join(folder, log.replaceAll(/\W+/g, '-'))
  mkdirSync(path, { mode: 0o700 })
  const index = log === 'one project, indexed' ? ['index.db', 'index.db-wal'] : []
  for (const name of ['log.db', 'log.db-wal', ...index]) {
    const source = join(from, name)
    if (existsSync(source)) copyFileSync(source, join(path, name), constants.COPYFILE_FICLONE)
  }
  return { log, path, session: await startSession(path, place, { events: 1000, minutesAgo: 82 }) }
}

/** Updates the index, as commands and the MCP server do. Hooks never do this. */
async function refreshIndexOf(home: string): Promise<void> {
  const index = new SqliteIndex({ path: join(home, 'index.db'), readOnly: false })
  const world = createWorld(home)
  await refreshIndex({ ...world, index })
  index.close()
  await world.log.close()
}

/** Starts a session at the current time, because the cached log gets old and a brief covers only the last days. */
async function startSession(
  home: string,
  place: ProjectLocation,
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
