import { buildCommand } from '@stricli/core'
import { type ContextStatus, contextStatusOf } from '../../../app/context/context-status.ts'
import { findSession, OPEN_STATES, sessionsHere } from '../../../app/lifecycle/find-session.ts'
import { type ProjectItem, projectItems } from '../../../app/lifecycle/open-items.ts'
import { type Summary, summarizeSession } from '../../../app/lifecycle/session-summary.ts'
import type { World } from '../../../app/world.ts'
import { resumeText } from '../../../brief/status-text.ts'
import { terminalProcess } from '../../../host/process.ts'
import type { Viewed } from '../../../log/event-log.ts'
import { type Focus, focusOf } from '../../../session/focus.ts'
import type { Session } from '../../../session/session.ts'
import { truncateLine } from '../../../text/truncate.ts'
import type { CliContext } from '../../context.ts'
import { jsonFlag, optionalId } from '../../flags.ts'
import { printResult, type Style } from '../../out.ts'
import { focusLines, sessionHeader, shortId } from '../../present/session.ts'
import { plain } from '../../terminal-safe.ts'

export default buildCommand({
  docs: {
    brief: 'Show the current session',
    fullDescription:
      'Shows the current session of this project, or the one with the given ID, and all open items of the project, from every session. For an idle or suspended session it also prints a summary.',
  },
  parameters: { positional: optionalId, flags: { json: jsonFlag } },
  async func(this: CliContext, flags: { readonly json: boolean }, id?: string) {
    const world = await this.world()
    const named = id ?? this.env.LEFTOFF_SESSION
    const open = named
      ? [await findSession(world, named)]
      : await sessionsHere(world, { terminal: terminalProcess(), states: OPEN_STATES })
    const items = await projectItems(world)
    printResult(this, flags, statusOf(world, open, { ...flags, items }), (status) => statusText(this, status))
  },
})

interface Status {
  readonly project: { readonly id: string; readonly name: string }
  readonly session: Summary | null
  /** Other open sessions in this project. */
  readonly others: readonly Summary[]
  /** Open items from all sessions of the project, in the order in which they were noted. */
  readonly open: readonly OpenItemOfProject[]
  /** A summary for a returning user; present only if the session is idle or suspended. */
  readonly resume?: string
  /** Recent files and tools, names from prompts, the current task. Present if there is a session. */
  readonly focus?: Focus
  /** Confidence and context usage; present only with --json. */
  readonly carry?: ContextStatus
}

/** Public shape: `--json` prints it. */
interface OpenItemOfProject {
  readonly id: string
  readonly kind: ProjectItem['kind']
  readonly text: string
  readonly why?: string
  readonly at: number
  readonly session: string
  readonly title?: string
}

const openItemOf = ({ kind, item, session, title }: ProjectItem): OpenItemOfProject => ({
  id: item.id,
  kind,
  text: item.text,
  ...(item.why !== undefined && { why: item.why }),
  at: item.at,
  session,
  ...(title !== undefined && { title }),
})

function statusOf(
  world: World,
  [first, ...others]: readonly Viewed<Session>[],
  { json, items }: { readonly json: boolean; readonly items: readonly ProjectItem[] },
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
    open: items.map(openItemOf),
    ...(resume && { resume }),
    ...(first && { focus: focusOf(first.view) }),
    // Computed only with --json, because shell prompts print the text form often.
    ...(first && json && { carry: contextStatusOf(first.view) }),
  }
}

function statusText({ out: { style } }: CliContext, status: Status): string {
  const { project, session, others, resume, focus } = status
  const open = projectItemLines(status, style)
  if (!session) {
    const none = `No open session in ${project.name}. Start one: leftoff session start   List earlier ones: leftoff session list`
    return [none, ...open].join('\n')
  }
  const named = others.map(({ id, agent, state }) => `${style.cyan(shortId(id))} (${agent}, ${state})`)
  const more = others.length > 0 ? ['', `Other open sessions: ${named.join(', ')}`] : []
  const head = [...sessionHeader(session, style), ...(focus ? focusLines(focus, style) : [])]
  return [...head, ...(resume ? ['', resume] : []), ...open, ...more].join('\n')
}

/** One line for each open item, with the ID that closes it. */
function projectItemLines({ open, session }: Status, style: Style): readonly string[] {
  if (open.length === 0) return []
  const lines = open.map(({ id, kind, text, title, session: owner }) => {
    const from = owner === session?.id ? '' : style.dim(` (${plain(title ?? shortId(owner))})`)
    return `  ${style.cyan(id.slice(4, 10))} ${kind.padEnd(9)}${plain(truncateLine(text, 160))}${from}`
  })
  return ['', 'Open in this project:', ...lines]
}
