import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, type Stats, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ChangedFile, ChangePeriod } from '../brief/working-tree.ts'
import { readRegularFile } from '../host/regular-file.ts'
import { attempt } from '../problem.ts'
import { askGit } from './git-report.ts'
import { blobHash, type GitFolders } from './repository.ts'

interface ChangedFilesAsk {
  readonly checkout: string
  readonly folders: GitFolders
  /** The folder that contains a mark for every checkout where git is slow. */
  readonly marks?: string | undefined
}

/**
 * Files that differ from the last commit and were written within the period. This finds files that shell
 * commands changed, which no client reports.
 */
export async function changedFiles(
  ask: ChangedFilesAsk,
  period: ChangePeriod,
): Promise<readonly ChangedFile[]> {
  if (isHuge(ask.folders) || isMarkedSlow(ask, period)) return []
  const { status, committed } = await askBoth(ask, period)
  if (status === undefined) {
    markSlow(ask)
    return []
  }
  const entries = [...statusEntries(status), ...(committed === undefined ? [] : commitEntries(committed))]
  return datedChanges(ask.checkout, entries, period)
}

/** A time limit, because the agent waits for this at the end of a turn. */
const GIT_MS = 400

async function askBoth(
  { checkout }: ChangedFilesAsk,
  { since, withCommits }: ChangePeriod,
): Promise<{ readonly status: string | undefined; readonly committed: string | undefined }> {
  const seconds = Math.floor(since / 1000)
  const [status, committed] = await Promise.all([
    askGit({ checkout, waitMs: GIT_MS }, STATUS),
    withCommits
      ? askGit({ checkout, waitMs: GIT_MS }, [...LOG, `--since=@${seconds}`, 'HEAD', '--'])
      : undefined,
  ])
  return { status, committed }
}

const STATUS = [
  'status',
  '--porcelain=v2',
  '-z',
  '--untracked-files=all',
  '--ignore-submodules=all',
  '--no-renames',
] as const
const LOG = [
  'log',
  '-z',
  '--max-count=20',
  '--no-merges',
  '--no-show-signature',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--name-status',
  '--format=',
] as const

/** About 100,000 files. With more, git would take longer than a hook may wait. */
const MAX_INDEX_BYTES = 10 * 1024 * 1024
const isHuge = ({ own }: GitFolders): boolean =>
  (statSync(join(own, 'index'), { throwIfNoEntry: false })?.size ?? 0) > MAX_INDEX_BYTES

/** How long a checkout counts as slow after git has failed to answer in time. */
const SLOW_MS = 60 * 60 * 1000

const markOf = ({ checkout, marks }: ChangedFilesAsk): string | undefined =>
  marks && join(marks, `${createHash('sha256').update(checkout).digest('hex').slice(0, 16)}.slow`)

function isMarkedSlow(ask: ChangedFilesAsk, { until }: ChangePeriod): boolean {
  const mark = markOf(ask)
  const stat = mark === undefined ? undefined : statSync(mark, { throwIfNoEntry: false })
  return stat !== undefined && Math.abs(until - stat.mtimeMs) < SLOW_MS
}

/** If the mark cannot be written, for example on a full disk, the next turn tries again. */
function markSlow(ask: ChangedFilesAsk): void {
  const mark = markOf(ask)
  if (mark)
    attempt(() => {
      mkdirSync(dirname(mark), { recursive: true, mode: 0o700 })
      writeFileSync(mark, '', { mode: 0o600 })
    })
}

interface GitEntry {
  readonly name: string
  readonly kind: 'created' | 'edited' | 'deleted'
  /** The content before the change. */
  readonly blob?: string
}

/** `1 XY sub mH mI mW hH hI path`, `u XY sub m1 m2 m3 mW h1 h2 h3 path` and `? path`: see git-status(1). */
const ORDINARY = /^1 (..) \S+ \S+ \S+ \S+ \S+ (\S+) (.+)$/s
const UNMERGED = /^u (?:\S+ ){9}(.+)$/s

