import type { HeardCorrection } from '../../src/memory/cluster.ts'
import { ruleOf } from '../../src/memory/rule-text.ts'
import { languageIn, ruleWords } from '../../src/memory/words.ts'

/** A correction with these words, as if detected in a prompt. */
export function correctionWith(
  words: string,
  message: string,
  {
    isLasting = true,
    confidence = 0.8,
    ...more
  }: Partial<HeardCorrection> & { readonly isLasting?: boolean; readonly confidence?: number } = {},
): HeardCorrection {
  const language = languageIn(words)
  return {
    correction: {
      message,
      at: 0,
      span: [0, words.length],
      said: words,
      kind: 'direct',
      rule: ruleOf(words),
      about: ruleWords(words),
      ...(language && { language }),
      confidence,
      isLasting,
    },
    session: message,
    project: 'ours',
    ...more,
  }
}
