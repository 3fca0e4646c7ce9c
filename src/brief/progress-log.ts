import type { JsonObject } from '../event/canonical-json.ts'
import { DOCUMENTS, openDocument, type ProgressDocument } from '../event/document.ts'
import type { WorkItem } from '../session/noted-work.ts'
import type { Session } from '../session/session.ts'
import { oneLine, truncateLine } from '../text/truncate.ts'

type ProgressLog = ProgressDocument['log']
type ProgressEntry = ProgressLog['entries'][number]

/** The newest entries are kept. The transcript has the others. */
const MAX_ENTRIES = 60
const MAX_TEXT = 200

/** What happened in a session, oldest first: results, decisions, blockers, finished work, commits. */
export function progressOf({ life, talk, memory, work, craft }: Session): ProgressLog {
  const entry = (at: number, text: string): ProgressEntry => ({
    at,
    text: truncateLine(oneLine(text), MAX_TEXT),
  })
  const opened = (verb: string, items: readonly WorkItem[]): readonly ProgressEntry[] =>
    items.map(({ at, text, why }) => entry(at, `${verb}: ${text}${why ? ` (${why})` : ''}`))
  const closed = (verb: string, items: readonly WorkItem[]): readonly ProgressEntry[] =>
    items.flatMap(({ closedAt, text }) =>
      closedAt === undefined ? [] : [entry(closedAt, `${verb}: ${text}`)],
    )
  const { commit } = craft
  const entries = [
    ...memory.hot.map(({ at, text }) => entry(at, text)),
    ...opened('decided', work.decisions),
    ...opened('blocked', work.blockers),
    ...opened('evidence', work.evidence),
    ...closed('cleared', work.blockers),
    ...closed('done', [...work.actions, ...work.tasks]),
    ...(commit ? [entry(commit.at, `committed${commit.subject ? `: ${commit.subject}` : ''}`)] : []),
  ]
  const inOrder = entries.toSorted((a, b) => a.at - b.at).slice(-MAX_ENTRIES)
  return { startedAt: life.startedAt, turns: talk.turns, entries: distinct(inOrder) }
}

/** A decision is both a note and a recent result. */
function distinct(entries: readonly ProgressEntry[]): ProgressEntry[] {
  const seen = new Set<string>()
  return entries.filter(({ at, text }) => !seen.has(`${at} ${text}`) && seen.add(`${at} ${text}`))
}

/** A progress log as a separate document. */
export const progressDocument = (session: string, at: number, view: Session): JsonObject => ({
  document: 'progress',
  schema: DOCUMENTS.progress.schema,
  session,
  at,
  agent: view.identity.agent,
  project: view.identity.project.name,
  log: JSON.parse(JSON.stringify(progressOf(view))),
})

export const openedProgress = (stored: JsonObject) => openDocument('progress', stored)
