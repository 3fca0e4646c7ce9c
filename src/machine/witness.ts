import type { Whose } from '../app/world.ts'
import type { ProcessRef } from '../event/fields.ts'
import { evidenceOf } from '../host/process.ts'
import { claudeProcessEvidence } from '../integrations/claude-registry.ts'

/** The recorded process first; where it says nothing, the client's own list of what runs. */
export function witnessed(ref: ProcessRef | undefined, whose?: Whose): 'alive' | 'gone' | 'unknown' {
  const evidence = evidenceOf(ref)
  if (evidence !== 'unknown' || whose?.agent !== 'claude-code' || !whose.agentSession) return evidence
  return claudeProcessEvidence(claudeFolder(), whose.agentSession)
}

const claudeFolder = (): string => process.env.CLAUDE_CONFIG_DIR || `${process.env.HOME ?? ''}/.claude`
