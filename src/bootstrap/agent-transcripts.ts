import type { Transcripts } from '../agent/transcript/reader.ts'
import type { Environment } from '../host/paths.ts'
import { findSubagentFiles, openBelow, transcriptRoots } from '../host/transcripts.ts'
import { openSession, sessionPath } from './opencode-database.ts'

/** Opens transcripts by the paths in payloads, only inside the agent's folders. */
export function agentTranscripts(env: Environment): Transcripts {
  const roots = transcriptRoots(env)
  return {
    open: (agent, path) =>
      agent === 'opencode' ? openSession(env, path) : openBelow(roots[agent] ?? [], path),
    defaultPath: (agent, session) => (agent === 'opencode' ? sessionPath(env, session) : undefined),
    subagentFiles: (agent, path) => (agent === 'claude-code' ? findSubagentFiles(path) : []),
  }
}
