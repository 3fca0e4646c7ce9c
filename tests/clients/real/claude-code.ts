import { join } from 'node:path'
import { writeJson } from '../box/files.ts'
import type { Circumstances, Client } from '../client.ts'
import { programOf } from '../installed.mjs'
import { anthropic } from '../model/anthropic.ts'
import type { ScriptCall } from '../model/script.ts'
import type { WireCall } from '../model/server.ts'

const KEY = 'no-key-is-needed-here'

export const claudeCode = (version: string): Client => ({
  agent: 'claude-code',
  version,
  api: anthropic,
  command: 'claude',
  program: programOf('@anthropic-ai/claude-code', version),
  configuration: ['.claude/settings.json', '.claude.json'],
  configure: ({ home, app }) => {
    writeJson(join(home, '.claude', 'settings.json'), {
      permissions: { allow: ['Read', 'Edit', 'Write', 'Bash', 'Agent', 'Task'] },
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    })
    writeJson(join(home, '.claude.json'), {
      hasCompletedOnboarding: true,
      lastOnboardingVersion: version,
      theme: 'dark',
      customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
      projects: { [app]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    })
  },
  environment: ({ url }) => ({
    SHELL: '/bin/bash',
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  ask: (prompt, into) => ['-p', prompt, ...(into === 'the last session' ? ['--continue'] : [])],
  wire,
})

function wire(call: ScriptCall, { app }: Circumstances): WireCall {
  switch (call.do) {
    case 'read':
      return { name: 'Read', input: { file_path: join(app, call.file) } }
    case 'edit': {
      const input = { file_path: join(app, call.file), old_string: call.from, new_string: call.to }
      return { name: 'Edit', input }
    }
    case 'write':
      return { name: 'Write', input: { file_path: join(app, call.file), content: call.text } }
    case 'run':
      return { name: 'Bash', input: { command: call.command, description: 'Run a command' } }
    case 'await':
      return { name: 'Bash', input: { command: 'true', description: 'Wait' } }
    case 'delegate': {
      const input = { description: 'A part of it', prompt: call.prompt, subagent_type: 'general-purpose' }
      return { name: 'Agent', input }
    }
    case 'all':
      throw new Error('this client cannot run scripts')
  }
}
