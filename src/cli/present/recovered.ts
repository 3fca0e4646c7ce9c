import type { CrashedSession } from '../../app/lifecycle/crashed.ts'
import type { Summary } from '../../app/lifecycle/session-summary.ts'
import { type Held, heldWords, NOTHING_HELD } from '../../app/lifecycle/unfinished-work.ts'
import type { Left } from '../../brief/left.ts'
import { ago, counted, terse } from '../../text/time.ts'
import type { Out, Style } from '../out.ts'
import { plain } from '../terminal-safe.ts'
import { leftLines, shortId } from './session.ts'
import { table } from './table.ts'

/** What `leftoff recover` did with one session. */
export interface RecoveredTold {
  /** Already: before, or by another process that was faster. */
  readonly outcome: 'recovered' | 'already'
  readonly session: Summary
  readonly note: string
  readonly held: Held
  readonly left: Left
}

const KNOWN_BY = { 'process-gone': 'process gone', quiet: 'quiet' } as const

export function crashedTable(sessions: readonly CrashedSession[], out: Out): string {
  if (sessions.length === 0) return 'No crashed session waits: all were recovered, or none has crashed.'
  const { style } = out
  const [head = '', ...rows] = table(
    sessions,
    [
      { title: 'ID', of: ({ id }) => shortId(id), paint: style.cyan },
      { title: 'AGENT', of: ({ agent }) => agent },
      { title: 'PROJECT', of: ({ project }) => project.name },
      { title: 'BRANCH', of: ({ branch }) => branch ?? '-' },
      { title: 'AGE', of: ({ quietMs }) => terse(quietMs), right: true },
      { title: 'KNOWN BY', of: ({ knownBy }) => KNOWN_BY[knownBy] },
      { title: 'HOLDS', of: ({ held }) => heldWords(held).join(', ') || NOTHING_HELD, rest: true },
    ],
    out.columns,
  )
  const [first] = sessions
  const id = first ? shortId(first.id) : 'ID'
  const hint = `Recover: leftoff recover ${id}   all of them: leftoff recover --all   or set one aside: leftoff recover ${id} --discard`
  return [style.bold(head), ...rows, '', hint].join('\n')
}

export function recoveredText(told: RecoveredTold, style: Style): string {
  const { session, outcome, note, left } = told
  const id = shortId(session.id)
  const verb = outcome === 'recovered' ? style.green('Recovered') : 'Recovered before:'
  return [
    `${verb} session ${style.cyan(id)} by ${session.agent} in ${session.project.name}, last active ${ago(session.quietMs)}: ${plain(note)}.`,
    ...leftLines(left, style),
    `Read it: leftoff brief --session ${id}   (the next session of ${session.project.name} is told by itself)`,
  ].join('\n')
}

export function allRecoveredText(all: readonly RecoveredTold[], style: Style): string {
  if (all.length === 0) return 'No crashed session waits: all were recovered, or none has crashed.'
  const lines = all.map(
    ({ session, note }) =>
      `  ${style.cyan(shortId(session.id))}  ${session.agent} in ${session.project.name}, last active ${ago(session.quietMs)}: ${plain(note)}`,
  )
  return [
    `${style.green('Recovered')} ${counted(all.length, 'session')}:`,
    ...lines,
    'Read one: leftoff brief --session ID',
  ].join('\n')
}
