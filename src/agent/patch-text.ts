import type { FileChange } from './file-changes.ts'
import { absolutePath } from './file-path.ts'

interface Section {
  readonly verb: string
  readonly path: string
  movedTo?: string
  readonly removed: string[]
  readonly added: string[]
}

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/
const MOVE = /^\*\*\* Move to: (.+)$/

/** What a patch in the form that begins with `*** Begin Patch` does to files. Total: what it does not know it passes over. */
export function changesIn(patch: string, directory: string | undefined): readonly FileChange[] {
  return sectionsIn(patch).flatMap((section) => changesOf(section, directory))
}

function sectionsIn(patch: string): readonly Section[] {
  const sections: Section[] = []
  for (const line of patch.split(/\r?\n/)) {
    const [, verb, path] = HEADER.exec(line) ?? []
    const last = sections.at(-1)
    if (verb && path) sections.push({ verb, path: path.trim(), removed: [], added: [] })
    else if (last) take(last, line)
  }
  return sections.filter(({ path }) => path !== '')
}

function take(section: Section, line: string): void {
  const [, target] = MOVE.exec(line) ?? []
  if (target?.trim()) section.movedTo = target.trim()
  else if (line.startsWith('+')) section.added.push(line.slice(1))
  else if (line.startsWith('-')) section.removed.push(line.slice(1))
}

function changesOf(section: Section, directory: string | undefined): readonly FileChange[] {
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
