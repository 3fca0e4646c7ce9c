import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rank } from '../../src/search/rank-files.ts'
import type { SessionFacts } from '../../src/search/session-facts.ts'
import { NOTHING_INDEXED } from '../../src/search/session-index.ts'
import { SqliteIndex } from '../../src/search/sqlite/sqlite-index.ts'
import { relativeTo } from '../../src/text/paths.ts'
import { median, p95 } from '../figures.ts'
import { MAX_FILES, MAX_SESSIONS } from './composer.ts'
import { earlierSession } from './earlier-session.ts'
import type { RecordedHistory } from './histories.ts'
import { PROJECT } from './series-index.ts'
import { firstPrompts, rootsOf } from './transitions.ts'

export interface RetrievalCost {
  readonly sessions: number
  readonly questions: number
  readonly medianMs: number
  readonly p95Ms: number
}

const SESSIONS = 1000

export function costOf(all: readonly RecordedHistory[]): RetrievalCost {
  const path = join(tmpdir(), `leftoff-cost-${process.pid}.db`)
  const index = new SqliteIndex({ path, readOnly: false })
  try {
    for (const [n, facts] of copies(all.flatMap(factsIn), SESSIONS).entries())
      index.put({
        project: PROJECT,
        seq: n,
        after: 0,
        facts,
        settled: [],
        corrections: [],
        summary: '',
        progress: NOTHING_INDEXED,
      })
    const prompts = all.flatMap(({ sessions }) =>
      sessions.map(({ events }) => firstPrompts(events).join('\n')),
    )
    const times = prompts.map((prompt) => {
      const began = performance.now()
      const evidence = index.evidence({ prompt, relative: relativeTo([]), projects: [PROJECT] })
      rank(evidence, { files: MAX_FILES, sessions: MAX_SESSIONS })
      return performance.now() - began
    })
    const sessions = index.indexedSeqs().size
    return { sessions, questions: prompts.length, medianMs: median(times), p95Ms: p95(times) }
  } finally {
    index.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  }
}

const factsIn = (history: RecordedHistory): readonly SessionFacts[] => {
  const relative = relativeTo(rootsOf(history))
  return history.sessions.map(({ events }) => earlierSession(events, relative).facts())
}

const copies = (sessions: readonly SessionFacts[], count: number): readonly SessionFacts[] =>
  Array.from({ length: sessions.length > 0 ? count : 0 }, (_, n) => {
    const one = sessions[n % sessions.length]!
    return { ...one, session: `${one.session}-${n}` }
  })
