import type { CrashedSession } from '../../app/lifecycle/crashed-sessions.ts'
import type { Summary } from '../../app/lifecycle/session-summary.ts'
import {
  describeUnfinished,
  NOTHING_UNFINISHED,
  type UnfinishedWork,
} from '../../app/lifecycle/unfinished-work.ts'
import type { Left } from '../../brief/left.ts'
import { ago, counted, terse } from '../../text/time.ts'
import type { Out, Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'
import { leftLines, shortId } from './session.ts'
import { table } from './table.ts'

/** What `leftoff recover` did with one session. */
export interface RecoveredTold {
  /** `already`: earlier, or by another process at the same time. */
  readonly outcome: 'recovered' | 'already'
  readonly session: Summary
  readonly note: string
  readonly held: UnfinishedWork
  readonly left: Left
}

const CAUSES = { 'process-gone': 'process gone', quiet: 'inactive' } as const

export function crashedTable(sessions: readonly CrashedSession[], out: Out): string {
  if (sessions.length === 0) return 'No crashed sessions to recover.'
  const { style } = out
  const [head = '', ...rows] = table(
    sessions,
    [
      { title: 'ID', of: ({ id }) => shortId(id), paint: style.cyan },
      { title: 'AGENT', of: ({ agent }) => agent },
      { title: 'PROJECT', of: ({ project }) => project.name },
      { title: 'BRANCH', of: ({ branch }) => branch ?? '-' },
      { title: 'AGE', of: ({ quietMs }) => terse(quietMs), right: true },
      { title: 'CAUSE', of: ({ knownBy }) => CAUSES[knownBy] },
      {
        title: 'CONTENT',
        of: ({ held }) => describeUnfinished(held).join(', ') || NOTHING_UNFINISHED,
        rest: true,
      },
    ],
    out.columns,
  )
  const [first] = sessions
  const id = first ? shortId(first.id) : 'ID'
  const hint = `Recover one: leftoff recover ${id}   Recover all: leftoff recover --all   Archive one: leftoff recover ${id} --discard`
  return [style.bold(head), ...rows, '', hint].join('\n')
}

export function recoveredText(told: RecoveredTold, style: Style): string {
  const { session, outcome, note, left } = told
  const id = shortId(session.id)
  const verb = outcome === 'recovered' ? style.green('Recovered') : 'Already recovered:'
  return [
    `${verb} session ${style.cyan(id)} by ${session.agent} in ${session.project.name}, last active ${ago(session.quietMs)}: ${plain(note)}.`,
    ...leftLines(left, style),
    `Show its brief: leftoff brief --session ${id}   (the next session in ${session.project.name} gets it automatically)`,
  ].join('\n')
}

export function allRecoveredText(all: readonly RecoveredTold[], style: Style): string {
  if (all.length === 0) return 'No crashed sessions to recover.'
  const lines = all.map(
    ({ session, note }) =>
      `  ${style.cyan(shortId(session.id))}  ${session.agent} in ${session.project.name}, last active ${ago(session.quietMs)}: ${plain(note)}`,
  )
  return [
    `${style.green('Recovered')} ${counted(all.length, 'session')}:`,
    ...lines,
    'Show a brief: leftoff brief --session ID',
  ].join('\n')
}
