import { dirname } from 'node:path'
import type { Commit, CommitState, GitReport, HeadMoves, HeadSince } from '../brief/working-tree.ts'
import { safeSearchPath } from '../host/search-path.ts'

interface GitReportAsk {
  readonly checkout: string
  /** File names relative to the checkout, with slashes. Without names, commit states are not queried. */
  readonly names: readonly string[]
  readonly headMoves: boolean
  /** Whether to list all paths in the index with their blobs. */
  readonly contents?: boolean
  /** How long the caller waits once it needs the report. */
  readonly waitMs: number
  /** The git program. */
  readonly command?: string
}

/** Git's output. Names in it are relative to the checkout. */
interface NamedReport extends Pick<GitReport, 'headMovesSince'> {
  /** Tracked files without changes are not listed. */
  readonly listed: ReadonlyMap<string, CommitState>
  /** Whether `git status` returned a result. */
  readonly hasStatus: boolean
  /** File names in the index by blob hash. */
  readonly contents: ReadonlyMap<string, string>
}

/**
 * Starts `git status`, `git log` and `git ls-files` in parallel, each only if it is needed. Returns a function that
 * waits for the results. The timeout starts when the caller waits, because a busy process cannot read git's output.
 */
export function startGitReport({
  names,
  headMoves,
  contents = false,
  waitMs,
  ...rest
}: GitReportAsk): () => Promise<NamedReport> {
  const where = { ...rest, env: environment(rest.checkout) }
  const status = names.length > 0 ? startGit(where, [...STATUS, '--', ...names]) : undefined
  const log = headMoves ? startGit(where, LOG) : undefined
  const index = contents ? startGit(where, INDEX) : undefined
  return async () => {
    const runs = [status, log, index].map((run) => run?.output(waitMs))
    const [statusText, logText, indexText = ''] = await Promise.all(runs)
    return {
      hasStatus: statusText !== undefined,
      listed: parseStatus(statusText ?? ''),
      contents: parseIndex(indexText),
      headMovesSince: headMovesIn(parseHeadLog(logText ?? '')),
    }
  }
}

/** With `--untracked-files=no`, an untracked file would look committed. The names limit the search. */
const STATUS = [
  'status',
  '--porcelain=v2',
  '-z',
  '--untracked-files=all',
  '--ignored=matching',
  '--ignore-submodules=all',
  '--no-renames',
] as const

/** Arguments that make git read only the index. */
const INDEX = ['ls-files', '-z', '--stage'] as const

/** Maximum number of reflog entries to read. */
const MAX_MOVES = 1000
const LOG = [
  'log',
  '--walk-reflogs',
  '-z',
  '--date=unix',
  '--no-show-signature',
  '--no-mailmap',
  '--no-decorate',
  '--format=%H%x09%gd%x09%gs',
  `--max-count=${MAX_MOVES + 1}`,
  'HEAD',
  '--',
] as const

/**
 * Disables settings with which a repository could make git run programs or read other files. Filters cannot
 * be disabled here; see `hasUnsafeConfig` in repository.ts.
 */
const SAFE_CONFIG = [
  '--no-pager',
  ...['-c', 'core.fsmonitor=false'],
  ...['-c', 'core.hooksPath=/dev/null'],
  ...['-c', 'log.showSignature=false'],
  ...['-c', 'diff.orderFile=/dev/null'],
  // Otherwise a checkout with a broken .git could contain files that git takes for a bare repository.
  ...['-c', 'safe.bareRepository=explicit'],
] as const

const SAFE_ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_LITERAL_PATHSPECS: '1',
  // A partial clone would run commands from its config to fetch missing objects.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
} as const

/** All other git variables are removed. Inside a git hook, GIT_DIR and others point to another repository. */
const KEPT_VARIABLES = /^GIT_(?:CONFIG_GLOBAL|CONFIG_SYSTEM|CONFIG_NOSYSTEM|EXEC_PATH)$/

function environment(checkout: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('GIT_') || KEPT_VARIABLES.test(name),
  )
  const PATH = safeSearchPath(process.env.PATH, checkout)
  return {
    ...Object.fromEntries(inherited),
    ...SAFE_ENVIRONMENT,
    // Otherwise git would use the repository that contains a checkout with a broken .git.
    GIT_CEILING_DIRECTORIES: dirname(checkout),
    PATH,
  }
}

const MAX_OUTPUT_BYTES = 4 * 1024 * 1024
/** The time limit that applies even if nothing waits for the output. */
const MAX_RUN_MS = 10_000

interface GitRun {
  /** Git's output; undefined if git failed or timed out. */
  output(waitMs: number): Promise<string | undefined>
}

/** Runs git once. Undefined if it failed or timed out. */
export const askGit = (
  {
    checkout,
    waitMs,
    variables,
  }: Pick<GitReportAsk, 'checkout' | 'waitMs'> & { readonly variables?: GitVariables },
  words: readonly string[],
): Promise<string | undefined> =>
  startGit({ checkout, env: { ...environment(checkout), ...variables } }, words).output(waitMs)

/** Git variables that a caller sets itself. */
type GitVariables = Readonly<Record<`GIT_${string}`, string>>

interface GitPlace extends Pick<GitReportAsk, 'checkout' | 'command'> {
  readonly env: NodeJS.ProcessEnv
}

function startGit({ checkout, command = 'git', env }: GitPlace, words: readonly string[]): GitRun {
  // Loaded lazily: most hooks do not run git.
  const { spawn } = process.getBuiltinModule('node:child_process')
  // Opens only one pipe, because each takes half a millisecond in a hook.
  const child = spawn(command, [...SAFE_CONFIG, ...words], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    killSignal: 'SIGKILL',
    timeout: MAX_RUN_MS,
  })
  const finished = new Promise<string | undefined>((resolve) => {
    const chunks: Buffer[] = []
    let left = MAX_OUTPUT_BYTES
    child.stdout.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    child.on('error', () => resolve(undefined))
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(chunks).toString() : undefined))
  })
  return { output: (waitMs) => withinTime(finished, waitMs, () => child.kill('SIGKILL')) }
}

