import type { CountTokens } from './shortened.ts'

/** The same count, each text once: to fit messages into a budget the same ones are counted again and again. */
export function countingOnce(count: CountTokens): CountTokens {
  const known = new Map<string, number>()
  return (text) => {
    const found = known.get(text) ?? count(text)
    known.set(text, found)
    return found
  }
}
