import { isStopWord } from './stop-words.ts'
import { letterPattern, stemOf } from './words.ts'

/** Terms with their count or weight. */
export type Terms = ReadonlyMap<string, number>

/**
 * The words of a text, normalized for comparison: `getTaskStatus`, `get_task_status` and "the status of the task"
 * share their parts. A compound name is also a term itself, because it is rarer than any of its parts.
 */
export function termsIn(
  text: string,
  weight = 1,
  into: Map<string, number> = new Map(),
): Map<string, number> {
  const part = partsFor(text)
  for (const [word] of text.matchAll(wordsFor(text))) {
    if (word.length > LONGEST) continue
    const parts = word.match(part) ?? []
    for (const part of parts) addPart(into, part.toLowerCase(), weight)
    if (parts.length > 1) add(into, word.replace(/[_$]/g, '').toLowerCase(), weight)
  }
  return into
}

/** The terms of a prompt. Caches the last prompt, because ranking and composing both need it. */
export function termsOf(prompt: string): Terms {
  if (last?.prompt !== prompt) last = { prompt, terms: termsIn(prompt) }
  return last.terms
}
let last: { readonly prompt: string; readonly terms: Terms } | undefined

const wordsFor = letterPattern(/[A-Za-z0-9_$]+/g, () => /[\p{L}\p{N}_$]+/gu)
const partsFor = letterPattern(
  /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[A-Za-z]+/g,
  () => /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}+/gu,
)
/** The length limit of a term. Longer runs are hashes, keys or base64. */
const LONGEST = 60

function addPart(into: Map<string, number>, part: string, weight: number): void {
  if (part.length > 1 && !isStopWord(part)) add(into, stemOf(part), weight)
}

const add = (into: Map<string, number>, term: string, weight: number): void => {
  into.set(term, (into.get(term) ?? 0) + weight)
}
