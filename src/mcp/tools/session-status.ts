import { sessionsHere } from '../../app/lifecycle/find-session.ts'
import { type ProjectItem, projectItems } from '../../app/lifecycle/open-items.ts'
import { summarizeSession } from '../../app/lifecycle/session-summary.ts'
import type { World } from '../../app/world.ts'
import type { Viewed } from '../../log/event-log.ts'
import { focusOf, shownPath } from '../../session/focus.ts'
import { openItems, type WorkItem } from '../../session/noted-work.ts'
import type { Session } from '../../session/session.ts'
import { ago, countText, durationText } from '../../text/time.ts'
import { sessionId, sessionOfProject } from '../current-session.ts'
import { cleanLine, READS, tool } from '../tool.ts'

const MAX_ITEMS = 20
const MAX_CHARACTERS = 300

export const sessionStatus = tool({
  name: 'session_status',
  title: 'Show the current session',
  description:
    'Get the current session: goal, decisions and open items with their IDs for note_done; open items from earlier sessions of this project; and its other open sessions.',
  input: { session: sessionId.optional() },
  annotations: READS,
  async run(call, asked) {
    const { world } = call
    const seen =
      asked.session === undefined ? await call.currentSession() : await sessionOfProject(world, asked.session)
    const open = await sessionsHere(world, { states: ['active', 'idle', 'suspended'] })
    const others = open.filter(({ session }) => session !== seen?.session)
    const earlier = (await projectItems(world)).filter(({ session }) => session !== seen?.session)
    if (!seen && others.length === 0 && earlier.length === 0)
      return { text: 'No open session in this project. The first note starts one.' }
    const lines = [
      ...(seen ? statusLines(world, seen) : []),
      ...earlierLines(earlier),
      ...otherLines(world, others),
    ]
    return {
      text: seen
        ? `Session ${seen.session}.`
        : 'None of the open sessions is yours. Your first note starts one.',
      stored: lines.join('\n'),
    }
  },
})

function statusLines(world: World, seen: Viewed<Session>): string[] {
  const { work } = seen.view
  const summary = summarizeSession(world, seen)
  const { task, files, tools, entities } = focusOf(seen.view)
  return [
    `state: ${summary.state}, by ${summary.agent} in ${summary.project.name}${summary.branch ? ` on ${summary.branch}` : ''}`,
    `duration: ${durationText(summary.durationMs)}, last activity ${ago(summary.quietMs)}; ${countText(summary.turns, 'turn')}, ${countText(summary.tools, 'tool call')}, ${countText(summary.files, 'file')}`,
    ...(work.goal ? [`goal: ${cleanLine(work.goal.text, MAX_CHARACTERS)}`] : []),
    ...listLine('current task', task === undefined || task === work.goal?.text ? [] : [task]),
    ...listLine(
      'recent files',
      files.map((path) => shownPath(path, seen.view)),
    ),
    ...listLine('recent tools', tools),
    ...listLine('mentioned in prompts', entities),
    ...itemLines('next', openItems(work.actions)),
    ...itemLines('task', openItems(work.tasks)),
    ...itemLines('blocked', openItems(work.blockers)),
    ...itemLines('decided', openItems(work.decisions)),
    ...itemLines('fact', openItems(work.facts)),
    ...itemLines('evidence', work.evidence),
  ]
}

const listLine = (title: string, items: readonly string[]): string[] =>
  items.length > 0 ? [`${title}: ${cleanLine(items.join(', '), MAX_LIST)}`] : []
const MAX_LIST = 1200

const MAX_EARLIER = 100

/** Open items of earlier sessions, in the order in which they were noted. */
function earlierLines(items: readonly ProjectItem[]): string[] {
  const shown = items.slice(-MAX_EARLIER)
  const more = items.length - shown.length
  const lines = shown.map(({ kind, item, session, title }) => {
    const from = cleanLine(title ?? session, MAX_TITLE)
    return `${kind} ${item.id.slice(4, 10)}: ${itemText(item)} (earlier: ${from})`
  })
  return more > 0 ? [`earlier: ${more} older items left out`, ...lines] : lines
}

const MAX_TITLE = 60

/** Shows only the newest items. */
function itemLines(title: string, items: readonly WorkItem[]): string[] {
  const lines = items.slice(-MAX_ITEMS).map((item) => `${title} ${item.id.slice(4, 10)}: ${itemText(item)}`)
  const more = items.length - lines.length
  return more > 0 ? [`${title}: ${more} earlier left out`, ...lines] : lines
}

const itemText = ({ kind, text, why }: WorkItem): string =>
  cleanLine(`${kind ? `${kind}: ` : ''}${text}${why ? ` (${why})` : ''}`, MAX_CHARACTERS)

const otherLines = (world: World, others: readonly Viewed<Session>[]): string[] =>
  others.slice(0, MAX_ITEMS).map((seen) => {
    const { id, state, agent, branch, quietMs } = summarizeSession(world, seen)
    return `also open: ${id} ${state}, by ${agent}${branch ? ` on ${branch}` : ''}, last activity ${ago(quietMs)}`
  })
