import { existsSync } from 'node:fs'
import { findSession, OPEN_STATES, onlySessionHere, sessionsHere } from '../app/lifecycle/find-session.ts'
import type { World } from '../app/world.ts'
import { terminalProcess } from '../host/process.ts'
import { locateProject } from '../integrations/project.ts'
import type { Viewed } from '../log/event-log.ts'
import { Problem } from '../problem.ts'
import type { Session } from '../session/session.ts'
import type { LifeState } from '../session/state.ts'
import { shellQuote } from '../spool/shell.ts'
import type { CliContext } from './context.ts'

/** The session named by argument or LEFTOFF_SESSION, otherwise the only session here in one of these states. */
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

/**
 * Like `requireSession`, but picks the most likely of several sessions, and returns undefined if there is none.
 */
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

/** The named session, otherwise the open session here, otherwise the last one. */
export async function requireLatestSession(
  context: CliContext,
  name: string | undefined,
  ask: { readonly to: string; readonly command: string },
): Promise<Viewed<Session>> {
  const open = await findLikelySession(context, name, OPEN_STATES)
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
  return (await findProject(world, folderOrName)).ids
}

/** Like `projectIdsFor`, for commands that must not affect two projects with the same name. */
export async function requireOneProject(world: World, folderOrName: string): Promise<readonly string[]> {
  const found = await findProject(world, folderOrName)
  if (found.kind === 'folder') return found.ids
  const groups = groupByCheckout(found.sessions)
  if (groups.length > 1) throw ambiguousProject(folderOrName, groups)
  return found.ids
}

type FoundProject =
  | { readonly kind: 'folder'; readonly ids: readonly string[] }
  | { readonly kind: 'named'; readonly ids: readonly string[]; readonly sessions: readonly Viewed<Session>[] }

async function findProject(world: World, folderOrName: string): Promise<FoundProject> {
  const looksLikeFolder = /[/\\.]/.test(folderOrName) && existsSync(folderOrName)
  if (looksLikeFolder) return { kind: 'folder', ids: locateProject(folderOrName).projectIds }
  const views = await world.log.views({})
  const withId = views.filter(({ view }) => view.identity.project.id === folderOrName)
  const sessions =
    withId.length > 0 ? withId : views.filter(({ view }) => view.identity.project.name === folderOrName)
  const ids = [...new Set(sessions.map(({ view }) => view.identity.project.id))]
  if (ids.length > 0) return { kind: 'named', ids, sessions }
  if (existsSync(folderOrName)) return { kind: 'folder', ids: locateProject(folderOrName).projectIds }
  throw new Problem({
    code: 'project-unknown',
    message: `no sessions recorded for a project named ${JSON.stringify(folderOrName.slice(0, 60))}`,
    fix: 'run leftoff session list --all to see all projects',
    outcome: 'notFound',
  })
}

interface ProjectGroup {
  readonly ids: Set<string>
  readonly checkouts: Set<string>
}

/** One repository may have had several ids. Sessions that share an id or a checkout belong to one project. */
function groupByCheckout(sessions: readonly Viewed<Session>[]): readonly ProjectGroup[] {
  return sessions.reduce<readonly ProjectGroup[]>((groups, { view }) => {
    const { project, checkout } = view.identity
    const isSame = ({ ids, checkouts }: ProjectGroup): boolean =>
      ids.has(project.id) || checkouts.has(checkout)
    const same = groups.filter(isSame)
    const joined: ProjectGroup = {
      ids: new Set([project.id, ...same.flatMap(({ ids }) => [...ids])]),
      checkouts: new Set([checkout, ...same.flatMap(({ checkouts }) => [...checkouts])]),
    }
    return [...groups.filter((group) => !isSame(group)), joined]
  }, [])
}

const ambiguousProject = (name: string, groups: readonly ProjectGroup[]): Problem =>
  new Problem({
    code: 'project-ambiguous',
    message: `${groups.length} projects are named ${JSON.stringify(name.slice(0, 60))}, so nothing was changed`,
    fix: groups
      .map(
        ({ ids, checkouts }) => `--project ${shellQuote([...ids][0] ?? '')}   (${[...checkouts].join(', ')})`,
      )
      .join('\n       '),
    outcome: 'usage',
  })
