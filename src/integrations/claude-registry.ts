import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { processRef } from '../host/process.ts'
import { readRegularFile } from '../host/regular-file.ts'

/**
 * Claude Code keeps a file per running process, named after its pid, and removes it on a clean exit. A file
 * whose process no longer runs shows that the process crashed. `config` is the config folder of Claude Code.
 */
export function claudeProcessEvidence(config: string, agentSession: string): 'alive' | 'gone' | 'unknown' {
  const folder = join(config, 'sessions')
  for (const name of names(folder)) {
    const entry = entryIn(join(folder, name))
    if (entry?.sessionId !== agentSession) continue
    const running = processRef(entry.pid)
    // `started` ends with the start time in ticks, which is what Claude Code stores.
    const isSame = !entry.procStart || running?.started?.endsWith(`:${entry.procStart}`)
    return running && isSame ? 'alive' : 'gone'
  }
  return 'unknown'
}

const MAX_ENTRIES = 200
const MAX_ENTRY_BYTES = 64 * 1024

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d{1,10}\.json$/.test(name))
      .slice(0, MAX_ENTRIES)
  } catch {
    return [] // Claude Code is not installed
  }
}

interface RegistryEntry {
  readonly pid: number
  readonly sessionId: string
  readonly procStart: string | undefined
}

function entryIn(path: string): RegistryEntry | undefined {
  try {
    const entry: unknown = JSON.parse(
      readRegularFile(path, { maxBytes: MAX_ENTRY_BYTES })?.toString('utf8') ?? 'null',
    )
    if (typeof entry !== 'object' || entry === null) return undefined
    const { pid, sessionId, procStart } = entry as Record<string, unknown>
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 1 || typeof sessionId !== 'string')
      return undefined
    return { pid, sessionId, procStart: typeof procStart === 'string' ? procStart : undefined }
  } catch {
    return undefined // being written or removed at this moment
  }
}
