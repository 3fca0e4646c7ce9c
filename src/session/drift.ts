import { foundIn, wordsIn } from '../text/words.ts'
import { openItems } from './noted-work.ts'
import type { Session } from './session.ts'

const MAX_KEYWORDS = 12
/** With fewer prompts than this, a detour would count as a new direction. */
const MIN_PROMPTS = 3
const MIN_GOAL_KEYWORDS = 2
/** If the overlap with the goal is lower, the session has moved to another subject. */
const MIN_OVERLAP = 0.2

export interface Drift {
  readonly goal: string
  readonly keywords: readonly string[]
  /** Share of the goal's keywords, from 0 to 1, that occur in recent prompts, open work and touched files. */
  readonly overlap: number
  /** Keywords of the goal that were not used recently. */
  readonly missing: readonly string[]
  readonly isDrifting: boolean
}

/** The first goal that was set, otherwise the first prompt. */
export const originalGoal = ({ work, talk }: Session): string | undefined =>
  work.originalGoal?.text ?? talk.firstPrompt

export const goalKeywords = (session: Session): readonly string[] =>
  wordsIn(originalGoal(session) ?? '').slice(0, MAX_KEYWORDS)

/** How far the session has moved from its first goal; undefined if there is nothing to compare. */
export function driftOf(session: Session): Drift | undefined {
  const goal = originalGoal(session)
  const keywords = goalKeywords(session)
  const lately = recentTextOf(session)
  if (goal === undefined || keywords.length === 0 || lately === '') return undefined
  const found = foundIn(keywords, lately)
  const overlap = Math.round((found.length / keywords.length) * 100) / 100
  const canTell = keywords.length >= MIN_GOAL_KEYWORDS && session.talk.recentPrompts.length >= MIN_PROMPTS
  return {
    goal,
    keywords,
    overlap,
    missing: keywords.filter((word) => !found.includes(word)),
    isDrifting: canTell && overlap < MIN_OVERLAP,
  }
}

/** The recent prompts, files and open work. Excludes the first prompt if it serves as the goal. */
function recentTextOf({ talk, craft, work }: Session): string {
  const prompts = talk.recentPrompts.filter((text) => work.originalGoal || text !== talk.firstPrompt)
  const noted = [...openItems(work.tasks), ...openItems(work.actions)].map(({ text }) => text)
  return [...prompts, ...craft.recentFiles, ...noted].join('\n')
}
