import { FileChanged } from '../event/tool.ts'
import { type EventDraft, eventDraft } from './event-draft.ts'
import { shorten, toLabel } from './stored-text.ts'

export interface FileChange {
  readonly path: string
  readonly change: 'created' | 'edited' | 'deleted' | 'renamed'
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly lines?: number | undefined
}

/** One event per file, even if a call changes the file several times. */
export function fileChangeDrafts(
  call: { readonly source: readonly string[]; readonly at?: number | undefined },
  changes: readonly FileChange[],
): readonly EventDraft[] {
  const byPath = new Map<string, FileChange>()
  for (const change of changes) byPath.set(change.path, mergeChanges(byPath.get(change.path), change))
  return [...byPath.values()].map(({ path, change, before, after, lines }) =>
    eventDraft(
      FileChanged,
      [...call.source, path],
      {
        path: toLabel(path),
        change,
        ...(lines !== undefined && { lines }),
        ...(before !== undefined && { before: shorten(before) }),
        ...(after !== undefined && { after: shorten(after) }),
      },
      call.at,
    ),
  )
}

function mergeChanges(first: FileChange | undefined, next: FileChange): FileChange {
  if (!first) return next
  const isStillNew = first.change === 'created' && next.change === 'edited'
  return {
    path: next.path,
    change: isStillNew ? 'created' : next.change,
    before: joinTexts(first.before, next.before),
    after: joinTexts(first.after, next.after),
    lines: first.lines === undefined ? next.lines : first.lines + (next.lines ?? 0),
  }
}

const joinTexts = (first: string | undefined, next: string | undefined): string | undefined =>
  first === undefined ? next : next === undefined ? first : `${first}\n${next}`

interface PatchSection {
  readonly verb: string
  readonly path: string
  movedTo?: string
  readonly removed: string[]
  readonly added: string[]
}

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/
const MOVE = /^\*\*\* Move to: (.+)$/

/** File changes in a patch in the `*** Begin Patch` format. Never throws; unknown lines are ignored. */
export function changesIn(patch: string, directory: string | undefined): readonly FileChange[] {
  return sectionsIn(patch).flatMap((section) => changesOf(section, directory))
}

function sectionsIn(patch: string): readonly PatchSection[] {
  const sections: PatchSection[] = []
  for (const line of patch.split(/\r?\n/)) {
    const [, verb, path] = HEADER.exec(line) ?? []
    const last = sections.at(-1)
    if (verb && path) sections.push({ verb, path: path.trim(), removed: [], added: [] })
    else if (last) addLine(last, line)
  }
  return sections.filter(({ path }) => path !== '')
}

function addLine(section: PatchSection, line: string): void {
  const [, target] = MOVE.exec(line) ?? []
  if (target?.trim()) section.movedTo = target.trim()
  else if (line.startsWith('+')) section.added.push(line.slice(1))
  else if (line.startsWith('-')) section.removed.push(line.slice(1))
}

function changesOf(section: PatchSection, directory: string | undefined): readonly FileChange[] {
  const path = absolutePath(directory, section.path)
  const edit = { before: textOf(section.removed), after: textOf(section.added), lines: section.added.length }
  if (section.verb === 'Delete') return [{ path, change: 'deleted' }]
  if (section.verb === 'Add') return [{ path, change: 'created', after: edit.after, lines: edit.lines }]
  if (!section.movedTo) return [{ path, change: 'edited', ...edit }]
  return [
    { path, change: 'renamed' },
    { path: absolutePath(directory, section.movedTo), change: 'created', ...edit },
  ]
}

const textOf = (lines: readonly string[]): string | undefined =>
  lines.length === 0 ? undefined : lines.join('\n')

const ABSOLUTE = /^(?:[/\\~]|[A-Za-z]:[/\\])/

/** Makes a path absolute. Returns it unchanged if the directory is unknown. */
export function absolutePath(directory: string | undefined, path: string): string {
  if (ABSOLUTE.test(path) || !directory) return path
  const separator = /^[A-Za-z]:\\/.test(directory) ? '\\' : '/'
  const names = directory.replace(/[/\\]+$/, '').split(separator)
  for (const name of path.split(/[/\\]/)) {
    if (name === '..' && names.length > 1) names.pop()
    else if (name !== '' && name !== '.' && name !== '..') names.push(name)
  }
  return names.join(separator)
}
