import { memoryShelf } from '../../src/search/memory-shelf.ts'
import type { Postings } from '../../src/search/postings.ts'
import { rank } from '../../src/search/rank.ts'
import type { Shelf } from '../../src/search/shelf.ts'
import { relativeTo } from '../../src/text/paths.ts'
import { median, p95 } from '../figures.ts'
import { MOST_FILES, MOST_SESSIONS } from './composer.ts'
import { earlier } from './earlier.ts'
import type { History } from './histories.ts'
import { rootsOf } from './roots.ts'
import { firstWords } from './transitions.ts'

/** What one question costs when all series were one project of so many sessions. */
export interface Cost {
  readonly sessions: number
  readonly paths: number
  readonly questions: number
  readonly medianMs: number
  readonly p95Ms: number
  /** How many postings are read for one question, in the middle and at 95 of 100. */
  readonly medianRows: number
  readonly p95Rows: number
}

const SESSIONS = 1000

export function costOf(all: readonly History[]): Cost {
  const shelf = memoryShelf(copies(all.flatMap(postingsIn), SESSIONS))
  const prompts = all.flatMap(({ sessions }) => sessions.map(({ events }) => firstWords(events).join('\n')))
  const times: number[] = []
  const rows: number[] = []
  for (const prompt of prompts) {
    const counted = counting(shelf)
    const query = { prompt, relative: relativeTo([]) }
    rank(counted.shelf, query, { files: MOST_FILES, sessions: MOST_SESSIONS })
    rows.push(counted.rows())
    const began = performance.now()
    rank(shelf, query, { files: MOST_FILES, sessions: MOST_SESSIONS })
    times.push(performance.now() - began)
  }
  return {
    sessions: shelf.sessions,
    paths: shelf.paths,
    questions: prompts.length,
    medianMs: median(times),
    p95Ms: p95(times),
    medianRows: median(rows),
    p95Rows: p95(rows),
  }
}

const postingsIn = (history: History): readonly Postings[] => {
  const relative = relativeTo(rootsOf(history))
  return history.sessions.map(({ events }) => earlier(events, relative).postings())
}

const copies = (sessions: readonly Postings[], count: number): readonly Postings[] =>
  Array.from({ length: sessions.length > 0 ? count : 0 }, (_, n) => {
    const one = sessions[n % sessions.length]!
    return { ...one, session: `${one.session}-${n}` }
  })

/** What is read, however the shelf keeps it. */
function counting(shelf: Shelf): { readonly shelf: Shelf; rows(): number } {
  let rows = 0
  const counted = <T>(found: T, { length }: ArrayLike<number>): T => {
    rows += length
    return found
  }
  return {
    rows: () => rows,
    shelf: {
      ...shelf,
      sessionsWith: (term, most) =>
        counted(shelf.sessionsWith(term, most), shelf.sessionsWith(term, most).sessions),
      filesOf: (session) => counted(shelf.filesOf(session), shelf.filesOf(session).paths),
      lately: () => counted(shelf.lately(), shelf.lately().paths),
      pathsWith: (term, most) => counted(shelf.pathsWith(term, most), shelf.pathsWith(term, most).paths),
    },
  }
}
