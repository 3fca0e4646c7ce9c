import type { Transcripts } from '../agent/transcript/reader.ts'
import type { Environment } from '../host/paths.ts'
import { findHelperFiles, openBelow, transcriptRoots } from '../host/transcripts.ts'
import { openedDatabase, sessionPath } from './opencode-database.ts'

/** Opens transcripts by the paths that agents name, only where that agent keeps its own. */
export function agentTranscripts(env: Environment): Transcripts {
  const roots = transcriptRoots(env)
  return {
    open: (agent, path) =>
      agent === 'opencode' ? openedDatabase(env, path) : openBelow(roots[agent] ?? [], path),
    usual: (agent, session) => (agent === 'opencode' ? sessionPath(env, session) : undefined),
    ofHelpers: (agent, path) => (agent === 'claude-code' ? findHelperFiles(path) : []),
  }
}
