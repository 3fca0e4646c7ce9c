import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Paths } from '../host/paths.ts'
import type { Health } from '../log/sqlite/health.ts'
import { Problem } from '../problem.ts'
import type { Spool } from '../spool/spool.ts'
import { counted, spoken } from '../text/time.ts'
import { type Finding, note, ok, wrong } from './finding.ts'

/** What the log says of itself; a log that cannot be opened says why. */
export async function logFindings(paths: Paths, health: () => Promise<Health>): Promise<readonly Finding[]> {
  if (!existsSync(paths.log)) return [note(`no log yet; the first session makes it (${paths.log})`)]
  try {
    const { sqlite, events, sessions, schema, damage, isChecked } = await health()
    const size = megabytes(statSync(paths.log).size)
    const about = `${sessions} sessions, ${events} events, ${size} MB, schema ${schema}, SQLite ${sqlite} (${paths.log})`
    if (damage) return [wrong(`the database is damaged: ${damage}`, 'leftoff verify --salvage'), note(about)]
    return [ok(about), ...(isChecked ? [] : [note('it is too large to check in passing', 'leftoff verify')])]
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [wrong(error.message, error.fix ?? 'leftoff verify')]
  }
}

const HOUR = 3_600_000

export async function spoolFindings(spool: Spool, now: number): Promise<readonly Finding[]> {
  const waiting = await spool.waiting()
  const quarantined = await spool.quarantined()
  const oldest = waiting[0]
  const age = oldest ? now - oldest.at : 0
  const waits = oldest
    ? `${counted(waiting.length, 'delivery waits', 'deliveries wait')}, the oldest for ${spoken(Math.max(0, age))}`
    : 'the spool is empty'
  const reasons = [...new Set(quarantined.map(({ reason }) => reason))].slice(0, 3).join('; ')
  return [
    age > HOUR ? wrong(`${waits}; something keeps them from the log`, 'leftoff session list') : ok(waits),
    ...(quarantined.length > 0
      ? [
          wrong(
            `${counted(quarantined.length, 'delivery', 'deliveries')} could not be read and set aside: ${reasons}`,
            'leftoff verify lists what was set aside, leftoff forget --quarantine deletes it',
          ),
        ]
      : []),
  ]
}

const WEEK = 7 * 24 * HOUR

/** What hooks could not do and told nobody. */
export function troubleFindings(paths: Paths, now: number): readonly Finding[] {
  const lines = readText(join(paths.home, 'trouble.jsonl')).split('\n').flatMap(troubleIn)
  const recent = lines.filter(({ at }) => now - at < WEEK)
  const last = recent.at(-1)
  if (!last) return [ok('no hook met trouble in the last seven days')]
  return [
    note(
      `${counted(recent.length, 'hook')} could not write to the log in the last seven days and left events in the spool; the last one ${spoken(Math.max(0, now - last.at))} ago: ${last.message}`,
    ),
  ]
}

function troubleIn(line: string): readonly { at: number; message: string }[] {
  try {
    const { at, message } = JSON.parse(line)
    return typeof at === 'number' && typeof message === 'string' ? [{ at, message }] : []
  } catch {
    return [] // the file was begun anew in the middle of a line
  }
}

const LEAST_FREE_MB = 200

export function machineFindings(paths: Paths, node: string): readonly Finding[] {
  const free = freeMegabytes(paths.home)
  const isOld = Number(/\d+/.exec(node)?.[0]) < 20
  return [
    isOld ? wrong(`Node ${node} is too old`, 'install Node 20.16 or newer') : ok(`Node ${node}`),
    ...(free === undefined
      ? []
      : [
          free < LEAST_FREE_MB
            ? wrong(
                `only ${free} MB are free where leftoff keeps its data`,
                'free some space, or set LEFTOFF_HOME elsewhere',
              )
            : ok(`${free} MB free in ${paths.home}`),
        ]),
  ]
}

function freeMegabytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(existsSync(folder) ? folder : '/')
    return Math.floor((bavail * bsize) / 1024 / 1024)
  } catch {
    return undefined // this file system does not say
  }
}

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // never written
  }
}
