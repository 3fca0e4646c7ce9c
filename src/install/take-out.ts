import type { FilePlan, InstallPlan } from '../agent/install-plan.ts'
import { Backups, type Kept, sha256 } from './backups.ts'
import { deleted, type Found, found, replaced, withoutEmpty } from './config-file.ts'
import { cleared, PROGRAM, textIn } from './edit.ts'
import { type Machine, possiblePaths } from './machine.ts'
import { busy } from './refusal.ts'
import type { FileReport, Options } from './set-up.ts'
import { NO_CHANGES } from './settings-edit.ts'

/** Takes leftoff out of one agent's files again. */
export function takeOut(machine: Machine, plan: InstallPlan, options: Options): readonly FileReport[] {
  const backups = new Backups(machine.home, plan.agent)
  const folders = backups.all().flatMap((kept) => kept.folders)
  const reports = plan.files.flatMap((file) =>
    possiblePaths(machine, options.scope, file.where).map((path) =>
      clear(machine, { plan, file, backups, path }, options),
    ),
  )
  if (!options.dryRun) withoutEmpty(folders)
  return reports
}

interface Place {
  readonly plan: InstallPlan
  readonly file: FilePlan
  readonly backups: Backups
  readonly path: string
}

const MOST_TRIES = 5

function clear(machine: Machine, place: Place, { dryRun }: Options): FileReport {
  const { backups, path } = place
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const was = found(path, 0o600)
    const kept = backups.of(path)
    const next = wanted(place, was, kept)
    if (dryRun) return reported(was, next)
    const backup = isWorthACopy(next) && was.bytes ? backups.copy(path, was.bytes, machine.now()) : undefined
    if (!carriedOut(was, next, kept)) continue
    backups.forget(path, { restored: next.change !== 'none' && !isWorthACopy(next) })
    return { ...reported(was, next), ...(backup && { backup }) }
  }
  throw busy(path)
}

/** What we wrote ourselves, to the byte, needs none. */
const isWorthACopy = ({ change, isAsWritten }: Next): boolean =>
  change === 'change' || (change === 'delete' && !isAsWritten)

interface Next {
  readonly change: FileReport['change']
  /** What will stand there. */
  readonly bytes?: Buffer
  readonly removed: readonly string[]
  /** It is, to the byte, what we wrote. */
  readonly isAsWritten: boolean
}

function wanted(place: Place, was: Found, kept: Kept | undefined): Next {
  const { plan, file, backups } = place
  const isAsWritten = was.bytes !== undefined && kept?.written.includes(sha256(was.bytes)) === true
  const none: Next = { change: 'none', removed: [], isAsWritten }
  if (!was.bytes) return none
  const original = kept && backups.bytesOf(kept)
  const without = cleared(plan, file, was, original)
  const removed = without?.removed ?? [PROGRAM]
  if (isAsWritten && kept.clean) {
    if (!kept.existed) return { change: 'delete', removed, isAsWritten }
    if (original) return { change: 'restore', bytes: original, removed, isAsWritten }
  }
  if (!without) return { change: 'delete', removed, isAsWritten }
  if (without.text === textIn(was)) return none
  const left = leftOver(without.text, kept, original)
  return { change: left ? 'change' : 'delete', ...(left && { bytes: left }), removed, isAsWritten }
}

/** What stays of a file without us. One that was not there goes again, one that was empty is empty again. */
function leftOver(text: string, kept: Kept | undefined, original: Buffer | undefined): Buffer | undefined {
  const isNothing = /^\s*(\{\s*\})?\s*$/.test(text)
  if (isNothing && kept?.existed === false) return undefined
  const wasNothing = original?.toString().trim() === ''
  return isNothing && wasNothing ? original : Buffer.from(text)
}

/** A file that is restored gets its mode back too. */
function carriedOut(was: Found, { change, bytes }: Next, kept: Kept | undefined): boolean {
  if (change === 'none') return true
  if (!bytes) return deleted(was)
  return replaced(change === 'restore' && kept ? { ...was, mode: kept.mode } : was, bytes)
}

const reported = (was: Found, { change, bytes, removed }: Next): FileReport => ({
  path: was.path,
  change,
  ...NO_CHANGES,
  removed,
  texts: [textIn(was), change === 'none' ? textIn(was) : (bytes?.toString() ?? '')],
})
