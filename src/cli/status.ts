import { type ContextStatus, contextStatusOf } from '../app/context/context-status.ts'
import { findSession, sessionsHere } from '../app/lifecycle/find-session.ts'
import { type Summary, summarizeSession } from '../app/lifecycle/session-summary.ts'
import type { World } from '../app/world.ts'
import { resumeText } from '../brief/status-text.ts'
import { terminalProcess } from '../host/process.ts'
import type { Viewed } from '../log/event-log.ts'
import type { Session } from '../session/session.ts'
import type { CliContext } from './context.ts'
import { printResult } from './out.ts'
import { sessionHeader, shortId } from './present/session.ts'

interface Status {
  readonly project: { readonly id: string; readonly name: string }
  readonly session: Summary | null
  /** Other open sessions in this project. */
  readonly others: readonly Summary[]
  /** Text for a returning user; only if the session is idle or suspended. */
  readonly resume?: string
  /** Only with --json. */
  readonly carry?: ContextStatus
}

type StatusContext = Pick<CliContext, 'env' | 'out' | 'world'>

export async function showStatus(
  context: StatusContext,
  flags: { readonly json: boolean },
  id?: string,
): Promise<void> {
  const world = await context.world()
  const named = id ?? context.env.LEFTOFF_SESSION
  const open = named
    ? [await findSession(world, named)]
    : await sessionsHere(world, { terminal: terminalProcess(), states: ['active', 'idle', 'suspended'] })
  printResult(context, flags, statusOf(world, open, flags), (status) => statusText(context, status))
}

function statusOf(
  world: World,
  [first, ...others]: readonly Viewed<Session>[],
  { json }: { readonly json: boolean },
): Status {
  const session = first ? summarizeSession(world, first) : null
  const isPaused = session?.state === 'idle' || session?.state === 'suspended'
  const budget = world.settings['brief.resume-budget']
  const resume =
    first && isPaused
      ? resumeText(first.view, { id: shortId(first.session), now: world.clock.now(), budget })
      : undefined
  return {
    project: world.place.project,
    session,
    others: others.map((seen) => summarizeSession(world, seen)),
    ...(resume && { resume }),
    // Not in the text output, because shell prompts run it often.
    ...(first && json && { carry: contextStatusOf(first.view) }),
  }
}

function statusText(context: StatusContext, { project, session, others, resume }: Status): string {
  const { style } = context.out
  if (!session) {
    return `No open session in ${project.name}. Start one: leftoff session start   List earlier ones: leftoff session list`
  }
  const named = others.map(({ id, agent, state }) => `${style.cyan(shortId(id))} (${agent}, ${state})`)
  const more = others.length > 0 ? ['', `Other open sessions: ${named.join(', ')}`] : []
  return [...sessionHeader(session, style), ...(resume ? ['', resume] : []), ...more].join('\n')
}
