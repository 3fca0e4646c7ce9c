import { once } from '../once.ts'
import { CIRCUMSTANCES } from './circumstances.ts'
import type { Cues, Weights } from './cue.ts'
import { CueIndex } from './cue-index.ts'
import { AGENT } from './cues-of-agent.ts'
import { USER } from './cues-of-user.ts'
import type { Place } from './place.ts'
import type { Kind, Speaker } from './statement.ts'

export interface Weighed {
  readonly kind: Kind
  readonly weight: number
}

/** Weights that add up to this make a statement. */
const ENOUGH = 0.5
const ROUNDING = 1e-9
const CUES: Readonly<Record<Speaker, Cues>> = { assistant: AGENT, user: USER }
const NOTHING: Readonly<Weights> = {
  decision: 0,
  next: 0,
  blocker: 0,
  resolved: 0,
  question: 0,
  goal: 0,
  done: 0,
}
/** Made when it is first needed: who only loads this shall not wait. */
const INDEX: Readonly<Record<Speaker, () => CueIndex>> = {
  assistant: once(() => new CueIndex(AGENT)),
  user: once(() => new CueIndex(USER)),
}

/** The kind that most speaks for, if enough does. */
export function weighed(place: Place): Weighed | undefined {
  const { speaker } = place.message
  const weights = { ...NOTHING }
  INDEX[speaker]().weigh(place.text, weights)
  for (const [weight, kinds, holds] of CIRCUMSTANCES) {
    if (holds(place)) for (const kind of kinds) weights[kind] += weight
  }
  return heaviest(place.text, CUES[speaker], weights)
}

/** Words against a kind are looked for only where it matters. */
function heaviest(text: string, cues: Cues, weights: Readonly<Weights>): Weighed | undefined {
  let best: Weighed | undefined
  for (const { kind, against } of cues) {
    const least = Math.max(ENOUGH - ROUNDING, best?.weight ?? 0)
    let weight = weights[kind]
    for (const [less, pattern] of against) if (weight > least && pattern.test(text)) weight -= less
    if (weight > least) best = { kind, weight }
  }
  return best && { ...best, weight: Math.min(1, best.weight) }
}
