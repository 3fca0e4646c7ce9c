import type { Composed, Composer } from './composer.ts'
import type { Needed, Transition } from './transitions.ts'

/** `typed`: the first prompt as it was typed. `prompt`: with what the client made of it before the agent began. */
export const OCCASIONS = ['start', 'typed', 'prompt'] as const
export type Occasion = (typeof OCCASIONS)[number]

/** One composer at one transition. What it gave no opinion about is absent. */
export interface Outcome {
  readonly series: string
  readonly earlier: number
  readonly recall: number
  readonly precision: number
  /** Of the needed files, those that the proposed sessions came to. */
  readonly covered?: number
  readonly symbols?: number
  readonly commands?: number
  readonly tokens: number
}

/** What a composer gives at a transition: at the start, when nobody has said anything, or with the first words. */
export async function outcome(composer: Composer, transition: Transition, at: Occasion): Promise<Outcome> {
  const { said, situation } = transition
  const prompt = at === 'start' ? undefined : at === 'typed' ? said[0] : said.join('\n')
  return judged(transition, await composer.compose({ ...situation, prompt }))
}

function judged({ situation, needed }: Transition, given: Composed): Outcome {
  const found = given.files.filter((path) => needed.files.has(path)).length
  return {
    series: situation.series,
    earlier: situation.history.length,
    recall: found / needed.files.size,
    precision: given.files.length > 0 ? found / given.files.length : 0,
    tokens: given.tokens,
    ...(given.sessions && { covered: covered(situation.history, needed, given.sessions) }),
    ...recallOf('symbols', needed, given),
    ...recallOf('commands', needed, given),
  }
}

function covered(
  history: Transition['situation']['history'],
  { files }: Needed,
  sessions: readonly string[],
): number {
  const chosen = history
    .filter(({ session }) => sessions.includes(session))
    .map((one) => one.postings().files)
  const isHeld = (path: string): boolean => chosen.some((held) => held.has(path))
  return [...files].filter(isHeld).length / files.size
}

function recallOf(
  kind: 'symbols' | 'commands',
  needed: Needed,
  given: Composed,
): { [K in typeof kind]?: number } {
  const proposed = given[kind]
  if (!proposed || needed[kind].size === 0) return {}
  return { [kind]: proposed.filter((one) => needed[kind].has(one)).length / needed[kind].size }
}

export const mean = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : undefined
}
