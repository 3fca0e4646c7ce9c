import { chmodSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../client.ts'
import { packages } from '../installed.mjs'
import { claudeCode } from './claude-code.ts'

const NAME = '@anthropic-ai/claude-agent-sdk'

/** A program that uses the SDK instead of the command. It runs the same Claude Code with the same home. */
export function agentSdk(folder: string): Client {
  const program = join(folder, 'program.mjs')
  cpSync(join(import.meta.dirname, 'agent-sdk-program.mjs'), program)
  chmodSync(program, 0o755)
  const version = packages.find(({ name }) => name === NAME)?.version ?? ''
  return { ...claudeCode(version), command: 'agent', program, ask: (prompt) => [prompt] }
}