function statusEntries(text: string): readonly GitEntry[] {
  return text.split('\0').flatMap((line): GitEntry[] => {
    const [, letters = '', blob = '', name] = ORDINARY.exec(line) ?? []
    if (name) return [{ name, kind: kindOf(letters), blob }]
    const other = line.startsWith('? ') ? line.slice(2) : undefined
    if (other) return [{ name: other, kind: 'created' }]
    const conflict = UNMERGED.exec(line)?.[1]
    return conflict ? [{ name: conflict, kind: 'edited' }] : []
  })
}

function kindOf(letters: string): GitEntry['kind'] {
  if (letters.includes('D')) return 'deleted'
  return letters.startsWith('A') ? 'created' : 'edited'
}

/** `M`, path, `A`, path, ... */
function commitEntries(text: string): readonly GitEntry[] {
  const parts = text.split('\0').map((part) => part.replace(/^\n+/, ''))
  return parts.flatMap((part, index): GitEntry[] => {
    const name = parts[index + 1]
    return /^[AMD]$/.test(part) && name ? [{ name, kind: kindOf(part) }] : []
  })
}

/** If more files than this changed, a generator wrote them, and the newest ones are enough. */
const MAX_CHANGES = 40
/** The maximum number of files to examine, because the agent waits for the result. */
const MAX_ENTRIES = 2000
const MAX_COMPARED_BYTES = 256 * 1024

interface DatedChange extends ChangedFile {
  readonly blob?: string | undefined
}

function datedChanges(
  checkout: string,
  entries: readonly GitEntry[],
  period: ChangePeriod,
): readonly ChangedFile[] {
  const names = new Map<string, GitEntry>()
  for (const entry of entries.slice(0, MAX_ENTRIES)) if (!names.has(entry.name)) names.set(entry.name, entry)
  const changes = [...names.values()]
    .flatMap((entry) => attempt(() => dated(checkout, entry, period)) ?? [])
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MAX_CHANGES)
  return withRenames(checkout, changes)
}

function dated(checkout: string, { name, kind, blob }: GitEntry, period: ChangePeriod): DatedChange[] {
  const path = join(checkout, name)
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) {
    const at = kind === 'created' ? undefined : timeWithin(folderTimes(checkout, path), period)
    return at === undefined ? [] : [{ path, change: 'deleted', at, blob }]
  }
  if (!stat.isFile() || kind === 'deleted') return []
  // Moving a file into the checkout changes only its ctime.
  const times = kind === 'created' ? [stat.mtimeMs, stat.ctimeMs] : [stat.mtimeMs]
  const at = timeWithin(times, period)
  return at === undefined ? [] : [{ path, change: kind, at }]
}

/**
 * The time at which a file was deleted: when its folder last changed, or the closest folder above that still
 * exists.
 */
function folderTimes(checkout: string, path: string): readonly number[] {
  for (let folder = dirname(path); folder.length >= checkout.length; folder = dirname(folder)) {
    const stat: Stats | undefined = lstatSync(folder, { throwIfNoEntry: false })
    if (stat) return [stat.mtimeMs]
  }
  return []
}

/** Some file systems store times in whole seconds. */
function timeWithin(times: readonly number[], { since, until }: ChangePeriod): number | undefined {
  const found = times.find((at) => {
    const from = at % 1000 === 0 ? Math.floor(since / 1000) * 1000 : since
    return at >= from && at <= until
  })
  return found === undefined ? undefined : Math.trunc(found)
}

/** A deleted file whose content is now in a new file was renamed. */
function withRenames(checkout: string, changes: readonly DatedChange[]): readonly ChangedFile[] {
  const blobs = new Set(
    changes.some(({ change }) => change === 'deleted')
      ? changes.flatMap((one) => (one.change === 'created' ? (blobOf(checkout, one.path) ?? []) : []))
      : [],
  )
  return changes.map(({ blob, ...one }) =>
    one.change === 'deleted' && blob && blobs.has(blob) ? { ...one, change: 'renamed' } : one,
  )
}

const blobOf = (checkout: string, path: string): string | undefined => {
  const content = readRegularFile(path, { root: checkout, maxBytes: MAX_COMPARED_BYTES })
  return content && blobHash(content)
}
