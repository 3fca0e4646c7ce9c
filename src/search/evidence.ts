import { isFile, pathsIn, type Relative, stemOfName, withoutWeb } from '../text/paths.ts'
import { type Terms, termsIn, termsOf } from '../text/terms.ts'
import { Candidates, type Greatest, HELD, scoresOf } from './candidates.ts'
import type { Lately } from './lately.ts'
import { meantBy } from './meant.ts'
import { millionths } from './numbers.ts'
import { type Answer, answersTo } from './session-scores.ts'
import { EDITED, READ, type Shelf } from './shelf.ts'
import { BRANCH, EDITED_LATELY, NAME, NAMED, PATH, READ_LATELY, SESSION, TOUCHED } from './signals.ts'

/** What is known of a session that begins. */
export interface Query {
  /** The words that it begins with; absent when it has only started. */
  readonly prompt?: string | undefined
  readonly branch?: string | undefined
  /** How paths in the prompt are seen from the repository. */
  readonly relative: Relative
}

export interface Evidence {
  readonly candidates: Candidates
  /** Of each row. */
  readonly scores: Int32Array
  /** The last sessions and those that answer best, by the bits that say who holds a file. */
  readonly holders: readonly number[]
}

/** More text and more terms make no ranking better, and every term is looked up. */
const MOST_PROMPT = 20_000
const MOST_WORDS = 4000
const MOST_TERMS = 64
/** A term that stands in more paths than this tells none from another. */
export const MOST_PATHS = 300
/** So many of the sessions that answer best are looked at; with the last ones no more than a number has bits. */
const ANSWERING = 12
/** To have read a file says half as much as to have edited it. */
const READ_SHARE = 0.5
/** Branches that say nothing about the work on them. */
const TRUNKS: ReadonlySet<string> = new Set(['main', 'master', 'dev', 'develop', 'trunk', 'HEAD'])

/**
 * Everything that speaks for a file, from the postings of the prompt's terms and a bounded number of sessions. Of files
 * that only the last sessions speak for, the likeliest are enough.
 */
export function evidenceFor(shelf: Shelf, query: Query, others: number): Evidence {
  const { prompt = '', branch = '', relative } = query
  const said = withoutWeb(prompt.slice(0, MOST_PROMPT))
  const terms = weighed(termsOf(said.slice(0, MOST_WORDS)))
  const gathering = new Gathering(shelf)
  gathering.prompted(terms)
  gathering.answered(answersTo(shelf, terms, ANSWERING))
  gathering.named(pathsIn(said), relative)
  if (!TRUNKS.has(branch)) gathering.branched(termsIn(branch))
  return gathering.done(others)
}

/** A word that is said ten times is not ten times as important. */
function weighed(terms: Terms): Terms {
  const found = new Map<string, number>()
  terms.forEach((count, term) => {
    if (found.size < MOST_TERMS) found.set(term, 1 + Math.log(count))
  })
  return found
}

class Gathering {
  readonly #shelf: Shelf
  readonly #lately: Lately
  readonly #candidates: Candidates
  readonly #holders: number[]
  readonly #most: Greatest = { path: 0, branch: 0, session: 0 }

  constructor(shelf: Shelf) {
    this.#shelf = shelf
    this.#lately = shelf.lately()
    this.#holders = Array.from(this.#lately.sessions)
    this.#candidates = new Candidates(shelf.paths)
  }

  prompted(terms: Terms): void {
    terms.forEach((_, term) => {
      this.#most.path = this.#paths(term, PATH, this.#most.path)
    })
  }

  branched(terms: Terms): void {
    terms.forEach((_, term) => {
      this.#most.branch = this.#paths(term, BRANCH, this.#most.branch)
    })
  }

