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
  type JsonExtension,
  type SlotPlan,
  statusLineCommand,
} from '../agent/install-plan.ts'
import { Problem } from '../problem.ts'
import { leftoffScript, type Machine, scriptFolder } from './agent-locations.ts'
import { addEntries, removeEntries } from './hook-entries.ts'
import {
  NO_CHANGES,
  type SettingsEdit,
  type WantedEntries,
  type WantedEntry,
  type WantedSlot,
} from './settings-edit.ts'
import { decodeText, type SettingsFile } from './settings-file.ts'
import { addTable, removeTable } from './toml-settings.ts'

const BOM = '\uFEFF'
const ALL_EXTENSIONS: readonly JsonExtension[] = ['comments', 'trailing commas', 'byte order mark']

interface ContentOptions {
  readonly statusLine?: boolean
}

/** The file content with leftoff's entries. */
export function contentWithLeftoff(
  machine: Machine,
  {
    plan,
    file,
    options,
  }: { readonly plan: InstallPlan; readonly file: FilePlan; readonly options: ContentOptions },
  current: SettingsFile,
): SettingsEdit {
  if (file.kind === 'program') return programContent(machine, file.source, current)
  const { title } = plan
  const where = current.path
  const wanted = wantedEntries(machine, { plan, file, options })
  if (file.kind === 'json') {
    if (file.extensions.includes('byte order mark')) {
      return editAfterMark(current, (text) =>
        addEntries(text, { where, title, extensions: file.extensions }, wanted),
      )
    }
    return addEntries(textOf(current), { where, title, extensions: file.extensions }, wanted)
  }
  return editAfterMark(current, (text) => addTable(text, { where, title }, wantedEntry(machine, file.entry)))
}

/** The content without our entries. Undefined means that the file should not exist. */
export function contentWithoutLeftoff(
  machine: Machine,
  { plan: { title }, file }: { readonly plan: InstallPlan; readonly file: FilePlan },
  current: SettingsFile,
  original: Buffer | undefined,
): SettingsEdit | undefined {
  const before = original && decodeText(original, current.path).replace(BOM, '')
  const where = current.path
  if (file.kind === 'program')
    return textOf(current).includes(PROGRAM_MARK) ? undefined : { ...NO_CHANGES, text: textOf(current) }
  if (file.kind === 'toml') {
    return editAfterMark(current, (text) =>
      removeTable(text, { where, title }, { entry: wantedEntry(machine, file.entry), original: before }),
    )
  }
  return editAfterMark(current, (text) =>
    removeEntries(
      text,
      { where, title, extensions: ALL_EXTENSIONS },
      { entry: file.entry && wantedEntry(machine, file.entry), original: before },
    ),
  )
}

/** Keeps a byte order mark in front of the edited text. */
function editAfterMark(current: SettingsFile, edit: (text: string) => SettingsEdit): SettingsEdit {
  const text = textOf(current)
  if (!text.startsWith(BOM)) return edit(text)
  const edited = edit(text.slice(BOM.length))
  return { ...edited, text: BOM + edited.text }
}

export const textOf = ({ bytes, path }: SettingsFile): string => (bytes ? decodeText(bytes, path) : '')

interface EntriesRequest {
  readonly plan: InstallPlan
  readonly file: FilePlan & { kind: 'json' | 'toml' }
  readonly options: ContentOptions
}

const wantedEntries = (machine: Machine, { plan, file, options }: EntriesRequest): WantedEntries => ({
  ...(file.kind === 'json' && file.hooks && { hooks: wantedHooks(machine, plan, file.hooks) }),
  ...(file.entry && { entry: wantedEntry(machine, file.entry) }),
  ...(file.kind === 'json' &&
    file.statusLine && { slot: wantedSlot(machine, plan, file.statusLine, options) }),
})

const wantedSlot = (
  machine: Machine,
  { agent }: InstallPlan,
  { key, value }: SlotPlan,
  options: ContentOptions,
): WantedSlot => ({
  key,
  value: value(statusLineCommand(agent, scriptFolder(machine))),
  isRequested: options.statusLine === true,
})

const wantedHooks = (
  machine: Machine,
  { agent }: InstallPlan,
  hooks: readonly HookPlan[],
): Map<string, Json> =>
  new Map(
    hooks.map((hook) => [hook.event, hookGroup(hook, hookCommand(agent, hook.mode, scriptFolder(machine)))]),
  )

const wantedEntry = (machine: Machine, { path, value, userKeys: theirs }: EntryPlan): WantedEntry => ({
  path,
  value: value(leftoffScript(machine)),
  userKeys: theirs ?? [],
})

export const PROGRAM = 'plugin leftoff'
const PROGRAM_MARK = '// leftoff: written by leftoff init, deleted by leftoff uninstall'

function programContent(machine: Machine, source: string, current: SettingsFile): SettingsEdit {
  const text = programText(machine, source)
  const existing = textOf(current)
  if (existing === text) return { ...NO_CHANGES, text }
  if (existing.trim() !== '' && !existing.includes(PROGRAM_MARK)) {
    throw new Problem({
      code: 'agent-config-foreign',
      message: 'leftoff did not write this file, so it was not changed',
      where: current.path,
      fix: 'rename it and try again',
    })
  }
  const names = [PROGRAM]
  return { ...NO_CHANGES, text, ...(current.bytes ? { updated: names } : { added: names }) }
}

/** Replaces the placeholders in the source with paths as JSON strings. The placeholders may be in quotes. */
function programText(machine: Machine, source: string): string {
  const paths = { __LEFTOFF_SPOOL__: machine.spool, __LEFTOFF_HOOK__: leftoffScript(machine) }
  const filled = Object.entries(paths).reduce(
    (text, [name, path]) =>
      text.replaceAll(new RegExp(`(["'\`]?)${name}\\1`, 'g'), () => JSON.stringify(path)),
    readSource(join(dirname(machine.command), source)),
  )
  return `${PROGRAM_MARK}\n${filled}`
}

function readSource(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Problem({
      code: 'installation-incomplete',
      message: 'a file is missing from the leftoff installation',
      where: path,
      fix: 'reinstall leftoff',
      cause,
    })
  }
}
