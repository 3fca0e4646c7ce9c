import { claudeCode } from '../../src/agent/claude-code/index.ts'
import { codex } from '../../src/agent/codex/index.ts'
import { geminiCli } from '../../src/agent/gemini-cli/index.ts'
import { opencode } from '../../src/agent/opencode/index.ts'
import { payloadsIn, payloadsOf } from '../support/payloads.ts'
import { agentAdapterContract } from './agent-adapter.contract.ts'

agentAdapterContract({
  agent: codex,
  payloads: Object.values(payloadsOf('codex')),
  answerable: ['SessionStart', 'UserPromptSubmit'],
})
agentAdapterContract({
  agent: geminiCli,
  payloads: Object.values(payloadsOf('gemini-cli')),
  answerable: ['SessionStart', 'BeforeAgent'],
})
agentAdapterContract({
  agent: opencode,
  payloads: Object.values(payloadsOf('opencode/delivered')),
  answerable: ['session.start', 'session.compacting'],
})
agentAdapterContract({
  agent: claudeCode,
  payloads: Object.values(payloadsIn('claude-code', 'payloads')),
  answerable: ['SessionStart', 'UserPromptSubmit', 'PreCompact'],
})
