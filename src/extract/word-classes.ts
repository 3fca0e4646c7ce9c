import { once } from '../once.ts'
import { LEXICON } from './lexicon.ts'
import { PHRASES } from './phrases.ts'
import type { Words } from './words.ts'

/** A phrase as it is written, and its words once somebody asked for them. */
interface Phrase {
  readonly phrase: string
  readonly name: string
  words?: Words
}

/** By its first word. Made when it is first needed, and only as far: a short process reads few of the phrases. */
const INDEX = once((): ReadonlyMap<string, readonly Phrase[]> => {
  const known = new Map<string, Phrase[]>()
  for (const [name, phrases] of [...Object.entries(LEXICON), ...Object.entries(PHRASES)]) {
    for (const phrase of phrases.split(', ')) {
      const first = phrase.split(' ', 1)[0] ?? ''
      const there = known.get(first)
      if (there) there.push({ phrase, name })
      else known.set(first, [{ phrase, name }])
    }
  }
  return known
})

/** What the words from one place on mean. */
export function classesAt(words: Words, at: number, found: (name: string) => void): void {
  const known = INDEX().get(words[at] ?? '')
  if (!known) return
  for (const one of known) {
    one.words ??= one.phrase.split(' ')
    if (one.words.every((word, index) => words[at + index] === word)) found(one.name)
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
