import { existsSync } from 'node:fs'
import type { TranscriptFile, Transcripts } from '../agent/transcript/file.ts'
import type { Environment } from '../host/paths.ts'
import { filesAt, helperFilesOf, openedBelow, transcriptRoots, type Walked } from '../host/transcripts.ts'
import { Problem } from '../problem.ts'
import { databaseOf, openedDatabase, sessionPath, sessionsIn } from './opencode-database.ts'

export interface Sources {
  readonly files: readonly TranscriptFile[]
  readonly unreadable: Walked['unreadable']
}

/** A file, or everything below a folder. */
export function sourcesAt(path: string): Sources {
  if (!existsSync(path)) throw noSuchPath(path)
  const { files, unreadable } = filesAt(path)
  return { files, unreadable }
}

/** Where the agents keep their histories. */
export function histories(env: Environment, agent: string | undefined): Sources {
  const roots = Object.entries(transcriptRoots(env))
    .filter(([name]) => agent === undefined || agent === name)
    .flatMap(([, folders]) => folders)
    .filter((folder) => existsSync(folder))
  const walked = roots.map(filesAt)
  const database = agent === undefined || agent === 'opencode' ? inDatabase(databaseOf(env)) : NONE
  const all = [...walked, database]
  return { files: all.flatMap(({ files }) => files), unreadable: all.flatMap(({ unreadable }) => unreadable) }
}

const NONE: Sources = { files: [], unreadable: [] }

function inDatabase(path: string): Sources {
  try {
    return { files: sessionsIn(path), unreadable: [] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { files: [], unreadable: [{ path, reason }] }
  }
}

/** The transcripts of sessions that we know, by the paths that their agents gave us. */
export function systemTranscripts(env: Environment): Transcripts {
  const roots = transcriptRoots(env)
  return {
    open: (agent, path) =>
      agent === 'opencode' ? openedDatabase(env, path) : openedBelow(roots[agent] ?? [], path),
    usual: (agent, session) => (agent === 'opencode' ? sessionPath(env, session) : undefined),
    ofHelpers: (agent, path) => (agent === 'claude-code' ? helperFilesOf(path) : []),
  }
}

const noSuchPath = (path: string): Problem =>
  new Problem({
    code: 'path-unknown',
    message: 'there is no such file or folder',
    where: path,
    fix: 'leftoff import PATH   (a transcript, or a folder of them)',
    outcome: 'notFound',
  })
