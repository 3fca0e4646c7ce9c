import type { AgentAdapter } from './adapter.ts'
import { claudeCode } from './claude-code/index.ts'
import { codex } from './codex/index.ts'
import { geminiCli } from './gemini-cli/index.ts'
import { opencode } from './opencode/index.ts'

/** Adapters by client name. */
export const agents: ReadonlyMap<string, AgentAdapter> = new Map(
  [claudeCode, codex, geminiCli, opencode].map((agent) => [agent.name, agent]),
)
