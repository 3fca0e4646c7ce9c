import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { writeJson } from '../box/files.ts'
import type { Circumstances, Client } from '../client.ts'
import { folderOf, programOf } from '../installed.mjs'
import { openaiChat } from '../model/openai-chat.ts'
import type { ScriptCall } from '../model/script.ts'
import type { WireCall } from '../model/server.ts'

const PLUGIN = '@opencode-ai/plugin'

export const opencode = (version: string): Client => ({
  agent: 'opencode',
  version,
  api: openaiChat,
  command: 'opencode',
  program: programOf('opencode-ai', version),
  configuration: ['.config/opencode/opencode.json', '.config/opencode/plugins'],
  configure: ({ home, url }) => {
    const folder = join(home, '.config', 'opencode')
    mkdirSync(folder, { recursive: true })
    for (const part of ['node_modules', 'package-lock.json']) {
      symlinkSync(join(folderOf({ name: PLUGIN, version }), part), join(folder, part))
    }
    writeJson(join(folder, 'package.json'), { dependencies: { [PLUGIN]: version } })
    writeJson(join(folder, 'opencode.json'), {
      autoupdate: false,
      share: 'disabled',
      model: 'scripted/model',
      small_model: 'scripted/model',
      permission: { '*': 'allow' },
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'scripted',
          options: { baseURL: `${url}/v1`, apiKey: 'none' },
          models: {
            model: { name: 'model', limit: { context: 200_000, output: 8_000 }, tool_call: true },
          },
        },
      },
    })
  },
  environment: ({ home }) => ({
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_SHARE: '1',
  }),
  // Each word is an argument, because opencode quotes arguments with spaces.
  ask: (prompt, into) => [
    'run',
    ...(into === 'the last session' ? ['--continue'] : []),
    ...prompt.split(' '),
  ],
  wire,
})

function wire(call: ScriptCall, { app }: Circumstances): WireCall {
  switch (call.do) {
    case 'read':
      return { name: 'read', input: { filePath: join(app, call.file) } }
    case 'edit':
      return {
        name: 'edit',
        input: { filePath: join(app, call.file), oldString: call.from, newString: call.to },
      }
    case 'write':
      return { name: 'write', input: { filePath: join(app, call.file), content: call.text } }
    case 'run':
      return { name: 'bash', input: { command: call.command, description: 'Run a command' } }
    case 'await':
      return { name: 'bash', input: { command: 'true', description: 'Wait' } }
    case 'delegate': {
      const input = { description: 'A part of it', prompt: call.prompt, subagent_type: 'general' }
      return { name: 'task', input }
    }
    case 'all':
      throw new Error('this client cannot run scripts')
  }
}
