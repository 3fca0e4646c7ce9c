import { expect } from 'vitest'
import { AGENTS, replyIn, SAYS } from './agent-says.ts'
import { type HookDesk, type Manner, requireUnnoticed } from './hook-desk.ts'

/** A prompt of each agent, all at once: none of them notices anything, and what it said is where it should be. */
export async function promptsArrive(
  at: HookDesk,
  where: 'log' | 'spool' | 'nowhere',
  manner: Manner = {},
): Promise<void> {
  await Promise.all(
    AGENTS.map(async (agent) => {
      const said = SAYS[agent].prompt({ session: agent, folder: at.folder }, `marked words of ${agent}`)
      const heard = await at.hook(agent, said, manner)
      requireUnnoticed(heard)
      replyIn(agent, heard.out)
    }),
  )
  for (const agent of AGENTS) expect(await at.whereabouts(`marked words of ${agent}`), agent).toBe(where)
}

/** Whatever kept them from the log is over: the next hook takes them in. */
export async function latecomersArrive(at: HookDesk): Promise<void> {
  requireUnnoticed(await anyPrompt(at))
  expect(at.spooled()).toEqual([])
  for (const agent of AGENTS) expect(await at.whereabouts(`marked words of ${agent}`), agent).toBe('log')
}

/** One that is as usual, and takes in what waits. */
export const anyPrompt = (at: HookDesk): ReturnType<HookDesk['hook']> =>
  at.hook('codex', SAYS.codex.prompt({ session: 'usual', folder: at.folder }, 'as usual'))
