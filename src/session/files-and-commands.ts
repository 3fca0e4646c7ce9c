import type { KnownEventOf } from '../event/catalogue.ts'
import { commandKeys } from '../shell/command-key.ts'
import { commitSubject, isReadOnly } from '../shell/command-line.ts'
import { type Failure, failuresAfter, withFailedTests, withoutTests } from './failures.ts'
import { type Fold, fold, last, lastDistinct, unchangedBy } from './fold.ts'
import { languageOfFile } from './language.ts'
import { readInherited } from './noted-work.ts'
import { afterCommand, afterRun, type TestRun } from './test-runs.ts'

export interface TouchedFile {
  readonly path: string
  readonly change: 'created' | 'edited' | 'deleted' | 'renamed'
  readonly times: number
  readonly at: number
  /** The state of the file when it was last inspected after a change. */
  readonly settled?: FileSnapshot
}
export interface FileSnapshot {
  readonly at: number
  readonly bytes: number
  readonly writtenAt: number
  readonly blob?: string
}
interface Success {
  readonly command: string
  readonly at: number
}

/** A commit by one of the session's own commands. */
interface OwnCommit {
  readonly at: number
  readonly subject?: string
  /** Time of a successful push after the commit. */
  readonly pushedAt?: number
}

/** Files, symbols, tests and failures from tool calls. Only the lists of recent items are truncated. */
export interface Activity {
  readonly tools: Readonly<Record<string, number>>
  readonly recentTools: readonly string[]
  readonly files: readonly TouchedFile[]
  readonly recentFiles: readonly string[]
  /** The last files read, without duplicates. */
  readonly filesRead: readonly string[]
  readonly symbols: readonly string[]
  /** The sequence numbers of the last file change and of the last event whose symbols are indexed. */
  readonly changedSeq?: number
  readonly indexedSeq?: number
  readonly tests: readonly TestRun[]
  /** Commands and tests that failed and have not succeeded since. */
  readonly failures: readonly Failure[]
  /** The last short commands that succeeded. They may resolve a failure from an earlier session. */
  readonly successes: readonly Success[]
  /** When the last command that may have changed files ended, regardless of its outcome. */
  readonly commandAt?: number
  /** The last commit by one of the session's commands. */
  readonly commit?: OwnCommit
  /** Present if Serena was used. */
  readonly serena?: Serena
  /** The id that continues a conversation with a second model. */
  readonly continuation?: string
  /** Number of file changes by language. */
  readonly languages: Readonly<Record<string, number>>
}

const nothingDone: Activity = {
  tools: {},
  recentTools: [],
  files: [],
  recentFiles: [],
  filesRead: [],
  symbols: [],
  tests: [],
  failures: [],
  successes: [],
  languages: {},
}

const MAX_RECENT = 10
const MAX_SUCCESSES = 30
const MAX_COMMAND = 200
const MAX_READ = 50

const increment = (counts: Readonly<Record<string, number>>, key: string): Record<string, number> => ({
  ...counts,
  [key]: (Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0) + 1,
})

function addChange(files: readonly TouchedFile[], file: Omit<TouchedFile, 'times'>): TouchedFile[] {
  const before = files.find(({ path }) => path === file.path)
  if (!before) return [...files, { ...file, times: 1 }]
  const change = before.change === 'created' && file.change === 'edited' ? 'created' : file.change
  // An event filled in from a transcript may be older than the snapshot.
  const { settled } = before
  const isStill = settled !== undefined && settled.at >= file.at
  const now = { ...file, change, times: before.times + 1, ...(isStill && { settled }) }
  return files.map((known) => (known.path === file.path ? now : known))
}

/**
 * A failed test run counts as a failed command. A passing run resolves the failure, but only for the tests
 * that it ran.
 */
function afterTest(s: Activity, e: KnownEventOf<'test.ran'>): Activity {
  const run = afterRun(
    s.tests.find(({ name }) => name === e.name),
    e,
  )
  const tests = [...s.tests.filter(({ name }) => name !== e.name), run]
  if (e.outcome === 'failed') return { ...s, tests, failures: withFailedTests(s.failures, e) }
  return { ...s, tests, failures: run.failing ? s.failures : withoutTests(s.failures, e.name) }
}

function addSuccess(known: readonly Success[], command: string, at: number): readonly Success[] {
  if (command.length > MAX_COMMAND) return known
  return last([...known.filter((one) => one.command !== command), { command, at }], MAX_SUCCESSES)
}

/** The PAL server (formerly Zen) starts a new conversation unless it receives the id of the last one. */
function continuationIn({
  tool,
  output = '',
}: KnownEventOf<'tool.returned'>): Pick<Activity, 'continuation'> | object {
  if (!/(?:^|_)(?:pal|zen)(?:_|$)/i.test(tool)) return {}
  const continuation = /"continuation_id"\s{0,4}:\s{0,4}"([\w-]{1,100})"/.exec(output)?.[1]
  return continuation ? { continuation } : {}
}

