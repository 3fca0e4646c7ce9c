import { hooksOf, type InstallPlan } from '../install-plan.ts'

const ANSWER_MS = 10_000
const SPOOL_MS = 5_000
const VARIABLE = 'GEMINI_CLI_HOME'

export const install: InstallPlan = {
  agent: 'gemini-cli',
  title: 'Gemini CLI',
  program: 'gemini',
  folder: { variable: VARIABLE, below: '.gemini', inHome: '.gemini' },
  files: [
    {
      kind: 'json',
      location: {
        user: { variable: VARIABLE, below: '.gemini/settings.json', inHome: '.gemini/settings.json' },
        project: '.gemini/settings.json',
      },
      extensions: ['comments'],
      hooks: [
        ...hooksOf('answer', ANSWER_MS, ['SessionStart', 'AfterAgent', 'PreCompress']),
        ...hooksOf('prompt', ANSWER_MS, ['BeforeAgent']),
        ...hooksOf('spool', SPOOL_MS, ['BeforeTool', 'AfterTool', 'Notification', 'SessionEnd']),
      ],
      entry: {
        path: ['mcpServers', 'leftoff'],
        value: (leftoff) => ({ command: leftoff, args: ['mcp'] }),
      },
    },
  ],
  next: 'Restart Gemini CLI: running sessions do not see the change.',
}
