import { existsSync } from 'node:fs'
import type { TranscriptFile } from '../agent/transcript/reader.ts'
import type { Environment } from '../host/paths.ts'
import { filesAt, transcriptRoots, type Walked } from '../host/transcripts.ts'
import { databaseOf, sessionsIn } from '../machine/opencode-database.ts'
import { Problem } from '../problem.ts'

export interface Sources {
  readonly files: readonly TranscriptFile[]
  readonly unreadable: Walked['unreadable']
}

/** Transcripts at a path: one file, or all files in a directory tree. */
export function sourcesAt(path: string): Sources {
  if (!existsSync(path)) throw noSuchPath(path)
  const { files, unreadable } = filesAt(path)
  return { files, unreadable }
}

/** Transcripts in the directories where agents keep them. */
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

const noSuchPath = (path: string): Problem =>
  new Problem({
    code: 'path-unknown',
    message: 'no such file or directory',
    where: path,
    fix: 'pass a transcript or a directory of transcripts: leftoff import PATH',
    outcome: 'notFound',
  })