const MAX_SUBJECT = 200
/** Other commands that commit the changes in the working tree. */
const COMMITS_TOO =
  /\bgit (?:-C \S{1,200} )?(?:(?:rebase|merge|cherry-pick|revert|am) --continue|cherry-pick|revert|am)\b/

function commitAfter(
  before: OwnCommit | undefined,
  command: string,
  at: number,
): Pick<Activity, 'commit'> | undefined {
  if (!command.includes('git')) return undefined
  const { proven } = commandKeys(command)
  const subject = commitSubject(command)?.slice(0, MAX_SUBJECT)
  const isCommit = proven.includes('git commit') || subject !== undefined || COMMITS_TOO.test(command)
  const commit = isCommit ? { at, ...(subject && { subject }) } : before
  if (!commit) return undefined
  return {
    commit:
      proven.includes('git push') || /\bgit -C \S{1,200} push\b/.test(command)
        ? { ...commit, pushedAt: at }
        : commit,
  }
}

export const activity: Fold<Activity> = /* @__PURE__ */ fold<Activity>(nothingDone, () => ({
  ...unchangedBy(
    ['lifecycle', 'identity', 'conversation', 'work', 'context', 'graph', 'memory', 'upkeep'],
    ['tool.called'],
  ),
  'session.branched': (s, e) => ({ ...s, files: [...(readInherited(e.inherited)?.files ?? []), ...s.files] }),
  'tool.returned': (s, e) => ({
    ...s,
    tools: increment(s.tools, e.tool),
    recentTools: lastDistinct(s.recentTools, [e.tool], MAX_RECENT),
    recentFiles: e.file ? lastDistinct(s.recentFiles, [e.file], MAX_RECENT) : s.recentFiles,
    failures: failuresAfter(s.failures, e),
    ...(e.command && {
      ...(!isReadOnly(e.command) && { commandAt: Math.max(s.commandAt ?? 0, e.at) }),
      tests: afterCommand(s.tests, e.command, e.at),
    }),
    ...(e.outcome === 'ok' && e.command && { successes: addSuccess(s.successes, e.command, e.at) }),
    ...(e.outcome === 'ok' && e.command && commitAfter(s.commit, e.command, e.at)),
    ...(e.outcome === 'ok' && isSerena(e.tool) && { serena: serenaAfter(s.serena, e.tool, e.input) }),
    ...continuationIn(e),
  }),
  'file.read': (s, e) => ({
    ...s,
    recentFiles: lastDistinct(s.recentFiles, [e.path], MAX_RECENT),
    filesRead: lastDistinct(s.filesRead, [e.path], MAX_READ),
  }),
  'file.changed': (s, e) => {
    const language = languageOfFile(e.path)
    return {
      ...s,
      changedSeq: Math.max(s.changedSeq ?? 0, e.seq),
      files: addChange(s.files, { path: e.path, change: e.change, at: e.at }),
      recentFiles: lastDistinct(s.recentFiles, [e.path], MAX_RECENT),
      languages: language ? increment(s.languages, language) : s.languages,
    }
  },
  'file.settled': (s, e) => {
    const { at, bytes, writtenAt, blob } = e
    const settled = { at, bytes, writtenAt, ...(blob !== undefined && { blob }) }
    return { ...s, files: s.files.map((file) => (file.path === e.path ? { ...file, settled } : file)) }
  },
  'symbol.touched': (s, e) => (s.symbols.includes(e.name) ? s : { ...s, symbols: [...s.symbols, e.name] }),
  'symbols.indexed': (s, e) => ({ ...s, indexedSeq: Math.max(s.indexedSeq ?? 0, e.upTo) }),
  'test.ran': afterTest,
}))

/** How the session used Serena, the MCP server for code symbols. */
export interface Serena {
  /** The project name or folder that it was activated with. */
  readonly project?: string
}

/** Clients spell MCP tools differently: `mcp__serena__x`, `mcp__plugin_y_serena__x`, `serena_x`, `serena.x`. */
const SERENA_TOOL = /^(?:mcp_{1,2})?(?:plugin_[\w-]{1,80}_)?serena(?:__|_|\.|\/)[a-z]/

const isSerena = (tool: string): boolean => SERENA_TOOL.test(tool)

/** Only the activation names the project. Later calls use the same project. */
function serenaAfter(before: Serena | undefined, tool: string, input: string | undefined): Serena {
  const project = tool.endsWith('activate_project') ? projectIn(input) : undefined
  return project ? { project } : (before ?? {})
}

const MAX_PROJECT = 1000

function projectIn(input: string | undefined): string | undefined {
  try {
    const project: unknown = Object(JSON.parse(input ?? '')).project
    return typeof project === 'string' && project.length <= MAX_PROJECT ? project : undefined
  } catch {
    return undefined // the input is truncated or not JSON
  }
}
