import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionProjection } from '../src/app/projection.ts'
import { derivedId } from '../src/event/identity.ts'
import { connect } from '../src/log/sqlite/driver.ts'
import { SCHEMA_VERSION } from '../src/log/sqlite/schema.ts'
import { SqliteLog } from '../src/log/sqlite/sqlite-log.ts'
import { SESSION_SHAPE } from '../src/session/shape.ts'
import { cacheFolder } from './data-folders.ts'
import { chance } from './random.ts'
import { type SyntheticSession, sessionEvents } from './session-events.ts'

/** The content of the log. It is stored in a file, because counting takes longer than most measurements. */
export interface Holding {
  readonly sessions: number
  readonly events: number
  readonly payloadBytes: number
  readonly fileBytes: number
  /** Bytes of the file by table and index; empty when SQLite was built without dbstat. */
  readonly parts: Readonly<Record<string, number>>
  readonly largestView: number
  readonly middleView: number
  /** When the log was generated; its sessions cover the half year before. */
  readonly now: number
  readonly seconds: number
}

export interface Size {
  readonly sessions: number
  readonly events: number
  /** Sessions are spread evenly over the projects. The measured checkout belongs to the first project. */
  readonly projects: number
}

const DAY = 86_400_000
/** Increment this when the generator changes, so that figures are never compared with those of an older log. */
const GENERATOR = 4

export const projectNumber = (n: number): { id: string; name: string } => ({
  id: `remote:example.com/bench/project-${n}`,
  name: `project-${n}`,
})

/** Returns the folder and the content of the log, which is generated on first use and then cached. */
export async function fullLog(
  size: Size,
  progress: (text: string) => void,
): Promise<{ readonly home: string; readonly holding: Holding }> {
  const home = join(
    cacheFolder(),
    `log-${size.sessions}x${size.events / size.sessions}in${size.projects}-v${SCHEMA_VERSION}.${SESSION_SHAPE}.${GENERATOR}`,
  )
  const note = join(home, 'holding.json')
  if (!existsSync(note)) await generate(home, size, progress)
  return { home, holding: JSON.parse(readFileSync(note, 'utf8')) as Holding }
}

async function generate(home: string, size: Size, progress: (text: string) => void): Promise<void> {
  const aside = `${home}.${process.pid}`
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  const begun = performance.now()
  const now = Date.now()
  const path = join(aside, 'log.db')
  await fill(path, size, { now, progress })
  const seconds = (performance.now() - begun) / 1000
  progress('counting the events in the log')
  const holding: Holding = { ...count(path), now, seconds }
  writeFileSync(join(aside, 'holding.json'), `${JSON.stringify(holding, null, 2)}\n`)
  rmSync(home, { recursive: true, force: true })
  renameSync(aside, home)
}

/** Appends the sessions through the real log, so that its chain, hashes and views are real. */
async function fill(
  path: string,
  size: Size,
  { now, progress }: { readonly now: number; readonly progress: (text: string) => void },
): Promise<void> {
  const log = new SqliteLog({ path, projection: sessionProjection })
  const perSession = size.events / size.sessions
  const begun = performance.now()
  for (let i = 0; i < size.sessions; i += 1) {
    const plan = planOf(i, size, now)
    const appended = await log.append(plan.session, sessionEvents(plan))
    if (appended.kind !== 'appended') throw new Error(`session ${i} could not be appended: ${appended.kind}`)
    const rate = ((i + 1) * perSession) / ((performance.now() - begun) / 1000)
    progress(`generating the log (once): ${i + 1} of ${size.sessions} sessions, ${Math.round(rate)} events/s`)
  }
  await log.close()
}

/** Half a year of work, spread evenly. Sessions older than a month are archived; the last ten are still open. */
function planOf(i: number, size: Size, now: number): SyntheticSession {
  const from = chance(1_000 + i)
  const age = ((size.sessions - i) / size.sessions) * 180 * DAY
  const project = i % size.projects
  return {
    session: derivedId('ses', 'bench', String(i)),
    chance: from,
    place: { project: projectNumber(project), checkout: `/home/somebody/code/project-${project}` },
    startedAt: Math.trunc(now - age - 4 * 3_600_000),
    events: size.events / size.sessions,
    end:
      age > 30 * DAY
        ? 'archived'
        : i >= size.sessions - 10
          ? 'open'
          : from.isTrue(0.3)
            ? 'completed'
            : 'ended',
  }
}

function count(path: string): Omit<Holding, 'now' | 'seconds'> {
  const db = connect(path, { readOnly: false, busyMs: 1000 })
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const one = (sql: string): number => Number(db.prepare(sql).get()?.n ?? 0)
  const views = db
    .prepare('SELECT length(CAST(doc AS BLOB)) AS n FROM session_view ORDER BY n')
    .all()
    .map(({ n }) => Number(n))
  const holding = {
    sessions: one('SELECT count(*) AS n FROM session_view'),
    events: one('SELECT count(*) AS n FROM event'),
    payloadBytes: one('SELECT sum(octet_length(payload)) AS n FROM event'),
    fileBytes: statSync(path).size,
    parts: partsOf(db),
    largestView: views.at(-1) ?? 0,
    middleView: views[Math.floor(views.length / 2)] ?? 0,
  }
  db.close()
  return holding
}

function partsOf(db: ReturnType<typeof connect>): Record<string, number> {
  try {
    const rows = db.prepare('SELECT name, sum(pgsize) AS n FROM dbstat GROUP BY name').all()
    return Object.fromEntries(rows.map(({ name, n }) => [String(name), Number(n)]))
  } catch {
    return {} // built without dbstat; the report says so
  }
}
