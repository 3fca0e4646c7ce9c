import type { Cue, Cues, Weights } from './cue.ts'
import type { Kind } from './statement.ts'

/** A pattern, of which kind it is, and for which text it was tried last. */
interface Known {
  readonly cue: Cue
  readonly kind: Kind
  tried: number
}

/**
 * Which cues can hold in a text, by the words in it. Most texts hold few of the words that cues look for; to run every
 * pattern over every sentence would take several times as long, and to compile them all would delay a short process.
 */
export class CueIndex {
  /** By the first letters of a word in a pattern. */
  readonly #byStem = new Map<number, Known[]>()
  /** Patterns without any word are always tried. */
  readonly #always: Known[] = []
  #texts = 0

  constructor(cues: Cues) {
    for (const { kind, speaks } of cues) {
      for (const cue of speaks) this.#note({ cue, kind, tried: 0 })
    }
  }

  /** Adds the weights of the cues that hold to those of their kinds. */
  weigh(text: string, weights: Weights): void {
    this.#texts += 1
    const tryAll = (known: readonly Known[]): void => {
      for (const one of known) this.#try(one, text, weights)
    }
    tryAll(this.#always)
    eachStem(text, (stem) => {
      const known = this.#byStem.get(stem)
      if (known) tryAll(known)
    })
  }

  #try(one: Known, text: string, weights: Weights): void {
    if (one.tried === this.#texts) return
    one.tried = this.#texts
    const [weight, pattern] = one.cue
    if (pattern.test(text)) weights[one.kind] += weight
  }

  /** All words of the pattern but the common ones, though one of them would do. */
  #note(one: Known): void {
    const words = one.cue[1].source.replaceAll(ESCAPES, ' ').match(/[a-z]{2,40}/gi) ?? []
    const telling = words.filter((word) => !COMMON.has(word))
    if (telling.length === 0) this.#always.push(one)
    for (const word of telling) {
      const stem = stemOf(word)
      this.#byStem.set(stem, [...(this.#byStem.get(stem) ?? []), one])
    }
  }
}

const STEM = 4
/** Signs of a pattern that are letters and no words. */
const ESCAPES = /\\[a-z]/gi
/** In too many texts to tell anything; every pattern that holds one of these holds another word beside it. */
const COMMON: ReadonlySet<string> = new Set(
  'the an is are to in of for it you we ll ve re with been be or as by has have on this that'.split(' '),
)

/** The first two, three and four letters of every word, as numbers, without regard to case. */
function eachStem(text: string, found: (stem: number) => void): void {
  let stem = 0
  let letters = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = letterOf(text.charCodeAt(at))
    if (letter === 0) {
      stem = 0
      letters = 0
      continue
    }
    letters += 1
    if (letters > STEM) continue
    stem = stem * 32 + letter
    if (letters > 1) found(stem)
  }
}

function stemOf(word: string): number {
  let last = 0
  eachStem(word, (stem) => {
    last = stem
  })
  return last
}

/** From 1 for a to 26 for z; 0 for all else. */
function letterOf(code: number): number {
  const lower = code | 0x20
  return code < 0x80 && lower >= 0x61 && lower <= 0x7a ? lower - 0x60 : 0
}
