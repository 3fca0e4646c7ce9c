import type { AgentName } from '../agent/adapter.ts'
import type { HookMode, HookPlan, InstallPlan, UserPath } from '../agent/install-plan.ts'

const CLAUDE_CODE = 'CLAUDE_CONFIG_DIR'
const claudeFile = below(CLAUDE_CODE, '.claude/')

const claudeCode: InstallPlan = {
  agent: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  folder: { variable: CLAUDE_CODE, below: '', inHome: '.claude' },
  files: [
    {
      kind: 'json',
      location: { user: claudeFile('settings.json'), project: '.claude/settings.json' },
      extensions: ['byte order mark'],
      hooks: [
        ...hooksOf('answer', 10, ['SessionStart', 'SubagentStart', 'PreCompact', 'Stop']),
        ...hooksOf('prompt', 10, ['UserPromptSubmit']),
        ...hooksOf('spool', 5, ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'], '*'),
        ...hooksOf('spool', 5, ['PermissionRequest', 'PermissionDenied'], '*'),
        ...hooksOf('spool', 5, ['StopFailure', 'SubagentStop', 'PostCompact', 'SessionEnd']),
        ...hooksOf('spool', 5, ['Notification', 'UserPromptExpansion', 'InstructionsLoaded', 'CwdChanged']),
        ...hooksOf('spool', 5, ['ConfigChange', 'TaskCreated', 'TaskCompleted']),
        // Omits PostModelSwitch and DirectoryAdded, because older releases warn about unknown hooks at startup.
      ],
      statusLine: { key: 'statusLine', value: (command) => ({ type: 'command', command }) },
    },
    {
      kind: 'json',
      location: { user: below(CLAUDE_CODE)('.claude.json'), project: '.mcp.json' },
      extensions: ['byte order mark'],
      entry: {
        path: ['mcpServers', 'leftoff'],
        value: (leftoff) => ({ type: 'stdio', command: leftoff, args: ['mcp'] }),
      },
    },
  ],
  next: 'Restart Claude Code: running sessions do not see the change.',
}

const CODEX = 'CODEX_HOME'
const codexFile = below(CODEX, '.codex/')
/** The maximum that Codex allows for Interrupt and SessionEnd. */
const CODEX_SPOOL_SECONDS = 3

const codex: InstallPlan = {
  agent: 'codex',
  title: 'Codex',
  program: 'codex',
  folder: { variable: CODEX, below: '', inHome: '.codex' },
  files: [
    {
      kind: 'json',
      location: { user: codexFile('hooks.json'), project: '.codex/hooks.json' },
      extensions: [],
      hooks: [
        ...hooksOf('answer', 10, ['SessionStart', 'SubagentStart', 'Stop']),
        ...hooksOf('prompt', 10, ['UserPromptSubmit']),
        ...hooksOf('spool', CODEX_SPOOL_SECONDS, [
          ...['PreToolUse', 'PostToolUse', 'PermissionRequest', 'PreCompact', 'PostCompact'],
          ...['SubagentStop', 'Interrupt', 'SessionEnd'],
        ]),
      ],
    },
    {
      kind: 'toml',
      location: { user: codexFile('config.toml'), project: '.codex/config.toml' },
      entry: { path: ['mcp_servers', 'leftoff'], value: (leftoff) => ({ command: leftoff, args: ['mcp'] }) },
    },
  ],
  next: 'Codex asks you to trust these hooks at its next start: choose Trust all. Until then it skips them, and codex exec skips them silently.',
}

const geminiFile = below('GEMINI_CLI_HOME')

/** Gemini CLI measures timeouts in milliseconds. */
const geminiCli: InstallPlan = {
  agent: 'gemini-cli',
  title: 'Gemini CLI',
  program: 'gemini',
  folder: geminiFile('.gemini'),
  files: [
    {
      kind: 'json',
      location: { user: geminiFile('.gemini/settings.json'), project: '.gemini/settings.json' },
      extensions: ['comments'],
      hooks: [
        ...hooksOf('answer', 10_000, ['SessionStart', 'AfterAgent', 'PreCompress']),
        ...hooksOf('prompt', 10_000, ['BeforeAgent']),
        ...hooksOf('spool', 5_000, ['BeforeTool', 'AfterTool', 'Notification', 'SessionEnd']),
      ],
      entry: { path: ['mcpServers', 'leftoff'], value: (leftoff) => ({ command: leftoff, args: ['mcp'] }) },
    },
  ],
  next: 'Restart Gemini CLI: running sessions do not see the change.',
}

const opencodeFile = below('XDG_CONFIG_HOME', '.config/')

const opencode: InstallPlan = {
  agent: 'opencode',
  title: 'opencode',
  program: 'opencode',
  folder: opencodeFile('opencode'),
  files: [
    {
      kind: 'program',
      location: {
        user: opencodeFile('opencode/plugins/leftoff.js'),
        project: '.opencode/plugins/leftoff.js',
      },
      source: 'opencode-plugin.js',
    },
    {
      kind: 'json',
      location: {
        user: opencodeFile('opencode/opencode.json'),
        project: 'opencode.json',
        alternative: { user: opencodeFile('opencode/opencode.jsonc'), project: 'opencode.jsonc' },
      },
      extensions: ['comments', 'trailing commas', 'byte order mark'],
      entry: {
        path: ['mcp', 'leftoff'],
        value: (leftoff) => ({ type: 'local', command: [leftoff, 'mcp'], enabled: true }),
        userKeys: ['enabled'],
      },
    },
  ],
  next: 'Restart opencode: it loads plugins when it starts.',
}

/** How leftoff is installed in each agent. */
export const PLANS: Readonly<Record<AgentName, InstallPlan>> = {
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  opencode,
}

/**
 * A file in the folder that the variable names. If the variable is not set, the file is below the home
 * directory.
 */
function below(variable: string, inHome = ''): (path: string) => UserPath {
  return (path) => ({ variable, below: path, inHome: `${inHome}${path}` })
}

function hooksOf(
  mode: HookMode,
  timeout: number,
  events: readonly string[],
  matcher?: string,
): readonly HookPlan[] {
  return events.map((event) => ({ event, mode, timeout, ...(matcher !== undefined && { matcher }) }))
}
