import { existsSync } from 'node:fs'
import { findSession, onlySessionHere, sessionsHere } from '../app/lifecycle/find-session.ts'
import type { World } from '../app/world.ts'
import { terminalProcess } from '../host/process.ts'
import { locateProject } from '../integrations/project.ts'
import type { Viewed } from '../log/event-log.ts'
import { Problem } from '../problem.ts'
import type { Session } from '../session/session.ts'
import type { LifeState } from '../session/state.ts'
import type { CliContext } from './context.ts'

/** The session named by argument or LEFTOFF_SESSION, else the only one here in one of these states. */
export async function requireSession(
  context: CliContext,
  name: string | undefined,
  states: readonly LifeState[],
): Promise<Viewed<Session>> {
  const world = await context.world()
  const named = name ?? context.env.LEFTOFF_SESSION
  if (named) return findSession(world, named)
  return onlySessionHere(world, { terminal: terminalProcess(), states })
}

/** Like `requireSession`, but picks the most likely of several and allows none. */
export async function findLikelySession(
  context: CliContext,
  name: string | undefined,
  states: readonly LifeState[],
): Promise<Viewed<Session> | undefined> {
  const world = await context.world()
  const named = name ?? context.env.LEFTOFF_SESSION
  if (named) return findSession(world, named)
  return (await sessionsHere(world, { terminal: terminalProcess(), states }))[0]
}

/** The named session, else the open one here, else the last one. */
export async function requireLatestSession(
  context: CliContext,
  name: string | undefined,
  ask: { readonly to: string; readonly command: string },
): Promise<Viewed<Session>> {
  const open = await findLikelySession(context, name, ['active', 'idle', 'suspended'])
  const seen = open ?? (await findLikelySession(context, name, ['crashed', 'ended']))
  if (seen) return seen
  throw new Problem({
    code: 'no-session-here',
    message: `project ${(await context.world()).place.project.name} has no session to ${ask.to}`,
    fix: `find one with leftoff session list --all, then run ${ask.command} --session ID`,
    outcome: 'notFound',
  })
}

/** Project ids for a directory or a project name. */
export async function projectIdsFor(world: World, folderOrName: string): Promise<readonly string[]> {
  const looksLikeFolder = /[/\\.]/.test(folderOrName) && existsSync(folderOrName)
  if (looksLikeFolder) return locateProject(folderOrName).projectIds
  const views = await world.log.views({})
  const named = views.filter(({ view }) => view.identity.project.name === folderOrName)
  const ids = [...new Set(named.map(({ view }) => view.identity.project.id))]
  if (ids.length > 0) return ids
  if (existsSync(folderOrName)) return locateProject(folderOrName).projectIds
  throw new Problem({
    code: 'project-unknown',
    message: `no sessions recorded for a project named ${JSON.stringify(folderOrName.slice(0, 60))}`,
    fix: 'run leftoff session list --all to see all projects',
    outcome: 'notFound',
  })
}
