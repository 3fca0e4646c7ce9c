import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SettingProblem } from '../app/settings.ts'
import type { Paths } from '../host/paths.ts'
import { readOwnFile } from '../host/regular-file.ts'
import { contentProblem } from '../host/trusted-home.ts'
import type { Health } from '../log/sqlite/sqlite-log.ts'
import { Problem } from '../problem.ts'
import { QUARANTINE_MS, type Spool } from '../spool/spool.ts'
import { countText, durationText } from '../text/time.ts'
import { type Finding, note, ok, wrong } from './finding.ts'

/** Checks the log, or reports why it cannot be opened. */
export async function logFindings(paths: Paths, health: () => Promise<Health>): Promise<readonly Finding[]> {
  if (!existsSync(paths.log)) return [note(`no log yet; the first session creates it (${paths.log})`)]
  try {
    const { sqlite, events, sessions, schema, damage, isChecked } = await health()
    const size = megabytes(statSync(paths.log).size)
    const about = `${countText(sessions, 'session')}, ${countText(events, 'event')}, ${size} MB, schema ${schema}, SQLite ${sqlite} (${paths.log})`
    if (damage) return [wrong(`the database is damaged: ${damage}`, 'leftoff verify --salvage'), note(about)]
    return [
      ok(about),
      ...(isChecked ? [] : [note('not checked: the log is too large for a quick check', 'leftoff verify')]),
    ]
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [wrong(error.message, error.fix ?? 'leftoff verify')]
  }
}

/**
 * Invalid settings are ignored. Invalid settings in a repository are only a note, because the user may not
 * have written them.
 */
export const settingFindings = (problems: readonly SettingProblem[]): readonly Finding[] =>
  problems.map(({ source, problem: { message, where, fix } }) => {
    const text = `${message} (${where ?? source}); it is ignored`
    return source === 'project' ? note(text, fix) : wrong(text, fix)
  })

const HOUR = 3_600_000

export async function spoolFindings(spool: Spool, now: number): Promise<readonly Finding[]> {
  const waiting = await spool.waiting()
  const quarantined = await spool.quarantined()
  const oldest = waiting[0]
  const age = oldest ? now - oldest.at : 0
  const waits = oldest
    ? `${countText(waiting.length, 'delivery', 'deliveries')} waiting, the oldest for ${durationText(Math.max(0, age))}`
    : 'the spool is empty'
  const reasons = [...new Set(quarantined.map(({ reason }) => reason))].slice(0, 3).join('; ')
  return [
    age > HOUR ? wrong(`${waits}; they cannot be ingested`, 'leftoff session list') : ok(waits),
    ...(quarantined.length > 0
      ? [
          wrong(
            `${countText(quarantined.length, 'unreadable delivery', 'unreadable deliveries')} in quarantine: ${reasons} (deleted after ${durationText(QUARANTINE_MS)})`,
            'leftoff verify lists the quarantine, and leftoff forget --quarantine deletes it',
          ),
        ]
      : []),
  ]
}

const WEEK = 7 * 24 * HOUR

/** Hook errors, which hooks never show to the agent. */
export function hookErrorFindings(paths: Paths, now: number): readonly Finding[] {
  const lines = (readOwnFile(join(paths.home, 'trouble.jsonl')) ?? '').split('\n').flatMap(parseError)
  const recent = lines.filter(({ at }) => now - at < WEEK)
  const last = recent.at(-1)
  if (!last) return [ok('no hook errors in the last 7 days')]
  return [
    note(
      `${countText(recent.length, 'hook')} could not write to the log in the last 7 days and left events in the spool; the last one ${durationText(Math.max(0, now - last.at))} ago: ${last.message}`,
    ),
  ]
}

function parseError(line: string): readonly { at: number; message: string }[] {
  try {
    const { at, message } = JSON.parse(line)
    return typeof at === 'number' && typeof message === 'string' ? [{ at, message }] : []
  } catch {
    return [] // the file was truncated in the middle of a line
  }
}

/** Unusable home folders are reported earlier, so this check only finds problems in files that were not read. */
export function homeFindings({ home }: Paths): readonly Finding[] {
  if (!existsSync(home)) return []
  const problem = contentProblem(home)
  if (!problem) return [ok(`only you can change ${home}`)]
  return [wrong(`${problem.message} (${problem.where})`, problem.fix)]
}

const MIN_FREE_MB = 200

export function machineFindings(paths: Paths, node: string): readonly Finding[] {
  const free = freeMegabytes(paths.home)
  const isOld = Number(/\d+/.exec(node)?.[0]) < 20
  return [
    isOld ? wrong(`Node ${node} is too old`, 'install Node 20.16 or newer') : ok(`Node ${node}`),
    ...(free === undefined
      ? []
      : [
          free < MIN_FREE_MB
            ? wrong(
                `only ${free} MB free in ${paths.home}`,
                'free some space, or set LEFTOFF_HOME to a folder on another disk',
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
    return undefined // not supported by this file system
  }
}

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)
