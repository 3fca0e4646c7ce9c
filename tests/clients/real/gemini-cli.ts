import { join } from 'node:path'
import { writeJson } from '../box/files.ts'
import type { Circumstances, Client } from '../client.ts'
import { programOf } from '../installed.mjs'
import { gemini } from '../model/gemini.ts'
import type { ScriptCall } from '../model/script.ts'
import type { WireCall } from '../model/server.ts'

export const geminiCli = (version: string): Client => ({
  agent: 'gemini-cli',
  version,
  api: gemini,
  command: 'gemini',
  program: programOf('@google/gemini-cli', version),
  configuration: ['.gemini/settings.json'],
  configure: ({ home }) =>
    writeJson(join(home, '.gemini', 'settings.json'), {
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      general: { enableAutoUpdate: false, disableAutoUpdate: true, disableUpdateNag: true },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
  environment: ({ url }) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: url,
    NO_BROWSER: '1',
    // Otherwise it restarts itself as a child process, and a signal to the parent does not reach the child.
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  ask: (prompt, into) => [
    '-p',
    prompt,
    '--approval-mode',
    'yolo',
    ...(into === 'the last session' ? ['--resume', 'latest'] : []),
  ],
  wire,
})

function wire(call: ScriptCall, { app }: Circumstances): WireCall {
  switch (call.do) {
    case 'read':
      return { name: 'read_file', input: { file_path: join(app, call.file) } }
    case 'edit': {
      const change = { instruction: 'Change the text', old_string: call.from, new_string: call.to }
      return { name: 'replace', input: { file_path: join(app, call.file), ...change } }
    }
    case 'write':
      return { name: 'write_file', input: { file_path: join(app, call.file), content: call.text } }
    case 'run':
      return { name: 'run_shell_command', input: { command: call.command, description: 'Run a command' } }
    case 'delegate':
    case 'await':
    case 'all':
      throw new Error('no scenario uses this call with this client')
  }
}
