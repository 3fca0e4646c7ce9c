import { join } from 'node:path'
import { writeText } from '../box/files.ts'
import type { Circumstances, Client } from '../client.ts'
import { programOf } from '../installed.mjs'
import { openaiResponses } from '../model/openai-responses.ts'
import type { Call } from '../model/script.ts'
import type { WireCall } from '../model/server.ts'

export const codex = (version: string): Client => ({
  agent: 'codex',
  version,
  api: openaiResponses,
  command: 'codex',
  program: programOf('@openai/codex', version),
  configuration: ['.codex/config.toml', '.codex/hooks.json'],
  configure: ({ home, app, url }) => writeText(join(home, '.codex', 'config.toml'), config(app, url)),
  environment: () => ({ SCRIPTED_KEY: 'none' }),
  // Hooks run only after the user has reviewed them; without a terminal this flag stands for the review.
  ask: (prompt, into) => [
    'exec',
    ...(into === 'the last session' ? ['resume', '--last'] : []),
    '--dangerously-bypass-hook-trust',
    prompt,
  ],
  wire,
})

/** A model that the client knows: it gets the tool for patches and has a real context window. */
const config = (app: string, url: string): string => `# written by the user
model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

# what asks the network at every start, and waits for it at every end
[features]
apps = false
plugins = false
remote_plugin = false
plugin_discovery_prefetch = false

[analytics]
enabled = false

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

function wire(call: Call, { result }: Circumstances): WireCall {
  switch (call.do) {
    case 'read':
      return shell(`cat ${call.file}`)
    case 'edit':
      return patch(`*** Update File: ${call.file}\n@@\n-${call.from}\n+${call.to}`)
    case 'write':
      return patch(`*** Add File: ${call.file}\n${call.text.trimEnd().replaceAll(/^/gm, '+')}`)
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
  }
}

/** The client tells the id of a sub-agent when it starts it. */
const spawned = (result: string): string => JSON.parse(result).agent_id

const AGENTS = 'multi_agent_v1'

const shell = (cmd: string): WireCall => ({ name: 'exec_command', input: { cmd, yield_time_ms: 30_000 } })

const patch = (body: string): WireCall => ({
  name: 'apply_patch',
  input: `*** Begin Patch\n${body}\n*** End Patch\n`,
  isFreeText: true,
})
