import { once } from '../once.ts'
import { LEXICON } from './lexicon.ts'
import { PHRASES } from './phrases.ts'
import type { Words } from './words.ts'

interface Phrase {
  readonly rest: Words
  readonly name: string
}

/** By its first word. Made when it is first needed: who only loads this shall not wait. */
const INDEX = once((): ReadonlyMap<string, readonly Phrase[]> => {
  const known = new Map<string, Phrase[]>()
  for (const table of [LEXICON, PHRASES]) {
    for (const [name, phrases] of Object.entries(table)) {
      for (const phrase of phrases.split(', ')) {
        const [first = '', ...rest] = phrase.split(' ')
        const there = known.get(first)
        if (there) there.push({ rest, name })
        else known.set(first, [{ rest, name }])
      }
    }
  }
  return known
})

/** What the words from one place on mean. */
export function classesAt(words: Words, at: number, found: (name: string) => void): void {
  const phrases = INDEX().get(words[at] ?? '')
  if (!phrases) return
  for (const { rest, name } of phrases) {
    if (rest.every((word, index) => words[at + 1 + index] === word)) found(name)
  }
}

/** All that the words mean; of phrases that count for one speaker or for titles only, those of the one asked for. */
export function classesOf(words: Words, whose: 'agent.' | 'user.' | 'title.'): ReadonlySet<string> {
  const found = new Set<string>()
  const note = (name: string): void => {
    if (!OWNED.test(name) || name.startsWith(whose)) found.add(name)
  }
  for (let at = 0; at < words.length; at += 1) classesAt(words, at, note)
  return found
}
const OWNED = /^(?:agent|user|title)\./
