import { termsIn } from '../search/words.ts'

/** So many of its words, and it was said. */
const ENOUGH = 0.7

/** Whether one of the lines says what a text says. */
export function saysAgain(lines: readonly string[]): (text: string) => boolean {
  const said = lines.map((text) => new Set(termsIn(text).keys()))
  return (text) => {
    const terms = [...termsIn(text).keys()]
    if (terms.length === 0) return lines.some((one) => one.includes(text))
    return said.some((line) => terms.filter((term) => line.has(term)).length >= terms.length * ENOUGH)
  }
}

/** Each thing once, as it was said first, without what was noted elsewhere. */
export function distinct(texts: readonly string[], noted: readonly string[] = []): readonly string[] {
  const kept: string[] = []
  for (const text of texts) if (!saysAgain([...noted, ...kept])(text)) kept.push(text)
  return kept
}
