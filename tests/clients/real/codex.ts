import { join } from 'node:path'
import { writeText } from '../box/files.ts'
import type { Circumstances, Client, Place } from '../client.ts'
import { programOf } from '../installed.mjs'
import { openaiResponses } from '../model/openai-responses.ts'
import type { ScriptCall } from '../model/script.ts'
import type { WireCall } from '../model/server.ts'

export const codex = (version: string): Client => ({
  agent: 'codex',
  version,
  api: openaiResponses,
  command: 'codex',
  program: programOf('@openai/codex', version),
  configuration: ['.codex/config.toml', '.codex/hooks.json'],
  configure: (place) => configure(place, MODEL),
  environment: () => ({ SCRIPTED_KEY: 'none' }),
  // Hooks run only after a review by the user. Without a terminal, this flag replaces the review.
  ask: (prompt, into) => [
    'exec',
    ...(into === 'the last session' ? ['resume', '--last'] : []),
    '--dangerously-bypass-hook-trust',
    prompt,
  ],
  wire,
})

/** Codex with a code mode model: its only tool runs a script, and the script calls the other tools. */
export const codexInCodeMode = (version: string): Client => ({
  ...codex(version),
  configure: (place) => configure(place, CODE_MODE_MODEL),
  wire: wireInCodeMode,
})

/** The client knows these models, so it gives them the patch tool and a real context window. */
const MODEL = 'gpt-5.5'
const CODE_MODE_MODEL = 'gpt-5.6-sol'

const configure = ({ home, app, url }: Place, model: string): void =>
  writeText(join(home, '.codex', 'config.toml'), config(app, url, model))

const config = (app: string, url: string, model: string): string => `# written by the user
model = "${model}"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

# these use the network at every start and wait for it at every exit
[features]
apps = false
plugins = false
remote_plugin = false
plugin_discovery_prefetch = false

[analytics]
enabled = false

# marks the offer of a newer model as seen, because it replaces the input line at some point after the start
[notice.model_migrations]
"${model}" = "gpt-6-sol"

[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[projects."${app}"]
trust_level = "trusted"
`

function wire(call: ScriptCall, { result }: Circumstances): WireCall {
  switch (call.do) {
    case 'read':
      return shell(`cat ${call.file}`)
    case 'edit':
    case 'write':
      return { name: 'apply_patch', input: patchOf(call), isFreeText: true }
    case 'run':
      return shell(call.command)
    case 'delegate':
      return { name: 'spawn_agent', namespace: AGENTS, input: { message: call.prompt } }
    case 'await':
      return {
        name: 'wait_agent',
        namespace: AGENTS,
        input: { targets: [spawned(result)], timeout_ms: 20_000 },
      }
    case 'all':
      throw new Error('this model cannot run scripts')
  }
}

/** The result of starting a sub-agent contains its id. */
const spawned = (result: string): string => JSON.parse(result).agent_id

const AGENTS = 'multi_agent_v1'

const shell = (cmd: string): WireCall => ({ name: 'exec_command', input: { cmd, yield_time_ms: 30_000 } })

function patchOf(call: Extract<ScriptCall, { do: 'edit' | 'write' }>): string {
  const body =
    call.do === 'edit'
      ? `*** Update File: ${call.file}\n@@\n-${call.from}\n+${call.to}`
      : `*** Add File: ${call.file}\n${call.text.trimEnd().replaceAll(/^/gm, '+')}`
  return `*** Begin Patch\n${body}\n*** End Patch\n`
}

/** Sub-agents are the exception: the model starts them directly, without a script. */
function wireInCodeMode(call: ScriptCall): WireCall {
  if (call.do === 'delegate') {
    const input = { task_name: 'part', message: call.prompt, fork_turns: 'none' }
    return { name: 'spawn_agent', namespace: 'collaboration', input }
  }
  if (call.do === 'await')
    return { name: 'wait_agent', namespace: 'collaboration', input: { timeout_ms: 20_000 } }
  return { name: 'exec', input: `${PRAGMA}\n${scriptOf(call)}`, isFreeText: true }
}

/** The client waits this long for the script before it asks the model again. */
const PRAGMA = '// @exec: {"yield_time_ms": 60000}'

function scriptOf(call: ScriptCall): string {
  switch (call.do) {
    case 'read':
      return runLine(`cat ${call.file}`)
    case 'run':
      return runLine(call.command)
    case 'edit':
    case 'write':
      return `await tools.apply_patch(${JSON.stringify(patchOf(call))})`
    case 'all':
      return call.calls.map(scriptOf).join('\n')
    case 'delegate':
    case 'await':
      throw new Error('a script cannot do this')
  }
}

const runLine = (cmd: string): string =>
  `text((await tools.exec_command(${JSON.stringify({ cmd, yield_time_ms: 30_000 })})).output)`
