import { termsIn } from '../../text/terms.ts'

/** So many of its words, and it was said. */
const ENOUGH = 0.7

/** What was said, to be compared with what is said again. */
export class Sayings {
  readonly #said: ReadonlySet<string>[] = []

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.add(text)
  }

  add(text: string): void {
    this.#said.push(new Set(termsIn(text).keys()))
  }

  has(text: string): boolean {
    return this.hasTerms([...termsIn(text).keys()])
  }

  /** What has no words at all cannot be known again. */
  hasTerms(terms: readonly string[]): boolean {
    if (terms.length === 0) return false
    const least = terms.length * ENOUGH
    const shared = (said: ReadonlySet<string>): number => terms.filter((term) => said.has(term)).length
    return this.#said.some((said) => said.size >= least && shared(said) >= least)
  }
}

/** Each thing once, as it was said first, without what was noted elsewhere. */
export function distinct(texts: readonly string[], noted: readonly string[] = []): readonly string[] {
  const kept = new Sayings(noted)
  return texts.filter((text) => {
    if (kept.has(text)) return false
    kept.add(text)
    return true
  })
}
