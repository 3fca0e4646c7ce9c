import { hooksOf, type InstallPlan } from '../install-plan.ts'

const ANSWER_SECONDS = 10
const SPOOL_SECONDS = 5
const VARIABLE = 'CLAUDE_CONFIG_DIR'

export const install: InstallPlan = {
  agent: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  folder: { variable: VARIABLE, below: '', inHome: '.claude' },
  files: [
    {
      kind: 'json',
      location: {
        user: { variable: VARIABLE, below: 'settings.json', inHome: '.claude/settings.json' },
        project: '.claude/settings.json',
      },
      extensions: ['byte order mark'],
      hooks: [
        ...hooksOf('answer', ANSWER_SECONDS, ['SessionStart', 'PreCompact', 'Stop']),
        ...hooksOf('prompt', ANSWER_SECONDS, ['UserPromptSubmit']),
        ...hooksOf('spool', SPOOL_SECONDS, ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'], '*'),
        ...hooksOf('spool', SPOOL_SECONDS, ['PermissionRequest', 'PermissionDenied'], '*'),
        ...hooksOf('spool', SPOOL_SECONDS, [
          'StopFailure',
          'SubagentStart',
          'SubagentStop',
          'PostCompact',
          'SessionEnd',
          'Notification',
          'UserPromptExpansion',
          'InstructionsLoaded',
          'CwdChanged',
          'ConfigChange',
          'TaskCreated',
          'TaskCompleted',
        ]),
        // Without PostModelSwitch and DirectoryAdded: older releases warn about unknown hooks at startup.
      ],
      statusLine: { key: 'statusLine', value: (command) => ({ type: 'command', command }) },
    },
    {
      kind: 'json',
      location: {
        user: { variable: VARIABLE, below: '.claude.json', inHome: '.claude.json' },
        project: '.mcp.json',
      },
      extensions: ['byte order mark'],
      entry: {
        path: ['mcpServers', 'leftoff'],
        value: (leftoff) => ({ type: 'stdio', command: leftoff, args: ['mcp'] }),
      },
    },
  ],
  next: 'Restart Claude Code: running sessions do not see the change.',
}
