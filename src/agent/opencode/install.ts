import type { InstallPlan } from '../install-plan.ts'

const VARIABLE = 'XDG_CONFIG_HOME'

export const install: InstallPlan = {
  agent: 'opencode',
  title: 'opencode',
  program: 'opencode',
  folder: { variable: VARIABLE, below: 'opencode', inHome: '.config/opencode' },
  files: [
    {
      kind: 'program',
      location: {
        user: {
          variable: VARIABLE,
          below: 'opencode/plugins/leftoff.js',
          inHome: '.config/opencode/plugins/leftoff.js',
        },
        project: '.opencode/plugins/leftoff.js',
      },
      source: 'opencode-plugin.js',
    },
    {
      kind: 'json',
      location: {
        user: {
          variable: VARIABLE,
          below: 'opencode/opencode.json',
          inHome: '.config/opencode/opencode.json',
        },
        project: 'opencode.json',
        alternative: {
          user: {
            variable: VARIABLE,
            below: 'opencode/opencode.jsonc',
            inHome: '.config/opencode/opencode.jsonc',
          },
          project: 'opencode.jsonc',
        },
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
