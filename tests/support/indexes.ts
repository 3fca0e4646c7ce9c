import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { NOTHING_INDEXED, type SessionEntry } from '../../src/search/session-index.ts'
import { SqliteIndex } from '../../src/search/sqlite/sqlite-index.ts'
import { temporaryFolder } from './temporary-folder.ts'

export function sqliteIndex(path = join(temporaryFolder(), 'index.db')): SqliteIndex {
  const index = new SqliteIndex({ path, readOnly: false })
  onTestFinished(() => index.close())
  return index
}

interface SessionSketch {
  readonly project?: string
  readonly at?: number
  readonly prompt?: string
  readonly answer?: string
  readonly edited?: readonly string[]
  readonly read?: readonly string[]
  readonly mentioned?: readonly string[]
  readonly summary?: string
}

/** A minimal index entry. */
export function indexEntry(session: string, sketch: SessionSketch = {}): SessionEntry {
  const { project = 'one', at = 1, prompt, answer, edited = [], read = [], mentioned = [] } = sketch
  const touches = (path: string) => ({
    edits: edited.includes(path) ? 1 : 0,
    reads: read.includes(path) ? 1 : 0,
  })
  return {
    project,
    seq: at,
    after: 0,
    facts: {
      session,
      lastAt: at,
      prompts: prompt === undefined ? [] : [prompt],
      answers: answer === undefined ? [] : [answer],
      files: new Map([...edited, ...read].map((path) => [path, touches(path)])),
      mentioned: new Set(mentioned),
    },
    settled: [],
    corrections: [],
    summary: sketch.summary ?? '',
    progress: NOTHING_INDEXED,
  }
}
