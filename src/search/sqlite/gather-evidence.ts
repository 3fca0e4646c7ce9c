import { type Connection, prepareOnce, type SqlRow } from '../../log/sqlite/driver.ts'
import { isTrunk } from '../../session/identity.ts'
import { isFile, nameOf, pathsIn, stemOfName, withoutWeb } from '../../text/paths.ts'
import { termsIn } from '../../text/terms.ts'
import type { FileEvidence, RelevanceEvidence, SessionFiles, Signal } from '../rank-files.ts'
import type { RelevanceQuery } from '../session-index.ts'
import { matchingPaths, type ProjectRange, projectRanges, rareWords, relevantSessions } from './full-text.ts'

/** More text or more words would not improve the ranking, and each word needs a lookup. */
const MAX_PROMPT = 20_000
const MAX_WORDS_TEXT = 4000
const MAX_WORDS = 64
const MAX_PATHS_IN_PROMPT = 50
/** A word in more paths than this does not distinguish them. */
const MAX_PATHS_PER_WORD = 300
const MAX_SESSIONS_PER_WORD = 200
const MATCHING_SESSIONS = 12
const MATCHING_PATHS = 200
const RECENT_SESSIONS = 20
/** The half-life of relevance, counted in sessions. Reads lose relevance much faster than edits. */
const EDIT_HALF_LIFE = 5
const READ_HALF_LIFE = 0.8
/** A read counts half as much as an edit. */
const READ_SHARE = 0.5

/** Candidates and their signals. Reads a limited number of sessions and paths, however large the project is. */
export function gatherEvidence(db: Connection, query: RelevanceQuery): RelevanceEvidence {
  const { prompt = '', branch = '', until = Number.MAX_SAFE_INTEGER } = query
  const text = withoutWeb(prompt.slice(0, MAX_PROMPT))
  const words = [...termsIn(text.slice(0, MAX_WORDS_TEXT)).keys()].slice(0, MAX_WORDS)
  const ranges = projectRanges(db, query.projects)
  if (ranges.length === 0) return { files: [], sessions: [] }
  const collector = new EvidenceCollector(db, ranges, until)
  collector.addRecentSessions()
  collector.addMatchingSessions(words)
  collector.addMatchingPaths(words, 'path')
  if (!isTrunk(branch)) collector.addMatchingPaths([...termsIn(branch).keys()], 'branch')
  const paths = pathsIn(text).flatMap((path) => query.relative(path) ?? [])
  for (const path of paths.filter(isFile).slice(0, MAX_PATHS_IN_PROMPT)) collector.addNamedPath(path)
  return collector.evidence()
}

type MutableSignals = Partial<Record<Signal, number>>

class EvidenceCollector {
  readonly #db: Connection
  readonly #ranges: readonly ProjectRange[]
  readonly #until: number
  readonly #files = new Map<string, MutableSignals>()
  readonly #sessions = new Map<string, readonly SqlRow[]>()

  constructor(db: Connection, ranges: readonly ProjectRange[], until: number) {
    this.#db = db
    this.#ranges = ranges
    this.#until = until
  }

