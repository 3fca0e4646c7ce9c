import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { attempt } from '../problem.ts'
import type { Environment } from './paths.ts'
import { hasCode } from './private-file.ts'
import { readRegularFile } from './regular-file.ts'

/** A text file that another program writes. */
interface ForeignFile {
  readonly path: string
  readonly bytes: number
  readonly modifiedAt: number
  readonly folder: string
  chunks(): Iterable<Uint8Array>
}
type OpenedFile =
  | { readonly kind: 'file'; readonly file: ForeignFile }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: string }

/** The transcript folders of each agent. */
export function transcriptRoots(env: Environment): Readonly<Record<string, readonly string[]>> {
  const home = env.HOME || process.getBuiltinModule('node:os').homedir()
  const below = (folder: string | undefined, own: string, ...names: readonly string[]): string =>
    join(folder || join(home, own), ...names)
  return {
    'claude-code': [below(env.CLAUDE_CONFIG_DIR, '.claude', 'projects')],
    codex: [
      below(env.CODEX_HOME, '.codex', 'sessions'),
      below(env.CODEX_HOME, '.codex', 'archived_sessions'),
    ],
    'gemini-cli': [
      join(below(env.GEMINI_CLI_HOME && join(env.GEMINI_CLI_HOME, '.gemini'), '.gemini'), 'tmp'),
    ],
  }
}

/** Opens a file at a path from an agent, but only inside that agent's folders and only if the user owns it. */
export function openBelow(roots: readonly string[], path: string): OpenedFile {
  if (!path.startsWith(sep) && !/^[A-Za-z]:\\/.test(path)) return refused('its path is not absolute')
  try {
    const real = join(realpathSync(dirname(path)), basename(path))
    if (!roots.some((root) => isBelow(root, real)))
      return refused("it is outside the agent's transcript folders")
    const looked = inspectFile(real)
    if (!looked.isRegular) return refused('it is not a regular file')
    if (!isOurs(looked)) return refused('another user owns it')
    return { kind: 'file', file: foreignFile(path, looked) }
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return { kind: 'missing' }
    if (hasCode(error, 'ELOOP')) return refused('it is a link')
    return refused(error instanceof Error ? error.message : String(error))
  }
}

const refused = (reason: string): OpenedFile => ({ kind: 'refused', reason })

function isBelow(root: string, real: string): boolean {
  try {
    return real.startsWith(`${realpathSync(root)}${sep}`)
  } catch {
    return false // the folder does not exist
  }
}

function isOurs({ owner }: FileFacts): boolean {
  const me = process.getuid?.()
  return me === undefined || owner === me
}

const foreignFile = (path: string, { bytes, modifiedAt }: FileFacts): ForeignFile => ({
  path,
  bytes,
  modifiedAt,
  folder: folderOf(path),
  chunks: () => readPieces(path, bytes),
})

/** The project folder of a transcript. SpecStory files are in the project; Gemini CLI has a list of folders. */
function folderOf(path: string): string {
  const folder = dirname(path)
  if (basename(folder) === 'history' && basename(dirname(folder)) === '.specstory')
    return dirname(dirname(folder))
  if (basename(folder) === 'chats') return geminiProject(dirname(folder)) ?? folder
  return folder
}

const MAX_LIST_BYTES = 4 * 1024 * 1024

function geminiProject(folder: string): string | undefined {
  try {
    const list = join(dirname(dirname(folder)), 'projects.json')
    const bytes = readRegularFile(list, { maxBytes: MAX_LIST_BYTES, mayLeave: true })
    const known: unknown = JSON.parse(bytes?.toString('utf8') ?? 'null')
    const projects =
      typeof known === 'object' && known !== null && 'projects' in known ? known.projects : known
    const found = Object.entries(Object(projects)).find(([, name]) => name === basename(folder))
    return found?.[0]
  } catch {
    return undefined // without the list, the transcript itself must name the folder
  }
}

const ENDINGS = /\.(?:jsonl|json|md)$/i
const MAX_DEPTH = 12

