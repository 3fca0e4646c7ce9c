import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularFile } from '../host/regular-file.ts'
import { safeSearchPath } from '../host/search-path.ts'
import { attempt } from '../problem.ts'

/** The result of a command; `absent` if `bd` is not installed. */
type BeadsResult =
  | { readonly kind: 'answered'; readonly issues: readonly Issue[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly why: string }

/** The issue tracker Beads (`bd`). A command takes tens of milliseconds or more. */
export interface Beads {
  ready(): Promise<BeadsResult>
  inProgress(): Promise<BeadsResult>
  sync(): Promise<BeadsResult>
  close(id: string, reason: string): Promise<BeadsResult>
}

const MAX_FILE_BYTES = 2 * 1024 * 1024
const MAX_LINES = 5

/** Reads the file that Beads exports, because a hook cannot wait for the `bd` command. */
export function beadsLines({
  checkout,
  now,
}: {
  readonly checkout: string
  readonly now: number
}): readonly string[] {
  const file = beadsFiles(checkout).find((path) => existsSync(path))
  const content = file && readRegularFile(file, { root: checkout, maxBytes: MAX_FILE_BYTES })
  if (!content) return []
  const { inProgress, ready } = readyWork(issuesIn(content.toString('utf8')), now)
  return [...issueLines('in progress', inProgress), ...issueLines('ready', ready)]
}

/** Older releases of Beads write `beads.jsonl`. */
const FILES = ['issues.jsonl', 'beads.jsonl'] as const

const beadsFiles = (checkout: string): readonly string[] =>
  FILES.map((name) => join(checkout, '.beads', name))

function issueLines(what: string, issues: readonly Issue[]): readonly string[] {
  const more = issues.length - MAX_LINES
  return [
    ...issues
      .slice(0, MAX_LINES)
      .map(({ id, title, priority }) => `Beads, ${what}: ${id} (P${priority}) ${title}`),
    ...(more > 0 ? [`Beads, ${what}: ${more} more`] : []),
  ]
}

interface BeadsOptions {
  readonly command?: string
  readonly timeoutMs?: number
}

export function beadsIn(
  checkout: string,
  { command = 'bd', timeoutMs = 1000 }: BeadsOptions = {},
): Beads | undefined {
  if (!existsSync(join(checkout, '.beads'))) return undefined
  const bd = (...words: readonly string[]): Promise<BeadsResult> =>
    new Promise((done) => {
      // Loaded lazily: most hooks only read the file.
      process.getBuiltinModule('node:child_process').execFile(
        command,
        words,
        {
          cwd: checkout,
          timeout: timeoutMs,
          maxBuffer: 8 * 1024 * 1024,
          env: { ...process.env, ...NO_DAEMON, PATH: safeSearchPath(process.env.PATH, checkout) },
        },
        (error, out, err) => done(error ? failure(error, err) : { kind: 'answered', issues: listed(out) }),
      )
    })
  return {
    ready: () => bd('ready', '--json'),
    inProgress: () => bd('list', '--status=in_progress', '--json'),
    sync: () => bd('sync'),
    close: (id, reason) =>
      isIssueId(id)
        ? bd('close', id, `--reason=${reason}`, '--json')
        : Promise.resolve({ kind: 'failed', why: 'this is not an issue id' }),
  }
}

/** Prevents Beads from starting a daemon. Older and newer releases of Beads use different variables. */
const NO_DAEMON = { BEADS_NO_DAEMON: '1', BD_NO_DAEMON: '1' } as const

/** Rejects text that the command could read as an option. */
const isIssueId = (text: string): boolean => /^[A-Za-z0-9][\w.-]{0,63}$/.test(text)

function failure(error: Error & { code?: unknown; killed?: boolean }, stderr: string): BeadsResult {
  if (error.code === 'ENOENT') return { kind: 'absent' }
  const why = error.killed ? 'it took too long' : (stderr.trim().split('\n')[0] ?? '').slice(0, 200)
  return { kind: 'failed', why: why || 'it failed without an error message' }
}

/** Depending on the command, the output is a list, one issue, or plain text. */
function listed(out: string): readonly Issue[] {
  try {
    const json: unknown = JSON.parse(out)
    return (Array.isArray(json) ? json : [json]).flatMap((one) => issueIn(one) ?? [])
  } catch {
    return []
  }
}

/** The part of a Beads issue that a brief needs. */
interface Issue {
  readonly id: string
  readonly title: string
  readonly status: string
  /** The priority, from 0 (most urgent) to 4. */
  readonly priority: number
  readonly kind: string
  /** The issue is deferred until this time. */
  readonly notBefore?: number
  readonly dependencies: readonly Dependency[]
}
interface Dependency {
  readonly on: string
  readonly kind: string
}

const MAX_OPEN = 1000
const MAX_TITLE = 120

/**
 * The issues that are not closed. Most issues in an old file are closed, and these are skipped without
 * parsing.
 */
export function issuesIn(jsonl: string): readonly Issue[] {
  const issues: Issue[] = []
  for (const line of jsonl.split('\n')) {
    if (issues.length >= MAX_OPEN) break
    // Quotation marks inside strings are escaped, so this matches only the field.
    if (line === '' || CLOSED.some((mark) => line.includes(mark))) continue
    // Undefined for an incomplete line and for a merge conflict marker.
    const issue = attempt(() => issueIn(JSON.parse(line)))
    if (issue && !DONE.has(issue.status)) issues.push(issue)
  }
  return issues
}

const DONE: ReadonlySet<string> = new Set(['closed', 'tombstone'])
const CLOSED = [...DONE].map((status) => `"status":"${status}"`)

function issueIn(json: unknown): Issue | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  const { id, title, status, priority, issue_type, defer_until, dependencies } = json as Record<
    string,
    unknown
  >
  if (typeof id !== 'string' || id === '' || id.length > 64 || typeof title !== 'string') return undefined
  const notBefore = typeof defer_until === 'string' ? Date.parse(defer_until) : Number.NaN
  return {
    id,
    title: title.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE),
    status: typeof status === 'string' ? status : 'open',
    priority: typeof priority === 'number' ? priority : 2,
    kind: typeof issue_type === 'string' ? issue_type : 'task',
    ...(Number.isFinite(notBefore) && { notBefore }),
    dependencies: (Array.isArray(dependencies) ? dependencies : []).flatMap((one) => dependencyIn(one) ?? []),
  }
}

