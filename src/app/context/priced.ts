import { aged } from '../../brief/age.ts'
import type { Claim } from '../../brief/claim.ts'
import { lineOf } from '../../brief/markdown.ts'
import type { PricedClaim } from '../../brief/prepared.ts'
import { wordsOf } from '../../brief/prompt-words.ts'
import { estimateTokens } from '../../text/tokens.ts'
import type { World } from '../world.ts'

/** The numbers in `{ago ...}` become a few words more or less. */
const AGE_TOKENS = 3

/** A claim with what its line costs, whenever it is told, and with its words, by which prompts will look for it. */
export const priced = (world: World, claim: Claim): PricedClaim => ({
  ...claim,
  words: wordsOf(claim.text),
  tokens: estimateTokens(lineOf({ ...claim, text: aged(claim.text, world.clock.now()) })) + AGE_TOKENS,
})
