import { focusOf, shownPath } from '../session/focus.ts'
import { openItems } from '../session/noted-work.ts'
import type { Session } from '../session/session.ts'
import { type Life, quietFor } from '../session/state.ts'
import { safeText } from '../text/safe-text.ts'
import { ago, durationText } from '../text/time.ts'
import { tokenCeiling } from '../text/tokens.ts'
import { oneLine, truncateLine, truncateStart } from '../text/truncate.ts'

const MAX_BLOCKER = 40

/** Open work, failing tests and the last blocker, in one line for a status bar. Empty if there are none. */
export function statusLine({ work, craft }: Session): string {
  const left = openItems(work.actions).length + openItems(work.tasks).length
  const failing = craft.tests.filter(({ outcome }) => outcome === 'failed').length
  const blockers = openItems(work.blockers)
  const [last] = blockers.slice(-1)
  return [
    left > 0 && `${left} open`,
    failing > 0 && 'tests fail',
    last &&
      `${blockers.length > 1 ? `${blockers.length} blocked` : 'blocked'}: ${truncateLine(oneLine(safeText(last.text)), MAX_BLOCKER)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const MAX_NOTE = 120

/** The branch at the end of a session: the one it started on, or the last one that it switched to. */
/**
 * The branch at the end of the session's last turn. Undefined if commands may have switched the branch since it was
 * read.
 */
export function lastBranchOf(view: Session): string | undefined {
  const { craft, identity, life, digest, capture } = view
  const readAt = Math.max(identity.placeAt ?? life.startedAt, digest.exchange?.answeredAt ?? 0)
  return capture.isHeard && (craft.commandAt ?? 0) <= readAt ? branchOf(view) : undefined
}

export function branchOf({ identity, craft }: Session): string | undefined {
  const isPath = (name: string): boolean =>
    name.endsWith('/') ||
    craft.files.some(({ path }) => path.endsWith(`/${name}`) || path.includes(`/${name}/`))
  const switched = craft.successes
    .filter(({ at }) => at > (identity.placeAt ?? 0))
    .map(({ command }) => SWITCH.exec(command)?.[1])
    .findLast((name) => name !== undefined && !isPath(name))
  return switched ?? identity.branch
}
const SWITCH =
  /\bgit (?:-C \S{1,200} )?(?:checkout|switch)(?: -[bBcC])? ([A-Za-z][\w./-]{0,100})(?=\s*(?:$|&&|;|origin\/|2>))/

/** If no process is known, a crash is only inferred from inactivity. */
export const crashVerb = ({ crashTrigger }: Session['life']): string =>
  crashTrigger === 'quiet' ? 'broke off' : 'crashed'

export const recoveryText = (note: string | undefined): string =>
  note ? `recovered: ${truncateLine(oneLine(note), MAX_NOTE)}` : 'it was recovered'

interface ResumeAsk {
  readonly id: string
  readonly now: number
  readonly budget: number
}

/** The factors by which all fields are shortened until everything fits. No line is dropped. */
const SCALES = [1, 0.8, 0.65, 0.5, 0.4, 0.3, 0.2, 0.1] as const

const HEADING = 'Last activity:'

/** Text for a user who resumes a quiet session. */
export function resumeText(session: Session, ask: ResumeAsk): string {
  for (const scale of SCALES) {
    const text = linesOf(session, ask, scale).join('\n')
    if (tokenCeiling(text) <= ask.budget) return text
  }
  const lines = linesOf(session, ask, 0.1)
  const isWhole = (): boolean => lines.at(-1) !== HEADING && tokenCeiling(lines.join('\n')) <= ask.budget
  while (lines.length > 1 && !isWhole()) lines.pop()
  return lines.join('\n').trimEnd()
}

function linesOf(session: Session, { id, now }: ResumeAsk, scale: number): string[] {
  const cut = (text: string, most: number): string => truncateLine(text, Math.ceil(most * scale))
  const about = [...task(session, cut), ...files(session, scale), ...lastEvents(session, now, cut)]
  return [resumeHeading(session.life, id, now), ...(about.length > 0 ? ['', ...about] : [])]
}

type Cut = (text: string, most: number) => string

const resumeHeading = (life: Life, id: string, now: number): string =>
  `Welcome back. Session ${id} was quiet for ${durationText(quietFor(life, now))}.`

function task(session: Session, cut: Cut): string[] {
  const next = openItems(session.work.actions)[0]?.text
  const { task: current } = focusOf(session)
  return [
    ...(current ? [`You were working on: ${cut(current, 160)}`] : []),
    ...(next ? [`Next: ${cut(next, 120)}`] : []),
  ]
}

function files(session: Session, scale: number): string[] {
  const recent = focusOf(session)
    .files.slice(-3)
    .map((path) => truncateStart(oneLine(shownPath(path, session)), Math.ceil(80 * scale)))
  return recent.length > 0 ? [`Recent files: ${recent.join(', ')}`] : []
}

function lastEvents({ memory }: Session, now: number, cut: Cut): string[] {
  const lines = memory.recent.map(({ at, text }) => `  - [${ago(Math.max(0, now - at))}] ${cut(text, 80)}`)
  return lines.length > 0 ? [HEADING, ...lines] : []
}
