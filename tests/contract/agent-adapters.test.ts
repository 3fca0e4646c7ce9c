import { claudeCode } from '../../src/agent/claude-code/index.ts'
import { codex } from '../../src/agent/codex/index.ts'
import { geminiCli } from '../../src/agent/gemini-cli/index.ts'
import { opencode } from '../../src/agent/opencode/index.ts'
import { payloadsIn, payloadsOf } from '../support/payloads.ts'
import { agentAdapterContract } from './agent-adapter.contract.ts'

agentAdapterContract({
  agent: claudeCode,
  payloads: payloadsIn('claude-code', 'payloads'),
  answerable: ['SessionStart', 'UserPromptSubmit', 'PreCompact'],
})

agentAdapterContract({
  agent: codex,
  payloads: payloadsOf('codex'),
  answerable: ['SessionStart', 'UserPromptSubmit'],
  ids: {
    'PreToolUse-Bash': 'evt_15derqz0r3k9w9j8e3kn',
    'PostToolUse-Bash': 'evt_ejy5px13mjz96xf4rayt',
    UserPromptSubmit: 'evt_5c3pxgcxmax6169530yc',
    Stop: 'evt_thdhve6kvf0wn2w6wx3c',
    Interrupt: 'evt_6d6fxr7vthe785mzwjef',
  },
  processes: [
    [['codex'], true],
    [
      ['/opt/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex', 'app-server'],
      true,
    ],
    [['C:\\Tools\\codex.exe', 'exec', 'x'], true],
    [['codex-x86_64-unknown-linux-musl'], true],
    [['codex-linux-sandbox'], false],
    [['/bin/bash', '-c', 'codex'], false],
    [['node', '/usr/bin/codex'], false],
    [[], false],
  ],
})

agentAdapterContract({
  agent: geminiCli,
  payloads: payloadsOf('gemini-cli'),
  answerable: ['SessionStart', 'BeforeAgent'],
  ids: {
    BeforeAgent: 'evt_t8kd7x0j1xdb3m0bd9fs',
    'BeforeTool-replace': 'evt_v4bs07k8vhtmnpa2c1x2',
    'AfterTool-replace': 'evt_4gpzh2v1z777skcs4jbf',
    AfterAgent: 'evt_0mdsy2jfrszssmqr8mnw',
  },
  processes: [
    [['node', '/usr/lib/node_modules/@google/gemini-cli/bundle/gemini.js', '-p', 'x'], true],
    [['/usr/bin/node', '--max-old-space-size=8000', '/home/dev/.bin/gemini'], true],
    [['node', '--import', 'tsx', 'bundle/gemini.js'], true],
    [['gemini'], true],
    [['node', 'app.js', 'gemini'], false],
    [['bash', 'gemini'], false],
    [['node'], false],
    [[], false],
  ],
})

agentAdapterContract({
  agent: opencode,
  payloads: payloadsOf('opencode/delivered'),
  answerable: ['session.start', 'session.compacting'],
  ids: {
    'chat.message': 'evt_nx3m43p343hr6np9d712',
    'tool.execute.before-bash': 'evt_sse1kfnt90bnrgmkgwhz',
    'tool.execute.after-bash': 'evt_0wt185n1a39yatsagcm9',
    'session.idle': 'evt_g8fv0ys5ycw5gn6p8yy8',
    'session.created-child': 'evt_x67p9g3kfskgg220ajst',
  },
  processes: [
    [['opencode', 'run'], true],
    [['/opt/opencode-linux-x64/bin/opencode'], true],
    [['C:\\bin\\opencode.exe'], true],
    [['node', '/usr/bin/opencode'], false],
    [['opencode-helper'], false],
    [[], false],
  ],
})
