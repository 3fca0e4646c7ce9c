import { expect } from 'vitest'
import { AGENTS, PAYLOADS, replyText } from './agent-payloads.ts'
import { expectUndisturbed, type HookRunOptions, type HookSandbox } from './hook-sandbox.ts'

/** A prompt of each agent, all at once: none of them notices anything, and what it said is where it should be. */
export async function expectPromptsIn(
  at: HookSandbox,
  where: 'log' | 'spool' | 'nowhere',
  manner: HookRunOptions = {},
): Promise<void> {
  await Promise.all(
    AGENTS.map(async (agent) => {
      const said = PAYLOADS[agent].prompt({ session: agent, folder: at.folder }, `marked words of ${agent}`)
      const heard = await at.hook(agent, said, manner)
      expectUndisturbed(heard)
      replyText(agent, heard.out)
    }),
  )
  for (const agent of AGENTS) expect(await at.locate(`marked words of ${agent}`), agent).toBe(where)
}

/** Whatever kept them from the log is over: the next hook takes them in. */
export async function expectSpoolIngested(at: HookSandbox): Promise<void> {
  expectUndisturbed(await sendPrompt(at))
  expect(at.spooled()).toEqual([])
  for (const agent of AGENTS) expect(await at.locate(`marked words of ${agent}`), agent).toBe('log')
}

/** One that is as usual, and takes in what waits. */
export const sendPrompt = (at: HookSandbox): ReturnType<HookSandbox['hook']> =>
  at.hook('codex', PAYLOADS.codex.prompt({ session: 'usual', folder: at.folder }, 'as usual'))
