import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type EntryPlan,
  type FilePlan,
  type HookPlan,
  hookCommand,
  hookGroup,
  type InstallPlan,
  type Json,
  type Liberty,
  type SlotPlan,
  statusLineCommand,
} from '../agent/install-plan.ts'
import { Problem } from '../problem.ts'
import type { Found } from './config-file.ts'
import { addEntries, removeEntries } from './hook-entries.ts'
import { leftoffScript, type Machine, scriptFolder } from './machine.ts'
import { textOf } from './refusal.ts'
import {
  NO_CHANGES,
  type SettingsEdit,
  type WantedEntries,
  type WantedEntry,
  type WantedSlot,
} from './settings-edit.ts'
import { addTable, removeTable } from './toml-settings.ts'

const BOM = '\uFEFF'
const ALL: readonly Liberty[] = ['comments', 'trailing commas', 'byte order mark']

export interface Wish {
  readonly statusLine?: boolean
}

/** What a file should be with us in it. */
export function settled(
  machine: Machine,
  { plan, file, wish }: { readonly plan: InstallPlan; readonly file: FilePlan; readonly wish: Wish },
  was: Found,
): SettingsEdit {
  if (file.kind === 'program') return withProgram(machine, file.source, was)
  const { title } = plan
  const where = was.path
  const wanted = wantedIn(machine, { plan, file, wish })
  if (file.kind === 'json') {
    if (file.liberties.includes('byte order mark')) {
      return pastMark(was, (text) => addEntries(text, { where, title, liberties: file.liberties }, wanted))
    }
    return addEntries(textIn(was), { where, title, liberties: file.liberties }, wanted)
  }
  return pastMark(was, (text) => addTable(text, { where, title }, entryOf(machine, file.entry)))
}

/** What it should be without us. Nothing: there should be no file. */
export function cleared(
  plan: InstallPlan,
  file: FilePlan,
  was: Found,
  original: Buffer | undefined,
): SettingsEdit | undefined {
  const before = original && textOf(original, was.path).replace(BOM, '')
  const { title } = plan
  const where = was.path
  if (file.kind === 'program')
    return textIn(was).includes(PROGRAM_MARK) ? undefined : { ...NO_CHANGES, text: textIn(was) }
  if (file.kind === 'toml') {
    return pastMark(was, (text) =>
      removeTable(text, { where, title }, { entry: file.entry.path, original: before }),
    )
  }
  return pastMark(was, (text) =>
    removeEntries(text, { where, title, liberties: ALL }, { entry: file.entry?.path, original: before }),
  )
}

/** The mark of the byte order stays where it is, before what is edited. */
function pastMark(was: Found, edit: (text: string) => SettingsEdit): SettingsEdit {
  const text = textIn(was)
  if (!text.startsWith(BOM)) return edit(text)
  const edited = edit(text.slice(BOM.length))
  return { ...edited, text: BOM + edited.text }
}

export const textIn = ({ bytes, path }: Found): string => (bytes ? textOf(bytes, path) : '')

interface Place {
  readonly plan: InstallPlan
  readonly file: FilePlan & { kind: 'json' | 'toml' }
  readonly wish: Wish
}

const wantedIn = (machine: Machine, { plan, file, wish }: Place): WantedEntries => ({
  ...(file.kind === 'json' && file.hooks && { hooks: hooksIn(machine, plan, file.hooks) }),
  ...(file.entry && { entry: entryOf(machine, file.entry) }),
  ...(file.kind === 'json' && file.statusLine && { slot: slotOf(machine, plan, file.statusLine, wish) }),
})

const slotOf = (
  machine: Machine,
  { agent }: InstallPlan,
  { key, value }: SlotPlan,
  wish: Wish,
): WantedSlot => ({
  key,
  value: value(statusLineCommand(agent, scriptFolder(machine))),
  isAsked: wish.statusLine === true,
})

const hooksIn = (machine: Machine, { agent }: InstallPlan, hooks: readonly HookPlan[]): Map<string, Json> =>
  new Map(
    hooks.map((hook) => [hook.event, hookGroup(hook, hookCommand(agent, hook.mode, scriptFolder(machine)))]),
  )

const entryOf = (machine: Machine, { path, value, theirs }: EntryPlan): WantedEntry => ({
  path,
  value: value(leftoffScript(machine)),
  theirs: theirs ?? [],
})

export const PROGRAM = 'plugin leftoff'
const PROGRAM_MARK = '// leftoff: written by leftoff init, deleted by leftoff uninstall'

function withProgram(machine: Machine, source: string, was: Found): SettingsEdit {
  const text = programText(machine, source)
  const found = textIn(was)
  if (found === text) return { ...NO_CHANGES, text }
  if (found.trim() !== '' && !found.includes(PROGRAM_MARK)) {
    throw new Problem({
      code: 'agent-config-foreign',
      message: 'this file is not one that leftoff wrote, so it was left as it is',
      where: was.path,
      fix: 'give it another name and try again',
    })
  }
  const names = [PROGRAM]
  return { ...NO_CHANGES, text, ...(was.bytes ? { updated: names } : { added: names }) }
}

/** Places are put in as JSON, wherever and however the source names them. */
function programText(machine: Machine, source: string): string {
  const places = { __LEFTOFF_SPOOL__: machine.spool, __LEFTOFF_HOOK__: leftoffScript(machine) }
  const filled = Object.entries(places).reduce(
    (text, [name, path]) =>
      text.replaceAll(new RegExp(`(["'\`]?)${name}\\1`, 'g'), () => JSON.stringify(path)),
    sourceText(join(dirname(machine.command), source)),
  )
  return `${PROGRAM_MARK}\n${filled}`
}

function sourceText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Problem({
      code: 'installation-incomplete',
      message: 'a file of leftoff itself is missing',
      where: path,
      fix: 'install leftoff again',
      cause,
    })
  }
}
