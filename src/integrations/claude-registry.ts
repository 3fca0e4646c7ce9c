import { readdirSync, readFileSync } from 'node:fs'
import { below } from '../host/below.ts'
import { processRef } from '../host/process.ts'

/**
 * Claude Code keeps a file for every process of its own that runs, named by its pid, and removes it when it exits in
 * peace. One that stays behind its process tells of a crash. `config` is where Claude Code keeps its things.
 */
export function claudeWitness(config: string, agentSession: string): 'alive' | 'gone' | 'unknown' {
  const folder = below(config, 'sessions')
  for (const name of names(folder)) {
    const entry = entryIn(below(folder, name))
    if (entry?.sessionId !== agentSession) continue
    const running = processRef(entry.pid)
    // The time of its start in ticks, as the kernel tells it, ends our own note of it.
    const isSame = !entry.procStart || running?.started?.endsWith(`:${entry.procStart}`)
    return running && isSame ? 'alive' : 'gone'
  }
  return 'unknown'
}

const MOST_ENTRIES = 200

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d{1,10}\.json$/.test(name))
      .slice(0, MOST_ENTRIES)
  } catch {
    return [] // no such client here
  }
}

interface Entry {
  readonly pid: number
  readonly sessionId: string
  readonly procStart: string | undefined
}

function entryIn(path: string): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof entry !== 'object' || entry === null) return undefined
    const { pid, sessionId, procStart } = entry as Record<string, unknown>
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 1 || typeof sessionId !== 'string')
      return undefined
    return { pid, sessionId, procStart: typeof procStart === 'string' ? procStart : undefined }
  } catch {
    return undefined // being written or removed at this moment
  }
}
