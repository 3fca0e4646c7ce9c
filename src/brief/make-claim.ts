import { truncateLine } from '../text/truncate.ts'
import type { Claim } from './claim.ts'
import type { Relevant } from './relevance.ts'
import { oneLine } from './state-text.ts'

/** One line tells one thing. */
const MOST_CHARACTERS = 240

export type Said = Pick<Claim, 'section' | 'text' | 'at' | 'score'> & Partial<Claim>

export const claim = ({ session, because }: Pick<Relevant, 'session' | 'because'>, said: Said): Claim => ({
  session,
  because,
  ...said,
  text: truncateLine(oneLine(said.text), MOST_CHARACTERS),
  score: Math.min(1, Math.max(0, said.score)),
})
