import type { AgentName } from '../agent/adapter.ts'
import { install as claudeCode } from '../agent/claude-code/install.ts'
import { install as codex } from '../agent/codex/install.ts'
import { install as geminiCli } from '../agent/gemini-cli/install.ts'
import type { InstallPlan } from '../agent/install-plan.ts'
import { install as opencode } from '../agent/opencode/install.ts'

/** How leftoff is installed in each agent. */
export const PLANS: Readonly<Record<AgentName, InstallPlan>> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  opencode,
}