  evidence(): RelevanceEvidence {
    for (const signals of this.#files.values())
      if (signals.edited) signals.edited = Math.log1p(signals.edited)
    return {
      files: Array.from(this.#files, ([path, signals]): FileEvidence => ({ path, signals })),
      sessions: Array.from(
        this.#sessions,
        ([session, files]): SessionFiles => ({
          session,
          paths: files.map(({ path }) => String(path)),
        }),
      ),
    }
  }

  addRecentSessions(): void {
    const rows = this.#eachProject((range) =>
      prepareOnce(this.#db, RECENT).all(range.project, this.#until, RECENT_SESSIONS),
    )
    const recent = rows.toSorted((a, b) => Number(b.last_at) - Number(a.last_at)).slice(0, RECENT_SESSIONS)
    for (const [age, session] of recent.entries())
      for (const { path, edits, reads } of this.#filesOf(session)) {
        const signals = this.#touched(String(path))
        if (Number(edits) > 0)
          add(signals, 'edited', 0.5 ** (age / EDIT_HALF_LIFE) * (1 + 0.3 * Math.log(Number(edits))))
        if (Number(reads) > 0) add(signals, 'read', 0.5 ** (age / READ_HALF_LIFE))
      }
  }

  /** Scores are squared, so that the best match counts more than many poor ones. */
  addMatchingSessions(words: readonly string[]): void {
    const rows = this.#eachProject((range) => {
      const count = Number(prepareOnce(this.#db, COUNT).get(range.project)?.sessions)
      const limit = Math.min(MAX_SESSIONS_PER_WORD, Math.max(10, Math.floor(count / 3)))
      const rare = rareWords(this.#db, { table: 'session', words, range, limit })
      const query = { words: rare, range, until: this.#until, limit: MATCHING_SESSIONS }
      return rare.length === 0 ? [] : relevantSessions(this.#db, query)
    })
    const matching = rows.toSorted((a, b) => Number(a.score) - Number(b.score)).slice(0, MATCHING_SESSIONS)
    const sums = new Map<string, number>()
    for (const row of matching)
      for (const { path, edits, reads } of this.#filesOf(row)) {
        const share = (Number(row.score) / Number(matching[0]?.score)) ** 2
        const gain = (Number(edits) > 0 ? share : 0) + (Number(reads) > 0 ? READ_SHARE * share : 0)
        sums.set(String(path), (sums.get(String(path)) ?? 0) + gain)
      }
    const top = Math.max(...sums.values())
    for (const [path, sum] of sums) this.#touched(path).session = Math.log1p(sum) / Math.log1p(top)
  }

  addMatchingPaths(words: readonly string[], signal: 'path' | 'branch'): void {
    const rows = this.#eachProject((range) => {
      const rare = rareWords(this.#db, { table: 'path', words, range, limit: MAX_PATHS_PER_WORD })
      const query = { words: rare, range, until: this.#until, limit: MATCHING_PATHS }
      return rare.length === 0 ? [] : matchingPaths(this.#db, query)
    })
    const best = Math.min(...rows.map(({ score }) => Number(score)))
    for (const { path, name_words, score, touched_at } of rows) {
      const signals = this.#signalsAt(String(path), touched_at)
      signals[signal] = Number(score) / best
      if (signal === 'path') signals.name = sharedLetters(String(name_words).split(' '), words)
    }
  }

  /** A path that may mean several files counts less for each of them. */
  addNamedPath(path: string): void {
    const rows = this.#eachProject((range) =>
      prepareOnce(this.#db, SAME_STEM).all(range.project, stemOfName(path), this.#until),
    )
    const files = filesMeantBy(path, rows)
    if (files.length === 0) this.#signals(path).unmet = 1
    for (const row of files) {
      const signals = this.#signalsAt(String(row.path), row.touched_at)
      // A bare name is already found by its words.
      if (path.includes('/')) signals.named = 1 / files.length
    }
  }

  #eachProject(select: (range: ProjectRange) => readonly SqlRow[]): readonly SqlRow[] {
    return this.#ranges.flatMap(select)
  }

  #filesOf({ id, session }: SqlRow): readonly SqlRow[] {
    const name = String(session)
    const files = this.#sessions.get(name) ?? prepareOnce(this.#db, FILES).all(Number(id))
    this.#sessions.set(name, files)
    return files
  }

  #signals(path: string): MutableSignals {
    const signals = this.#files.get(path) ?? {}
    this.#files.set(path, signals)
    return signals
  }

  #touched(path: string): MutableSignals {
    const signals = this.#signals(path)
    signals.touched = 1
    return signals
  }

  #signalsAt(path: string, touchedAt: unknown): MutableSignals {
    return typeof touchedAt === 'number' && touchedAt <= this.#until
      ? this.#touched(path)
      : this.#signals(path)
  }
}

const COUNT = 'SELECT count(*) AS sessions FROM session WHERE project = ?'
const RECENT = `SELECT id, session, last_at FROM session
  WHERE project = ? AND last_at <= ? AND file_count > 0 ORDER BY last_at DESC, session LIMIT ?`
const FILES = `SELECT path.path, edits, reads FROM session_file JOIN path ON path.id = session_file.path
  WHERE session = ? ORDER BY path.path`
const SAME_STEM = 'SELECT path, touched_at FROM path WHERE project = ? AND stem = ? AND mentioned_at <= ?'

function add(signals: MutableSignals, signal: Signal, value: number): void {
  signals[signal] = (signals[signal] ?? 0) + value
}

/** The share of a file name's letters that the prompt contains. */
function sharedLetters(name: readonly string[], words: readonly string[]): number {
  const lettersIn = (some: readonly string[]): number => some.reduce((sum, word) => sum + word.length, 0)
  return lettersIn(name.filter((word) => words.includes(word))) / (lettersIn(name) || 1)
}

/**
 * Uses the first rule that matches any file: same path, end of the path, path that starts above the
 * repository, file name.
 */
function filesMeantBy(mention: string, rows: readonly SqlRow[]): readonly SqlRow[] {
  for (const fits of PATH_RULES) {
    const files = rows.filter(({ path }) => fits(String(path), mention))
    if (files.length > 0) return files
  }
  return []
}

const PATH_RULES: readonly ((path: string, mention: string) => boolean)[] = [
  (path, mention) => path === mention,
  (path, mention) => path.endsWith(`/${mention}`),
  (path, mention) => mention.endsWith(`/${path}`) && (path.includes('/') || mention.split('/').length === 2),
  (path, mention) => !mention.includes('/') && nameOf(path).toLowerCase() === mention.toLowerCase(),
]
