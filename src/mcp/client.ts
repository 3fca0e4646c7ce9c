import { isAbsolute } from 'node:path'
import type { ProcessRef } from '../event/fields.ts'
import { currentFolder, type Environment } from '../host/paths.ts'
import { ancestors, processRef } from '../host/process.ts'
import { isAgentName } from '../spool/spool.ts'

/** The agent that started this server, derived from its environment and process. */
export interface McpClient {
  readonly env: Environment
  /** The directory of the served project. */
  readonly directory: string
  /** Claude Code's id for the session that started this server. */
  readonly agentSession?: string
  readonly process: ProcessRef | undefined
  /** Ancestor pids, nearest first. Read at startup, because an orphaned process gets a new parent. */
  readonly ancestors: readonly number[]
}

export function detectClient(env: Environment): McpClient {
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

/** `codex-mcp-client` is `codex`; an unusable name becomes `agent`. */
export function agentNameOf(client: string | undefined): string {
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
