import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { type Looked, lookedAt, piecesOf } from './lines.ts'
import type { Environment } from './paths.ts'
import { hasCode } from './private-file.ts'

/** A file of text that somebody else writes. */
export interface ForeignFile {
  readonly path: string
  readonly bytes: number
  readonly modifiedAt: number
  readonly folder: string
  chunks(): Iterable<Uint8Array>
}
export type OpenedFile =
  | { readonly kind: 'file'; readonly file: ForeignFile }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Where each client keeps what it writes, below its own folder. */
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

/** A file that a client named: believed only where the client keeps its own, and only when it is ours. */
export function openedBelow(roots: readonly string[], path: string): OpenedFile {
  if (!path.startsWith(sep) && !/^[A-Za-z]:\\/.test(path)) return refused('its path is not a full one')
  try {
    const real = join(realpathSync(dirname(path)), basename(path))
    if (!roots.some((root) => isBelow(root, real)))
      return refused('it lies outside of where the agent keeps its own')
    const looked = lookedAt(real)
    if (!looked.isRegular) return refused('it is no regular file')
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
    return false // the client keeps nothing there
  }
}

function isOurs({ owner }: Looked): boolean {
  const me = process.getuid?.()
  return me === undefined || owner === me
}

const foreignFile = (path: string, { bytes, modifiedAt }: Looked): ForeignFile => ({
  path,
  bytes,
  modifiedAt,
  folder: folderOf(path),
  chunks: () => piecesOf(path, bytes),
})

/** Whose history it is, by its place: SpecStory keeps it in the project, Gemini CLI in a folder that it has a list of. */
function folderOf(path: string): string {
  const folder = dirname(path)
  if (basename(folder) === 'history' && basename(dirname(folder)) === '.specstory')
    return dirname(dirname(folder))
  if (basename(folder) === 'chats') return geminiProject(dirname(folder)) ?? folder
  return folder
}

const MOST_LIST = 4 * 1024 * 1024

function geminiProject(folder: string): string | undefined {
  try {
    const list = join(dirname(dirname(folder)), 'projects.json')
    if (lookedAt(list).bytes > MOST_LIST) return undefined
    const known: unknown = JSON.parse(readFileSync(list, 'utf8'))
    const projects =
      typeof known === 'object' && known !== null && 'projects' in known ? known.projects : known
    const found = Object.entries(Object(projects)).find(([, name]) => name === basename(folder))
    return found?.[0]
  } catch {
    return undefined // without the list the chat itself has to say
  }
}

const ENDINGS = /\.(?:jsonl|json|md)$/i
const MOST_DEPTH = 12

export interface Walked {
  readonly files: readonly ForeignFile[]
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[]
}

/** What could be a transcript: the file itself, or everything below a folder. Links within it are not followed. */
export function filesAt(path: string): Walked {
  const files: ForeignFile[] = []
  const unreadable: { path: string; reason: string }[] = []
  const take = (file: string): void => {
    try {
      const looked = lookedAt(file)
      if (looked.isRegular) files.push(foreignFile(file, looked))
      else unreadable.push({ path: file, reason: 'it is no regular file' })
    } catch (error) {
      unreadable.push({ path: file, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  const walk = (folder: string, depth: number): void => {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries)
      if (entry.isFile() && ENDINGS.test(entry.name)) take(join(folder, entry.name))
    // After the files: the transcripts of helpers lie in a folder beside that of their session.
    for (const entry of entries)
      if (entry.isDirectory() && depth < MOST_DEPTH) tryWalk(join(folder, entry.name), depth + 1)
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

/** Claude Code keeps those of its helpers in a folder that is named like the session. */
export function helperFilesOf(path: string): readonly ForeignFile[] {
  const folder = join(path.replace(/\.jsonl$/, ''), 'subagents')
  if (!path.endsWith('.jsonl') || !lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return filesAt(folder).files.filter((file) => file.path.endsWith('.jsonl'))
}
