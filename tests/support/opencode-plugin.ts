import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ParsedHook } from '../../src/agent/adapter.ts'
import { opencode } from '../../src/agent/opencode/index.ts'
import { type PluginHooks, pluginOf } from '../../src/agent/opencode/plugin/hooks.ts'
import { eventsFromHook, payloadsOf } from './payloads.ts'
import { temporaryFolder } from './temporary-folder.ts'
export const PAYLOADS = payloadsOf('opencode')
export const ROOT = 'ses_e1f31f119ffeociwdBmgIaeYKk'
export const CHILD = 'ses_e1f2874b9ffefN9Oe4HFnjOZ7N'

/** The plugin in its own home, with a command that runs this line of shell. */
export async function startPlugin(answer = `echo '{"text":"where it was left"}'`) {
  const home = temporaryFolder()
  const [spool, command, asked] = ['spool', 'leftoff', 'asked'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(command, `#!/bin/sh\ncat >> ${asked}\necho >> ${asked}\n${answer}\n`)
  chmodSync(command, 0o700)
  const hooks = await pluginOf({ spool, command })({ directory: home })
  const payloads = (): readonly string[] =>
    existsSync(spool)
      ? readdirSync(join(spool, 'new'))
          .sort()
          .map((name) => readFileSync(join(spool, 'new', name), 'utf8'))
      : []
  return {
    home,
    spool,
    hooks,
    payloads,
    /** The parsed payloads. */
    heard: () => payloads().map((payload) => opencode.parse(payload)),
    facts: () =>
      payloads()
        .map((payload) => opencode.parse(payload))
        .filter((hook): hook is ParsedHook => hook.kind === 'parsed')
        .flatMap((hook) => eventsFromHook(opencode, hook)),
    asked: () =>
      existsSync(asked)
        ? readFileSync(asked, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [],
  }
}

/** Passes fixtures to the plugin one by one. */
export async function play(hooks: PluginHooks, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const payload = structuredClone(PAYLOADS[name])
    if (name.startsWith('event.')) await hooks.event?.({ event: payload })
    else await hooks[name.replace(/-.*/, '')]?.(payload?.input, payload?.output)
  }
}

export async function systemPrompt(
  hooks: PluginHooks,
  words = 'You help with code.',
  sessionID = ROOT,
): Promise<readonly string[]> {
  const system = [words]
  await hooks['experimental.chat.system.transform']?.({ sessionID }, { system })
  return system
}
