import { expect } from 'vitest'
import { AGENTS, PAYLOADS, replyText } from './agent-payloads.ts'
import { expectUndisturbed, type HookRunOptions, type HookSandbox } from './hook-sandbox.ts'

/** Sends a prompt from each agent concurrently and expects to find each prompt in `where`. */
export async function expectPromptsIn(
  at: HookSandbox,
  where: 'log' | 'spool' | 'nowhere',
  options: HookRunOptions = {},
): Promise<void> {
  await Promise.all(
    AGENTS.map(async (agent) => {
      const payload = PAYLOADS[agent].prompt(
        { session: agent, folder: at.folder },
        `marked words of ${agent}`,
      )
      const result = await at.hook(agent, payload, options)
      expectUndisturbed(result)
      replyText(agent, result.out)
    }),
  )
  for (const agent of AGENTS) expect(await at.locate(`marked words of ${agent}`), agent).toBe(where)
}

/** Expects the next hook to ingest the spooled prompts. */
export async function expectSpoolIngested(at: HookSandbox): Promise<void> {
  expectUndisturbed(await sendPrompt(at))
  expect(at.spooled()).toEqual([])
  for (const agent of AGENTS) expect(await at.locate(`marked words of ${agent}`), agent).toBe('log')
}

/** An ordinary prompt, which also drains the spool. */
export const sendPrompt = (at: HookSandbox): ReturnType<HookSandbox['hook']> =>
  at.hook('codex', PAYLOADS.codex.prompt({ session: 'usual', folder: at.folder }, 'as usual'))
