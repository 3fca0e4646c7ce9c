import { mkdirSync } from 'node:fs'
import type { FilePlan, InstallPlan, Scope } from '../agent/install-plan.ts'
import { Problem } from '../problem.ts'
import { Backups, type Kept, sha256 } from './backups.ts'
import { type Found, found, replaced } from './config-file.ts'
import { cleared, settled, textIn } from './edit.ts'
import { chosenPath, type Machine, missingFolders } from './machine.ts'
import { busy, unwritable } from './refusal.ts'
import type { SettingsEdit } from './settings-edit.ts'

export interface FileReport {
  readonly path: string
  readonly change: 'create' | 'change' | 'none' | 'restore' | 'delete'
  readonly added: readonly string[]
  readonly updated: readonly string[]
  readonly removed: readonly string[]
  /** What was asked for and is not added, because something of the user's own stands in its place. */
  readonly occupied?: string
  /** A copy of what was there. */
  readonly backup?: string
  /** The text before and after. */
  readonly texts: readonly [string, string]
}

export interface Options {
  readonly scope: Scope
  readonly dryRun: boolean
  /** Also the status line, where the agent has one and it is free. */
  readonly statusLine?: boolean
}

/** Tells one agent of leftoff. All of its files are looked at before the first is written: one that cannot be, stops it. */
export function setUp(machine: Machine, plan: InstallPlan, options: Options): readonly FileReport[] {
  const previews = plan.files.map((file) => settle(machine, plan, file, { ...options, dryRun: true }))
  if (options.dryRun) return previews
  return plan.files.map((file) => settle(machine, plan, file, options))
}

/** How often a file may change under our hands before we give up. */
const MOST_TRIES = 5
const MOST_REMEMBERED = 20

function settle(machine: Machine, plan: InstallPlan, file: FilePlan, options: Options): FileReport {
  const path = chosenPath(machine, options.scope, file.where)
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const was = found(path, options.scope === 'user' ? 0o600 : 0o644)
    const edited = settled(machine, { plan, file, wish: options }, was)
    const text = textIn(was)
    const report = { path, ...words(edited), texts: [text, edited.text] as const }
    if (was.bytes && edited.text === text) return { ...report, change: 'none' }
    const change = was.bytes ? 'change' : 'create'
    if (options.dryRun) return { ...report, change }
    const bytes = Buffer.from(edited.text)
    const backup = keep(machine, { plan, file, was, bytes, scope: options.scope })
    if (replaced(was, bytes)) return { ...report, change, ...(backup && { backup }) }
  }
  throw busy(path)
}

const words = ({ text: _, ...said }: SettingsEdit): Omit<SettingsEdit, 'text'> => said

interface Step {
  readonly plan: InstallPlan
  readonly file: FilePlan
  readonly was: Found
  readonly bytes: Buffer
  readonly scope: Scope
}

/** Before anything is changed: a copy of what is there, and a note of what will be. */
function keep(machine: Machine, { plan, file, was, bytes, scope }: Step): string | undefined {
  const backups = new Backups(machine.home, plan.agent)
  const known = backups.of(was.path)
  const at = machine.now()
  const folders = missingFolders(was.target)
  const backup = was.bytes && backups.copy(was.path, was.bytes, at)
  const original = originalOf({ plan, file, was, scope }, known) ?? {
    path: was.path,
    scope,
    existed: was.bytes !== undefined,
    clean: true,
    ...(backup !== undefined && was.bytes && { backup, before: sha256(was.bytes) }),
    mode: was.mode,
    folders: [...(known?.folders ?? []), ...folders],
    written: [],
  }
  backups.remember({ ...original, written: [...original.written, sha256(bytes)].slice(-MOST_REMEMBERED), at })
  make(was.path, folders, scope)
  return backup
}

/** What was there before us, where what is there now has something of ours in it; nothing where it has not. */
function originalOf(
  { plan, file, was, scope }: Omit<Step, 'bytes'>,
  known: Kept | undefined,
): Omit<Kept, 'at'> | undefined {
  if (!was.bytes) return undefined
  if (known?.written.includes(sha256(was.bytes))) return known
  const without = cleared(plan, file, was, undefined)
  if (without && without.text === textIn(was)) return undefined
  // Somebody has changed it since: putting back what was there would undo that too.
  const { path, mode } = was
  const first = known ?? { path, mode, scope, existed: true, folders: [] }
  return { ...first, clean: false, written: [] }
}

function make(path: string, folders: readonly string[], scope: Scope): void {
  try {
    for (const folder of folders)
      mkdirSync(folder, { recursive: true, mode: scope === 'user' ? 0o700 : 0o755 })
  } catch (error) {
    throw error instanceof Problem ? error : unwritable(path, error)
  }
}
