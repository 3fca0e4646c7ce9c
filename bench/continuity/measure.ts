import { filesIn } from './baselines.ts'
import type { Composed, Composer } from './composer.ts'
import type { Needed, Transition } from './transitions.ts'
import type { Held } from './used.ts'

/** `typed`: the first prompt as it was typed. `prompt`: with what the client made of it before the agent began. */
export const OCCASIONS = ['start', 'typed', 'prompt'] as const
export type Occasion = (typeof OCCASIONS)[number]

/** One composer at one transition. What it gave no opinion about is absent. */
export interface Outcome extends Held {
  readonly series: string
  readonly earlier: number
  readonly recall: number
  readonly precision: number
  /** Of the needed files, those that the text names anywhere, and how many files that are. */
  readonly anywhere: number
  readonly named: number
  /** Of the needed files, those that the proposed sessions came to. */
  readonly covered?: number
  readonly tokens: number
}

/** What a composer gives at a transition: at the start, when nobody has said anything, or with the first words. */
export async function outcome(composer: Composer, transition: Transition, at: Occasion): Promise<Outcome> {
  const { said, situation } = transition
  const prompt = at === 'start' ? undefined : at === 'typed' ? said[0] : said.join('\n')
  return judged(transition, await composer.compose({ ...situation, prompt }))
}

function judged({ situation, needed, holds }: Transition, given: Composed): Outcome {
  const isNeeded = (path: string): boolean => needed.files.has(path)
  const found = given.files.filter(isNeeded).length
  const named = [...new Set([...given.files, ...filesIn(given.text, situation.relative)])]
  return {
    series: situation.series,
    earlier: situation.history.length,
    recall: found / needed.files.size,
    precision: given.files.length > 0 ? found / given.files.length : 0,
    anywhere: named.filter(isNeeded).length / needed.files.size,
    named: named.length,
    tokens: given.tokens,
    ...(given.sessions && { covered: covered(situation.history, needed, given.sessions) }),
    ...holds(given.text),
  }
}

function covered(
  history: Transition['situation']['history'],
  { files }: Needed,
  sessions: readonly string[],
): number {
  const chosen = history.filter(({ session }) => sessions.includes(session)).map((one) => one.facts().files)
  const isHeld = (path: string): boolean => chosen.some((held) => held.has(path))
  return [...files].filter(isHeld).length / files.size
}

export const mean = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : undefined
}
