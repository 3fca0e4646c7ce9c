import { isAbsolute } from 'node:path'
import type { ProcessRef } from '../event/fields.ts'
import { currentFolder, type Environment } from '../host/paths.ts'
import { ancestors, processRef } from '../host/process.ts'
import { isAgentName } from '../spool/spool.ts'

/** The agent that started this server, as far as its process tells. */
export interface Caller {
  readonly env: Environment
  /** The folder whose project is served. */
  readonly directory: string
  /** Claude Code's own id of the session for which it started us. */
  readonly agentSession?: string
  readonly process: ProcessRef | undefined
  /** The pids above ours, the nearest first; asked at once, for who loses its parent is given another. */
  readonly ancestors: readonly number[]
}

export function callerOf(env: Environment): Caller {
  const project = env.CLAUDE_PROJECT_DIR
  const agentSession = env.CLAUDE_CODE_SESSION_ID
  return {
    env,
    directory: project && isAbsolute(project) ? project : currentFolder(env),
    ...(agentSession && { agentSession }),
    process: processRef(process.ppid),
    ancestors: ancestors().map(({ pid }) => pid),
  }
}

/** `codex-mcp-client` is codex; whoever says nothing useful is an agent. */
export function agentNamed(client: string | undefined): string {
  const spelled = (client ?? '')
    .slice(0, 100)
    .toLowerCase()
    .replace(/-mcp-client.*$/s, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 31)
    .replace(/-+$/, '')
  return isAgentName(spelled) ? spelled : 'agent'
}
