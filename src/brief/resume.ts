import type { Life } from '../fold/life.ts'
import { quietFor } from '../fold/observe.ts'
import type { Session } from '../fold/session.ts'
import { short } from '../fold/story.ts'
import { open } from '../fold/work.ts'
import { ago, spoken } from './time.ts'
import { tokenCeiling } from './tokens.ts'

export interface ResumeAsk {
  readonly id: string
  readonly now: number
  /** Never more tokens than this. */
  readonly budget: number
}

/** What somebody who returns to a quiet session reads first. Lines are dropped from the end until it fits. */
export function resumeText(session: Session, { id, now, budget }: ResumeAsk): string {
  const lines = [
    greeting(session.life, id, now),
    '',
    ...task(session),
    ...files(session),
    ...lastEvents(session, now),
  ]
  while (lines.length > 1 && tokenCeiling(lines.join('\n')) > budget) lines.pop()
  return lines.join('\n').trimEnd()
}

const greeting = (life: Life, id: string, now: number): string =>
  `Welcome back. Session ${id} was quiet for ${spoken(quietFor(life, now))}.`

function task({ work, talk }: Session): string[] {
  const current = open(work.tasks).at(-1)?.text ?? work.goal?.text ?? talk.lastPrompt
  const next = open(work.actions)[0]?.text
  return [
    ...(current ? [`You were working on: ${short(current, 160)}`] : []),
    ...(next ? [`Next: ${short(next, 120)}`] : []),
  ]
}

function files({ craft }: Session): string[] {
  const recent = craft.recentFiles.slice(-3).map((path) => short(path, 80))
  return recent.length > 0 ? [`Recent files: ${recent.join(', ')}`] : []
}

function lastEvents({ memory }: Session, now: number): string[] {
  const lines = memory.recent.map(({ at, text }) => `  - [${ago(Math.max(0, now - at))}] ${short(text, 80)}`)
  return lines.length > 0 ? ['Last activity:', ...lines] : []
}
