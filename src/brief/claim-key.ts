import type { Claim } from './claim.ts'

/** Two texts that differ in nothing but capitals and signs say the same. */
export const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s!-/:-@[-`{-~]+/g, ' ')
    .trim()

/** By which a claim is known again, so that what an agent was told is not told again: its event, else its words. */
export const claimKey = ({ section, text, event, about }: Claim): string =>
  event ?? `${section}:${section === 'files' ? (about?.files?.[0] ?? text) : keyOf(text).slice(0, 120)}`