export interface FoundFiles {
  readonly files: readonly ForeignFile[]
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[]
}

/** Possible transcripts: the file itself, or every file inside a folder. Does not follow links inside it. */
export function findTranscripts(path: string): FoundFiles {
  const files: ForeignFile[] = []
  const unreadable: { path: string; reason: string }[] = []
  const take = (file: string): void => {
    try {
      const looked = inspectFile(file)
      if (looked.isRegular) files.push(foreignFile(file, looked))
      else unreadable.push({ path: file, reason: 'it is not a regular file' })
    } catch (error) {
      unreadable.push({ path: file, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  const walk = (folder: string, depth: number): void => {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries)
      if (entry.isFile() && ENDINGS.test(entry.name)) take(join(folder, entry.name))
    // Folders come after the files, because sub-agent transcripts are in a folder next to their session's
    // transcript.
    for (const entry of entries)
      if (entry.isDirectory() && depth < MAX_DEPTH) tryWalk(join(folder, entry.name), depth + 1)
  }
  const tryWalk = (folder: string, depth: number): void => {
    try {
      walk(folder, depth)
    } catch (error) {
      unreadable.push({ path: folder, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  const start = realpathSync(resolve(path))
  if (statSync(start).isDirectory()) tryWalk(start, 0)
  else take(start)
  return { files, unreadable }
}

/** Claude Code keeps sub-agent transcripts in a folder named after the session. */
export function findSubagentFiles(path: string): readonly ForeignFile[] {
  const folder = join(path.replace(/\.jsonl$/, ''), 'subagents')
  if (!path.endsWith('.jsonl') || !lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return findTranscripts(folder).files.filter((file) => file.path.endsWith('.jsonl'))
}

const PIECE = 256 * 1024

/** Facts about a file that is about to be read. */
interface FileFacts {
  readonly bytes: number
  readonly modifiedAt: number
  readonly owner: number
  readonly isRegular: boolean
}

/**
 * Flags that neither follow a link nor block on a pipe. Readers check the opened file, because the path may
 * have been replaced.
 */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

export function inspectFile(path: string): FileFacts {
  const file = openSync(path, FLAGS)
  try {
    const found = fstatSync(file)
    return {
      bytes: found.size,
      modifiedAt: Math.floor(found.mtimeMs),
      owner: found.uid,
      isRegular: found.isFile(),
    }
  } finally {
    closeSync(file)
  }
}

/**
 * The first `bytes` of a regular file, in pieces. All pieces share one buffer: each is valid until the next one is
 * read. Ignores text appended in the meantime.
 */
export function* readPieces(path: string, bytes: number): Iterable<Uint8Array> {
  const file = openSync(path, FLAGS)
  try {
    if (!fstatSync(file).isFile()) return
    const buffer = Buffer.allocUnsafe(PIECE)
    for (let at = 0; at < bytes; ) {
      const read = readSync(file, buffer, 0, Math.min(PIECE, bytes - at), at)
      if (read === 0) return
      at += read
      yield buffer.subarray(0, read)
    }
  } finally {
    closeSync(file)
  }
}

/**
 * How much of the end of a transcript is read: enough for the last messages of an agent. A hook has no time
 * for more.
 */
const MAX_TAIL = 64 * 1024

/** The end of a transcript at a path from an agent. Undefined if it is missing or refused. */
export function readTailBelow(roots: readonly string[], path: string, most = MAX_TAIL): string | undefined {
  if (openBelow(roots, path).kind !== 'file') return undefined
  return attempt(() => readTail(path, most)) // if deleted meanwhile, the context usage stays unknown
}

/** The last bytes as text. The first line and its first character may be incomplete. */
function readTail(path: string, most: number): string | undefined {
  const file = openSync(path, FLAGS)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) return undefined
    const bytes = Math.min(found.size, most)
    const buffer = Buffer.alloc(bytes)
    const read = readSync(file, buffer, 0, bytes, found.size - bytes)
    return buffer.toString('utf8', 0, read)
  } finally {
    closeSync(file)
  }
}
