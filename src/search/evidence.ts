import { meantBy } from './meant.ts'
import { isFile, pathsIn, type Relative, stemOfName, withoutWeb } from './paths.ts'
import { best, sessionScores, shares } from './session-scores.ts'
import type { Shelf } from './shelf.ts'
import type { Signal, Signals } from './signals.ts'
import { type Terms, termsIn } from './words.ts'

/** What is known of a session that begins. */
export interface Query {
  /** The words that it begins with; absent when it has only started. */
  readonly prompt?: string | undefined
  readonly branch?: string | undefined
  /** How paths in the prompt are seen from the repository. */
  readonly relative: Relative
}

export interface Evidence {
  readonly files: ReadonlyMap<string, Signals>
  /** How well each session answers to the prompt; the best has 1. */
  readonly answers: ReadonlyMap<string, number>
  /** The last sessions, the latest first. */
  readonly recent: readonly string[]
}

/** More text and more terms make no ranking better, and every term is looked up. */
const MOST_PROMPT = 20_000
const MOST_WORDS = 4000
const MOST_TERMS = 64
/** A term that stands in more paths than this tells none from another. */
const MOST_PATHS = 300
/** So many of the last sessions are looked at, and so many of those that answer best. */
const RECENT = 20
const ANSWERING = 12
/** After so many sessions half of what an edit, or a look, said is gone. */
const EDIT_HALF_LIFE = 5
const READ_HALF_LIFE = 0.8
/** To have read a file says half as much as to have edited it. */
const READ_SHARE = 0.5
/** Branches that say nothing about the work on them. */
const TRUNKS: ReadonlySet<string> = new Set(['main', 'master', 'dev', 'develop', 'trunk', 'HEAD'])

/** Everything that speaks for a file, from the postings of the prompt's terms and a bounded number of sessions. */
export function evidenceFor(shelf: Shelf, { prompt = '', branch = '', relative }: Query): Evidence {
  const said = withoutWeb(prompt.slice(0, MOST_PROMPT))
  const terms = weighed(termsIn(said.slice(0, MOST_WORDS)))
  const answers = sessionScores(shelf, terms)
  const recent = shelf.recent(RECENT)
  const gathering = new Gathering(shelf)
  gathering.prompted(terms)
  gathering.answered(best(answers, ANSWERING))
  gathering.named(pathsIn(said), relative)
  if (!TRUNKS.has(branch)) gathering.branched(termsIn(branch))
  gathering.lately(recent)
  return { files: gathering.files, answers, recent }
}

/** A word that is said ten times is not ten times as important. */
const weighed = (terms: Terms): Terms =>
  new Map([...terms].slice(0, MOST_TERMS).map(([term, count]) => [term, 1 + Math.log(count)]))

class Gathering {
  readonly files = new Map<string, { [S in Signal]?: number }>()
  readonly #shelf: Shelf

  constructor(shelf: Shelf) {
    this.#shelf = shelf
  }

  prompted(terms: Terms): void {
    for (const [path, share] of this.#paths('path', terms)) this.#set(path, 'name', share)
  }

  branched(terms: Terms): void {
    this.#paths('branch', terms)
  }

  /** Squared, so that the best answer counts more than many poor ones. */
  answered(sessions: readonly (readonly [string, number])[]): void {
    const sums = new Map<string, number>()
    for (const [session, score] of sessions)
      for (const [path, { edits, reads }] of this.#shelf.filesOf(session)) {
        const weight = (edits > 0 ? 1 : 0) + (reads > 0 ? READ_SHARE : 0)
        add(sums, path, weight * score ** 2)
      }
    const logged = new Map([...sums].map(([path, sum]) => [path, Math.log1p(sum)]))
    for (const [path, share] of shares(logged)) this.#touched(path, 'session', share)
  }

  /** A path that is named counts for every file that it may mean, and less the more these are. */
  named(paths: readonly string[], relative: Relative): void {
    for (const path of paths) {
      const own = relative(path)
      if (own === undefined || !isFile(own)) continue
      const meant = meantBy(own, this.#shelf.pathsNamed(stemOfName(own)))
      if (meant.length === 0) this.#set(own, 'unmet', 1)
      // A name without a folder is known by its terms already.
      if (!own.includes('/')) continue
      for (const known of meant) {
        this.#set(known.path, 'named', 1 / meant.length)
        if (known.isTouched) this.#set(known.path, 'touched', 1)
      }
    }
  }

  lately(recent: readonly string[]): void {
    const edited = new Map<string, number>()
    const read = new Map<string, number>()
    for (const [age, session] of recent.entries())
      for (const [path, { edits, reads }] of this.#shelf.filesOf(session)) {
        if (edits > 0) add(edited, path, 0.5 ** (age / EDIT_HALF_LIFE) * (1 + 0.3 * Math.log(edits)))
        if (reads > 0) add(read, path, 0.5 ** (age / READ_HALF_LIFE))
      }
    for (const [path, sum] of edited) this.#touched(path, 'edited', Math.log1p(sum))
    for (const [path, sum] of read) this.#touched(path, 'read', sum)
  }

  /** Answers with the shares of the terms in the names of files. */
  #paths(signal: Signal, terms: Terms): ReadonlyMap<string, number> {
    const rarities = new Map<string, number>()
    const inNames = new Map<string, number>()
    for (const term of terms.keys()) {
      const holders = this.#shelf.pathsWith(term, MOST_PATHS)
      const rarity = Math.log(1 + this.#shelf.paths / (holders.length || 1))
      for (const { path, isTouched, share } of holders) {
        add(rarities, path, rarity)
        if (share > 0) add(inNames, path, share)
        if (isTouched) this.#set(path, 'touched', 1)
      }
    }
    for (const [path, share] of shares(rarities)) this.#set(path, signal, share)
    return inNames
  }

  #touched(path: string, signal: Signal, value: number): void {
    this.#set(path, signal, value)
    this.#set(path, 'touched', 1)
  }

  #set(path: string, signal: Signal, value: number): void {
    const signals = this.files.get(path) ?? {}
    signals[signal] = value
    this.files.set(path, signals)
  }
}

const add = (sums: Map<string, number>, key: string, value: number): void => {
  sums.set(key, (sums.get(key) ?? 0) + value)
}