async function withinTime<T>(
  finished: Promise<T | undefined>,
  waitMs: number,
  giveUp: () => void,
): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      giveUp()
      resolve(undefined)
    }, waitMs)
  })
  try {
    return await Promise.race([finished, expired])
  } finally {
    clearTimeout(timer)
  }
}

/** Number of fields before the path, by kind of line. See porcelain v2 in git-status(1). */
const FIELDS_BEFORE_PATH: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1, '!': 1 }
const STATE: Readonly<Record<string, CommitState>> = {
  '1': 'modified',
  u: 'modified',
  '?': 'untracked',
  '!': 'unknown',
}

function parseStatus(text: string): ReadonlyMap<string, CommitState> {
  const listed = new Map<string, CommitState>()
  for (const line of text.split('\0')) {
    const kind = line[0] ?? ''
    const path = line.split(' ').slice(FIELDS_BEFORE_PATH[kind]).join(' ')
    const state = isStaged(line) ? 'staged' : STATE[kind]
    // Git lists a file without an index entry as deleted and as untracked. The first line counts.
    if (state && path && !listed.has(path)) listed.set(path, state)
  }
  return listed
}

/** The first letter is the state in the index; the second letter is the state in the working tree. */
const isStaged = (line: string): boolean => /^1 [^.]\. /.test(line)

/** `100644 BLOB 0\tNAME` */
function parseIndex(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const line of text.split('\0')) {
    const [, blob, name] = /^\d{6} ([0-9a-f]{40,64}) 0\t(.+)$/s.exec(line) ?? []
    if (blob && name) names.set(blob, name)
  }
  return names
}

type MoveKind = 'commit' | 'amend' | 'pull' | 'reset' | 'switch' | 'step'
interface Move {
  readonly to: string
  readonly at: number
  readonly kind: MoveKind
  readonly text: string
}

const LOG_LINE = /^([0-9a-f]{40,64})\tHEAD@\{(\d{1,12})\}\t([^:]{0,200})(?:: (.*))?$/s

/** Parses the reflog and returns the oldest move first; git prints the newest first. */
function parseHeadLog(text: string): readonly Move[] {
  return text
    .split('\0')
    .flatMap((line): Move[] => {
      const [, to, seconds, action = '', text = ''] = LOG_LINE.exec(line) ?? []
      return to ? [{ to, at: Number(seconds) * 1000, kind: kindOf(action, text), text }] : []
    })
    .reverse()
}

/** The kind, from the action in git's reflog: `commit`, `commit (amend)`, `checkout`, `pull --rebase (finish)`, ... */
function kindOf(action: string, text: string): MoveKind {
  if (action === 'commit (amend)') return 'amend'
  if (/^(?:commit|cherry-pick|revert|am)(?: \(|$)/.test(action)) return 'commit'
  if (action === 'checkout') return 'switch'
  if (action === 'reset') return text === 'moving to HEAD' ? 'step' : 'reset'
  const isFinished = /^(?:merge|pull)\b/.test(action) && !/\((?:start|pick|continue)\)/.test(action)
  return isFinished || /^rebase.{0,40}\(finish\)/.test(action) ? 'pull' : 'step'
}

function headMovesIn(moves: readonly Move[]): GitReport['headMovesSince'] {
  const isCut = moves.length > MAX_MOVES
  return (since: HeadSince) => {
    if (moves.length === 0) return undefined
    const recorded = since.head ? moves.findLastIndex(({ to }) => to === since.head) : -1
    const after = recorded >= 0 ? moves.slice(recorded + 1) : moves.filter(({ at }) => at > since.at)
    return summarise(after, isCut && after.length === moves.length)
  }
}

function summarise(moves: readonly Move[], isCut: boolean): HeadMoves {
  const count = (kind: MoveKind): number => moves.filter((move) => move.kind === kind).length
  const switches = moves.flatMap(({ kind, text }) => (kind === 'switch' ? [SWITCH.exec(text)] : []))
  const [from, to] = [switches[0]?.[1], switches.at(-1)?.[2]]
  return {
    commits: commitsIn(moves),
    pulls: count('pull'),
    resets: count('reset'),
    isCut,
    ...(from && to && from !== to && { switched: { from, to } }),
  }
}

/** An amended commit replaces the one before it. */
function commitsIn(moves: readonly Move[]): readonly Commit[] {
  const commits: Commit[] = []
  for (const [index, { kind, to, at, text }] of moves.entries()) {
    if (kind === 'amend') commits.pop()
    if (kind !== 'commit' && kind !== 'amend') continue
    const branch = branchLeft(moves.slice(index))
    commits.push({ id: to, subject: text, at, ...(branch && { branch }) })
  }
  const here = lastBranch(moves)
  return commits.map(({ branch, ...commit }) => (branch && branch !== here ? { ...commit, branch } : commit))
}

const SWITCH = /^moving from (\S+) to (\S+)$/

/** The branch that was checked out before the next switch. */
function branchLeft(moves: readonly Move[]): string | undefined {
  const next = moves.find(({ kind }) => kind === 'switch')
  return next && SWITCH.exec(next.text)?.[1]
}

function lastBranch(moves: readonly Move[]): string | undefined {
  const last = moves.findLast(({ kind }) => kind === 'switch')
  return last && SWITCH.exec(last.text)?.[2]
}