/** Accepts the field names of the exported file and those of the command, which differ. */
function dependencyIn(json: unknown): Dependency | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  const { depends_on_id, type, id, dependency_type } = json as Record<string, unknown>
  const [on, kind] = [depends_on_id ?? id, type ?? dependency_type ?? 'blocks']
  return typeof on === 'string' && typeof kind === 'string' ? { on, kind } : undefined
}

interface OpenIssues {
  readonly inProgress: readonly Issue[]
  readonly ready: readonly Issue[]
}

const BLOCKING: ReadonlySet<string> = new Set(['blocks', 'conditional-blocks', 'waits-for'])
/** Internal kinds that Beads stores in the same file. */
const INTERNAL: ReadonlySet<string> = new Set([
  'message',
  'merge-request',
  'molecule',
  'gate',
  'event',
  'agent',
])

/** The same as `bd ready`: open issues that are neither deferred nor blocked by another open issue. */
export function readyWork(open: readonly Issue[], now: number): OpenIssues {
  const byId = new Map(open.map((issue) => [issue.id, issue]))
  const isBlocked = (issue: Issue, seen: ReadonlySet<string> = new Set()): boolean =>
    issue.dependencies.some(({ on, kind }) => {
      const other = byId.get(on)
      if (!other || seen.has(on)) return false
      // A child of a blocked issue is blocked too.
      return BLOCKING.has(kind) || (kind === 'parent-child' && isBlocked(other, new Set([...seen, issue.id])))
    })
  const isDue = ({ notBefore, status, kind }: Issue): boolean =>
    status === 'open' && !INTERNAL.has(kind) && (notBefore === undefined || notBefore <= now)
  return {
    inProgress: byPriority(open.filter(({ status }) => status === 'in_progress')),
    ready: byPriority(open.filter((issue) => isDue(issue) && !isBlocked(issue))),
  }
}

const byPriority = (issues: readonly Issue[]): readonly Issue[] =>
  issues.toSorted((a, b) => a.priority - b.priority)