  #paths(term: string, signal: number, before: number): number {
    const { paths, touched, shares } = this.#shelf.pathsWith(term, MOST_PATHS)
    const rarity = millionths(Math.log(1 + this.#shelf.paths / (paths.length || 1)))
    const candidates = this.#candidates
    const { rowOf } = candidates
    let most = before
    for (let at = 0; at < paths.length; at += 1) {
      const path = paths[at] ?? 0
      const row = rowOf[path] || candidates.add(path)
      const { rows } = candidates
      const sum = (rows[row + signal] ?? 0) + rarity
      rows[row + signal] = sum
      if (sum > most) most = sum
      if (signal === PATH) rows[row + NAME] = (rows[row + NAME] ?? 0) + (shares[at] ?? 0)
      if (touched[at] === 1) rows[row + TOUCHED] = 1e6
    }
    return most
  }

  answered(answers: readonly Answer[]): void {
    for (let at = 0; at < answers.length; at += 1) {
      const { session = 0, share = 0 } = answers[at] ?? {}
      // Which files the last ones hold is known.
      const isLate = this.#holders.indexOf(session) >= 0
      const bit = isLate ? 0 : 1 << (this.#holders.push(session) - 1)
      this.#held(session, share, bit)
    }
  }

  /** Squared, so that the best answer counts more than many poor ones. */
  #held(session: number, share: number, bit: number): void {
    const { paths, did } = this.#shelf.filesOf(session)
    const [edited, read] = [millionths(share ** 2), millionths(READ_SHARE * share ** 2)]
    const candidates = this.#candidates
    const { rowOf } = candidates
    let most = this.#most.session
    for (let at = 0; at < paths.length; at += 1) {
      const path = paths[at] ?? 0
      const what = did[at] ?? 0
      const row = rowOf[path] || candidates.add(path)
      const { rows } = candidates
      const said = ((what & EDITED) > 0 ? edited : 0) + ((what & READ) > 0 ? read : 0)
      const sum = (rows[row + SESSION] ?? 0) + said
      rows[row + SESSION] = sum
      if (sum > most) most = sum
      rows[row + TOUCHED] = 1e6
      rows[row + HELD] = (rows[row + HELD] ?? 0) | bit
    }
    this.#most.session = most
  }

  /** A path that is named counts for every file that it may mean, and less the more these are. */
  named(paths: readonly string[], relative: Relative): void {
    for (const path of paths) {
      const own = relative(path)
      if (own === undefined || !isFile(own)) continue
      const meant = meantBy(own, this.#shelf.pathsNamed(stemOfName(own)))
      if (meant.length === 0) this.#candidates.addUnmet(own)
      // A name without a folder is known by its terms already.
      if (!own.includes('/')) continue
      for (const { number, isTouched } of meant) {
        const row = this.#candidates.rowOf[number] || this.#candidates.add(number)
        this.#candidates.rows[row + NAMED] = millionths(1 / meant.length)
        if (isTouched) this.#candidates.rows[row + TOUCHED] = 1e6
      }
    }
  }

  done(others: number): Evidence {
    this.#late(others)
    const scores = scoresOf(this.#candidates, this.#most)
    return { candidates: this.#candidates, scores, holders: this.#holders }
  }

  /** What the last sessions say of those that the prompt speaks for, and of some others. */
  #late(others: number): void {
    const { paths, edited, read, held } = this.#lately
    const candidates = this.#candidates
    const { rowOf } = candidates
    let left = others
    for (let at = 0; at < paths.length; at += 1) {
      const path = paths[at] ?? 0
      let row = rowOf[path] ?? 0
      if (row === 0 && left === 0) continue
      if (row === 0) {
        left -= 1
        row = candidates.add(path)
      }
      const { rows } = candidates
      rows[row + EDITED_LATELY] = edited[at] ?? 0
      rows[row + READ_LATELY] = read[at] ?? 0
      rows[row + TOUCHED] = 1e6
      rows[row + HELD] = (rows[row + HELD] ?? 0) | (held[at] ?? 0)
    }
  }
}
