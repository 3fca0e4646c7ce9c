import { filesIn } from './baselines.ts'
import type { Composed, Composer } from './composer.ts'
import type { Needed, Transition } from './transitions.ts'
import type { Coverage } from './used-knowledge.ts'

/** `typed`: the first prompt as typed. `prompt`: with everything the client added before the agent's first action. */
export const OCCASIONS = ['start', 'typed', 'prompt'] as const
export type Occasion = (typeof OCCASIONS)[number]

/** The score of one composer at one transition. */
export interface RankingResult extends Coverage {
  readonly series: string
  readonly earlier: number
  readonly recall: number
  readonly precision: number
  /** Share of the needed files that the text mentions anywhere; `named` counts all mentioned files. */
  readonly anywhere: number
  readonly named: number
  /** Share of the needed files that the proposed sessions touched. */
  readonly covered?: number
  readonly tokens: number
}

/** Scores a composer at the start of a session or with its first prompts. */
export async function outcome(
  composer: Composer,
  transition: Transition,
  at: Occasion,
): Promise<RankingResult> {
  const { prompts, situation } = transition
  const prompt = at === 'start' ? undefined : at === 'typed' ? prompts[0] : prompts.join('\n')
  return score(transition, await composer.compose({ ...situation, prompt }))
}

function score({ situation, needed, coverage }: Transition, composed: Composed): RankingResult {
  const isNeeded = (path: string): boolean => needed.files.has(path)
  const found = composed.files.filter(isNeeded).length
  const named = [...new Set([...composed.files, ...filesIn(composed.text, situation.relative)])]
  return {
    series: situation.series,
    earlier: situation.history.length,
    recall: found / needed.files.size,
    precision: composed.files.length > 0 ? found / composed.files.length : 0,
    anywhere: named.filter(isNeeded).length / needed.files.size,
    named: named.length,
    tokens: composed.tokens,
    ...(composed.sessions && { covered: covered(situation.history, needed, composed.sessions) }),
    ...coverage(composed.text),
  }
}

function covered(
  history: Transition['situation']['history'],
  { files }: Needed,
  sessions: readonly string[],
): number {
  const chosen = history.filter(({ session }) => sessions.includes(session)).map((one) => one.facts().files)
  const isHeld = (path: string): boolean => chosen.some((set) => set.has(path))
  return [...files].filter(isHeld).length / files.size
}

export const mean = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : undefined
}
