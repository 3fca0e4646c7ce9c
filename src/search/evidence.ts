import type { Lately } from './lately.ts'
import { meantBy } from './meant.ts'
import { isFile, pathsIn, type Relative, stemOfName, withoutWeb } from './paths.ts'
import { best, type Scored, sessionScores } from './session-scores.ts'
import type { Shelf } from './shelf.ts'
import type { Signals } from './signals.ts'
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
  /** Those that the prompt speaks for, by their paths. */
  readonly spoken: ReadonlyMap<string, Signals>
  /** How well each session answers to the prompt; the best has 1. */
  readonly answers: ReadonlyMap<string, number>
  readonly lately: Lately
}

/** More text and more terms make no ranking better, and every term is looked up. */
const MOST_PROMPT = 20_000
const MOST_WORDS = 4000
const MOST_TERMS = 64
/** A term that stands in more paths than this tells none from another. */
export const MOST_PATHS = 300
/** So many of the sessions that answer best are looked at. */
const ANSWERING = 12
/** To have read a file says half as much as to have edited it. */
const READ_SHARE = 0.5
/** Branches that say nothing about the work on them. */
const TRUNKS: ReadonlySet<string> = new Set(['main', 'master', 'dev', 'develop', 'trunk', 'HEAD'])

/** Everything that speaks for a file, from the postings of the prompt's terms and a bounded number of sessions. */
export function evidenceFor(shelf: Shelf, { prompt = '', branch = '', relative }: Query): Evidence {
  const said = withoutWeb(prompt.slice(0, MOST_PROMPT))
  const terms = weighed(termsIn(said.slice(0, MOST_WORDS)))
  const answers = sessionScores(shelf, terms)
  const gathering = new Gathering(shelf)
  gathering.prompted(terms)
  gathering.answered(best(answers, ANSWERING))
  gathering.named(pathsIn(said), relative)
  if (!TRUNKS.has(branch)) gathering.branched(termsIn(branch))
  const lately = shelf.lately()
  return { spoken: gathering.spoken(lately), answers, lately }
}

/** A word that is said ten times is not ten times as important. */
const weighed = (terms: Terms): Terms =>
  new Map([...terms].slice(0, MOST_TERMS).map(([term, count]) => [term, 1 + Math.log(count)]))

/** What is said of one file; while it is gathered, not yet beside what is said of the others. */
class Spoken implements Signals {
  named = 0
  unmet = 0
  path = 0
  name = 0
  branch = 0
  session = 0
  edited = 0
  read = 0
  touched = 0
}

class Gathering {
  readonly #files = new Map<string, Spoken>()
  readonly #shelf: Shelf
  /** The greatest of each, beside which the others are seen. */
  readonly #most = { path: 0, branch: 0, session: 0 }

  constructor(shelf: Shelf) {
    this.#shelf = shelf
  }

  prompted(terms: Terms): void {
    this.#paths('path', terms)
  }

  branched(terms: Terms): void {
    this.#paths('branch', terms)
  }

  /** Squared, so that the best answer counts more than many poor ones. */
  answered(sessions: readonly Scored[]): void {
    for (const [session, score] of sessions)
      for (const trace of this.#shelf.filesOf(session)) {
        const file = this.#of(trace[0])
        file.touched = 1
        file.session += ((trace[1] > 0 ? 1 : 0) + (trace[2] > 0 ? READ_SHARE : 0)) * score ** 2
        if (file.session > this.#most.session) this.#most.session = file.session
      }
  }

  /** A path that is named counts for every file that it may mean, and less the more these are. */
  named(paths: readonly string[], relative: Relative): void {
    for (const path of paths) {
      const own = relative(path)
      if (own === undefined || !isFile(own)) continue
      const meant = meantBy(own, this.#shelf.pathsNamed(stemOfName(own)))
      if (meant.length === 0) this.#of(own).unmet = 1
      // A name without a folder is known by its terms already.
      if (!own.includes('/')) continue
      for (const known of meant) {
        const file = this.#of(known.path)
        file.named = 1 / meant.length
        if (known.isTouched) file.touched = 1
      }
    }
  }

  #paths(signal: 'path' | 'branch', terms: Terms): void {
    for (const term of terms.keys()) {
      const holders = this.#shelf.pathsWith(term, MOST_PATHS)
      const rarity = Math.log(1 + this.#shelf.paths / (holders.length || 1))
      for (const holder of holders) {
        const file = this.#of(holder[0])
        file[signal] += rarity
        if (file[signal] > this.#most[signal]) this.#most[signal] = file[signal]
        if (signal === 'path' && holder[2] > 0) file.name += holder[2]
        if (holder[1] === 1) file.touched = 1
      }
    }
  }

  #of(path: string): Spoken {
    const known = this.#files.get(path)
    if (known) return known
    const made = new Spoken()
    this.#files.set(path, made)
    return made
  }

  /** All that is said of each, beside the others, and with what the last sessions say of it. */
  spoken(lately: Lately): ReadonlyMap<string, Signals> {
    const most = this.#most
    const session = Math.log1p(most.session)
    for (const file of this.#files.values()) {
      if (file.path > 0) file.path /= most.path
      if (file.branch > 0) file.branch /= most.branch
      if (file.session > 0) file.session = Math.log1p(file.session) / session
    }
    for (const late of lately.files) {
      const file = this.#files.get(late[0])
      if (!file) continue
      file.edited = late[1]
      file.read = late[2]
      file.touched = 1
    }
    return this.#files
  }
}
