import { once } from '../once.ts'
import { LEXICON } from './lexicon.ts'
import { type Words, wordsIn } from './words.ts'

interface Phrase {
  readonly rest: Words
  readonly name: string
}

/** By its first word. Made when it is first needed: who only loads this shall not wait. */
const PHRASES = once((): ReadonlyMap<string, readonly Phrase[]> => {
  const known = new Map<string, Phrase[]>()
  for (const [name, phrases] of Object.entries(LEXICON)) {
    for (const phrase of phrases.split(', ')) {
      const [first = '', ...rest] = wordsIn(phrase)
      const there = known.get(first)
      if (there) there.push({ rest, name })
      else known.set(first, [{ rest, name }])
    }
  }
  return known
})

/** What the words from one place on mean, by the lexicon. */
export function classesAt(words: Words, at: number, found: (name: string) => void): void {
  const phrases = PHRASES().get(words[at] ?? '')
  if (!phrases) return
  for (const { rest, name } of phrases) {
    if (rest.every((word, index) => words[at + 1 + index] === word)) found(name)
  }
}

/** All that the words mean. */
export function classesOf(words: Words): ReadonlySet<string> {
  const found = new Set<string>()
  for (let at = 0; at < words.length; at += 1) classesAt(words, at, (name) => found.add(name))
  return found
}
