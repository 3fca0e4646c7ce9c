import { hooksOf, type InstallPlan } from '../install-plan.ts'

const ANSWER_SECONDS = 10
/** Also the maximum that Codex allows for Interrupt and SessionEnd. */
const SPOOL_SECONDS = 3
const VARIABLE = 'CODEX_HOME'

export const install: InstallPlan = {
  agent: 'codex',
  title: 'Codex',
  program: 'codex',
  folder: { variable: VARIABLE, below: '', inHome: '.codex' },
  files: [
    {
      kind: 'json',
      location: {
        user: { variable: VARIABLE, below: 'hooks.json', inHome: '.codex/hooks.json' },
        project: '.codex/hooks.json',
      },
      extensions: [],
      hooks: [
        ...hooksOf('answer', ANSWER_SECONDS, ['SessionStart', 'Stop']),
        ...hooksOf('prompt', ANSWER_SECONDS, ['UserPromptSubmit']),
        ...hooksOf('spool', SPOOL_SECONDS, [
          'PreToolUse',
          'PostToolUse',
          'PermissionRequest',
          'PreCompact',
          'PostCompact',
          'SubagentStart',
          'SubagentStop',
          'Interrupt',
          'SessionEnd',
        ]),
      ],
    },
    {
      kind: 'toml',
      location: {
        user: { variable: VARIABLE, below: 'config.toml', inHome: '.codex/config.toml' },
        project: '.codex/config.toml',
      },
      entry: {
        path: ['mcp_servers', 'leftoff'],
        value: (leftoff) => ({ command: leftoff, args: ['mcp'] }),
      },
    },
  ],
  next: 'Codex asks you to trust these hooks at its next start: choose Trust all. Until then it skips them, and codex exec skips them silently.',
}
