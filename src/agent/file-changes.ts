import { FileChanged } from '../event/tool.ts'
import { type EventDraft, eventDraft } from './event-draft.ts'
import { label } from './label.ts'
import { shortened } from './long-text.ts'

export interface FileChange {
  readonly path: string
  readonly change: 'created' | 'edited' | 'deleted' | 'renamed'
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly lines?: number | undefined
}

/** One fact a file, though a call may come to the same file several times. */
export function fileChangeDrafts(
  call: { readonly source: readonly string[]; readonly at?: number | undefined },
  changes: readonly FileChange[],
): readonly EventDraft[] {
  const byPath = new Map<string, FileChange>()
  for (const change of changes) byPath.set(change.path, merged(byPath.get(change.path), change))
  return [...byPath.values()].map(({ path, change, before, after, lines }) =>
    eventDraft(
      FileChanged,
      [...call.source, path],
      {
        path: label(path),
        change,
        ...(lines !== undefined && { lines }),
        ...(before !== undefined && { before: shortened(before) }),
        ...(after !== undefined && { after: shortened(after) }),
      },
      call.at,
    ),
  )
}

function merged(first: FileChange | undefined, next: FileChange): FileChange {
  if (!first) return next
  const isStillNew = first.change === 'created' && next.change === 'edited'
  return {
    path: next.path,
    change: isStillNew ? 'created' : next.change,
    before: joined(first.before, next.before),
    after: joined(first.after, next.after),
    lines: first.lines === undefined ? next.lines : first.lines + (next.lines ?? 0),
  }
}

const joined = (first: string | undefined, next: string | undefined): string | undefined =>
  first === undefined ? next : next === undefined ? first : `${first}\n${next}`
