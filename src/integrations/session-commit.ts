import { lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attempt } from '../problem.ts'
import { askGit } from './git-report.ts'
import { gitFoldersOf, hasUnsafeConfig, opensOnlyFiles } from './repository.ts'

export interface SessionCommitAsk {
  readonly checkout: string
  readonly session: string
  /** Absolute paths of the files that the session changed. Ignored files and files elsewhere are left out. */
  readonly paths: readonly string[]
  readonly message: string
}

export type SessionCommit =
  | { readonly kind: 'committed'; readonly ref: string; readonly commit: string }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly why: string }

/** A time limit, because the agent waits for this at the end of a turn. */
const WAIT_MS = 2000
const MAX_FILES = 200
const MAX_BYTES = 5 * 1024 * 1024
const MAX_MESSAGE = 200

/**
 * Commits files to `refs/leftoff/sessions/ID` with a separate index, so that the user's branch, index and
 * working tree stay as they are. Git runs no hooks and no filters for it.
 */
export async function commitSession(ask: SessionCommitAsk): Promise<SessionCommit> {
  const { checkout } = ask
  const folders = gitFoldersOf(checkout)
  if (!folders) return { kind: 'unchanged' }
  if (hasUnsafeConfig(checkout, folders) || !opensOnlyFiles(checkout, folders, []))
    return failed('the git config of this checkout could run programs')
  const folder = mkdtempSync(join(tmpdir(), 'leftoff-'))
  try {
    return await commitWith(ask, join(folder, 'index'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const failed = (why: string): SessionCommit => ({ kind: 'failed', why: `session commit: ${why}` })

async function commitWith(
  { checkout, session, paths, message }: SessionCommitAsk,
  index: string,
): Promise<SessionCommit> {
  const git = async (...words: readonly string[]): Promise<string | undefined> =>
    (await askGit({ checkout, waitMs: WAIT_MS, variables: { ...OWN, GIT_INDEX_FILE: index } }, words))?.trim()
  const ref = `refs/leftoff/sessions/${session}`
  const head = await git('rev-parse', '--verify', '--quiet', 'HEAD')
  const parent = (await git('rev-parse', '--verify', '--quiet', ref)) ?? head
  const files = await filesOf(checkout, paths)
  if (files.length === 0) return { kind: 'unchanged' }
  if ((await git('read-tree', ...(head ? [head] : ['--empty']))) === undefined) return failed('git read-tree')
  if (!(await stage(checkout, git, files))) return failed('the files could not be added')
  const tree = await git('write-tree')
  if (!tree) return failed('git write-tree')
  if (parent && (await git('rev-parse', `${parent}^{tree}`)) === tree) return { kind: 'unchanged' }
  const subject = message
    .replaceAll(/\s{1,1000}/g, ' ')
    .trim()
    .slice(0, MAX_MESSAGE)
  const commit = await git('commit-tree', tree, ...(parent ? ['-p', parent] : []), '-m', subject)
  if (!commit) return failed('git commit-tree')
  if ((await git('update-ref', ref, commit)) === undefined) return failed('git update-ref')
  return { kind: 'committed', ref, commit }
}

/** Works without a configured user. */
const OWN = {
  GIT_AUTHOR_NAME: 'leftoff',
  GIT_AUTHOR_EMAIL: 'leftoff@localhost',
  GIT_COMMITTER_NAME: 'leftoff',
  GIT_COMMITTER_EMAIL: 'leftoff@localhost',
} as const

/** Names in the checkout that git tracks or would add. Ignored files may contain secrets. */
async function filesOf(checkout: string, paths: readonly string[]): Promise<readonly string[]> {
  const inside = `${checkout}/`
  const names = paths
    .filter((path) => path.startsWith(inside) && !path.includes('\n'))
    .map((path) => path.slice(inside.length))
    .slice(-MAX_FILES)
  if (names.length === 0) return []
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...names]
  const listed = (await askGit({ checkout, waitMs: WAIT_MS }, words))?.split('\0') ?? []
  return [...new Set(listed.filter(Boolean))]
}

type RunGit = (...words: readonly string[]) => Promise<string | undefined>

/** Hashes without filters, because the repository chooses which program a filter runs. */
async function stage(checkout: string, git: RunGit, files: readonly string[]): Promise<boolean> {
  const stats = files.map((name) => ({ name, stat: attempt(() => lstatSync(join(checkout, name))) }))
  const there = stats.flatMap(({ name, stat }) =>
    stat?.isFile() && stat.size <= MAX_BYTES
      ? [{ name, mode: (stat.mode & 0o100) === 0 ? '100644' : '100755' }]
      : [],
  )
  const gone = stats.filter(({ stat }) => stat === undefined).map(({ name }) => name)
  if (gone.length > 0 && (await git('update-index', '--force-remove', '--', ...gone)) === undefined)
    return false
  if (there.length === 0) return true
  const hashed = await git('hash-object', '-w', '--no-filters', '--', ...there.map(({ name }) => name))
  const blobs = hashed?.split('\n') ?? []
  if (blobs.length !== there.length) return false
  const entries = there.flatMap(({ name, mode }, at) => ['--cacheinfo', `${mode},${blobs[at]},${name}`])
  return (await git('update-index', '--add', ...entries)) !== undefined
}
