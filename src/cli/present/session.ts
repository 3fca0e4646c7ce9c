import type { ListedSession, Summary } from '../../app/lifecycle/session-summary.ts'
import type { FoundSession, Started } from '../../app/lifecycle/start.ts'
import type { Leftover } from '../../brief/leftover.ts'
import type { Focus } from '../../session/focus.ts'
import { ago, countText, durationText, shortDuration } from '../../text/time.ts'
import { truncateLine } from '../../text/truncate.ts'
import type { Out, Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'
import { table } from './table.ts'

export function sessionTable(sessions: readonly ListedSession[], out: Out): string {
  const { style } = out
  const lines = table(
    sessions,
    [
      { title: 'ID', of: ({ id }) => shortId(id), paint: style.cyan },
      { title: 'STATE', of: stateWord, paint: (text, { state }) => stateColour(style, state)(text) },
      { title: 'AGENT', of: ({ agent }) => agent },
      { title: 'PROJECT', of: ({ project }) => project.name },
      { title: 'BRANCH', of: ({ branch }) => branch ?? '-' },
      {
        title: 'AGE',
        of: ({ state, quietMs }) => (state === 'none' ? '-' : shortDuration(quietMs)),
        right: true,
      },
      { title: 'TURNS', of: ({ turns }) => String(turns), right: true },
      { title: 'FILES', of: ({ files }) => String(files), right: true },
      { title: 'TAGS', of: ({ tags }) => tags.join(',') || '-' },
      {
        title: 'ABOUT',
        of: aboutText,
        rest: true,
        paint: style.dim,
      },
    ],
    out.columns,
  )
  const [head = '', ...rows] = lines
  return [style.bold(head), ...rows].join('\n')
}

export const shortId = (id: string): string => id.slice(4, 12)

const stateWord = ({ state, recovered, completed, archived }: Summary): string =>
  [
    state === 'none' ? 'erased' : state,
    recovered === undefined ? '' : 'recovered',
    completed ? 'complete' : '',
    archived ? 'archived' : '',
  ]
    .filter(Boolean)
    .join(', ')

export function stateColour(style: Style, state: Summary['state']): (text: string) => string {
  if (state === 'active') return style.green
  if (state === 'idle' || state === 'suspended') return style.yellow
  return state === 'crashed' ? style.red : style.dim
}

/** Open items of a session, one line per kind. */
export function openItemLines(left: Leftover, style: Style, most = 5): string[] {
  const line = (title: string, items: readonly string[]): string[] => {
    const shown = items.slice(-most).map((item) => plain(truncateLine(item, 160)))
    const more = items.length - shown.length
    const texts = more > 0 ? [...shown, style.dim(`and ${more} more`)] : shown
    return texts.map((text, i) => `  ${style.bold((i === 0 ? title : '').padEnd(9))} ${text}`)
  }
  return [
    ...line('goal', left.goal ? [left.goal] : []),
    ...line('asked', !left.goal && left.lastPrompt ? [left.lastPrompt] : []),
    ...line('decided', left.decided),
    ...line('blocked', left.blocked),
    ...line('next', left.next),
    ...line('tasks', left.tasks),
    ...line('facts', left.facts),
    ...line('failing', left.failing),
    ...line('files', left.files),
  ]
}

export function startText({ session, crashed, previous }: Started, style: Style): string {
  const lines = [
    `${style.green('Started')} session ${style.cyan(shortId(session.id))} by ${session.agent} in ${session.project.name}${session.branch ? ` on ${session.branch}` : ''}`,
  ]
  for (const one of crashed) lines.push('', ...crashedLines(one, style))
  const isNew = previous && !crashed.some(({ summary }) => summary.id === previous.summary.id)
  if (isNew) lines.push('', ...previousLines(previous, style))
  return lines.join('\n')
}

function crashedLines({ summary, left, recovered }: FoundSession, style: Style): string[] {
  const crash = `${style.red('Crashed:')} session ${style.cyan(shortId(summary.id))} by ${summary.agent}, ${crashText(summary)}.`
  const head =
    recovered === undefined
      ? `${crash} Not recovered yet: leftoff recover ${shortId(summary.id)}`
      : `${crash} Recovered: ${plain(recovered)}.`
  return [head, ...openItemLines(left, style)]
}

/** How the crash was detected. */
const crashText = ({ process, quietMs }: Summary): string =>
  process?.evidence === 'gone'
    ? `its process ${process.pid} is gone`
    : `last activity ${ago(quietMs)}, never ended`

const previousLines = ({ summary, left }: FoundSession, style: Style): string[] => [
  `Last session: ${style.cyan(shortId(summary.id))} by ${summary.agent}, ${stateWord(summary)}, ${ago(summary.quietMs)}`,
  ...openItemLines(left, style),
]

export const LABEL_WIDTH = 10

/** The attributes of a session, one per line. */
export function sessionHeader(session: Summary, style: Style): string[] {
  const row = (title: string, text: string | undefined): string[] =>
    text ? [`  ${style.bold(title.padEnd(LABEL_WIDTH))} ${plain(text)}`] : []
  const process = session.process && `${session.process.pid} (${session.process.evidence})`
  return [
    `Session ${style.cyan(session.id)} ${stateColour(style, session.state)(stateWord(session))}`,
    ...row('title', session.title),
    ...row('agent', [session.agent, session.agentVersion].filter(Boolean).join(' ')),
    ...row('project', session.project.name),
    ...row('checkout', session.checkout),
    ...row('parent', session.parent && `${session.parent.session} at event ${session.parent.seq}`),
    ...row('name', session.name),
    ...row('branch', [session.branch, session.head?.slice(0, 10)].filter(Boolean).join(' ')),
    ...row('language', session.language),
    ...row('phase', session.phase),
    ...row('tags', session.tags.join(', ')),
    ...row('duration', `${durationText(session.durationMs)}, last activity ${ago(session.quietMs)}`),
    ...row(
      'activity',
      [
        countText(session.turns, 'turn'),
        countText(session.tools, 'tool call'),
        countText(session.files, 'file'),
        countText(session.corrections, 'correction'),
      ].join(', '),
    ),
    ...row('process', process),
    ...row('recovered', session.recovered),
  ]
}

/** What the session is currently working with, as rows below its header. */
export function focusLines({ task, files, tools, entities }: Focus, style: Style): string[] {
  const row = (title: string, text: string): string[] =>
    text === '' ? [] : [`  ${style.bold(title.padEnd(LABEL_WIDTH))} ${plain(text)}`]
  const names = files.map((path) => path.slice(path.lastIndexOf('/') + 1))
  return [
    ...row('task', truncateLine(task ?? '', 160)),
    ...row('files', names.join(', ')),
    ...row('tools', tools.join(', ')),
    ...row('mentioned', entities.join(', ')),
  ]
}

/** The topic of the session, after the name of its branch. */
export const aboutText = ({ about, name }: { readonly about: string; readonly name?: string }): string =>
  name ? `${name}: ${about}` : about
