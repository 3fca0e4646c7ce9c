import type { JsonObject } from '../event/canonical-json.ts'
import { type HandoffDocument, openDocument } from '../event/document.ts'
import type { StoredHandoff } from '../session/context.ts'
import type { Identity } from '../session/identity.ts'
import type { Session } from '../session/session.ts'
import { openItems, type WorkItem } from '../session/work.ts'
import { truncateLine } from '../text/truncate.ts'

type HandoffSummary = HandoffDocument['summary']

const MOST_ITEMS = 20
const MOST_FILES = 50
const MOST_TEXT = 300

/** What the next session must know, whichever agent runs it. */
export function summaryFor({ work, craft, proof, talk, identity }: Session): HandoffSummary {
  const goal = work.goal?.text ?? talk.firstPrompt
  const isClosed = ({ closedAt }: WorkItem): boolean => closedAt !== undefined
  return {
    ...(goal !== undefined && { goal: truncateLine(goal, MOST_TEXT) }),
    done: texts([...work.actions, ...work.tasks].filter(isClosed)),
    decided: texts(openItems(work.decisions)),
    blocked: texts(openItems(work.blockers)),
    next: texts([...openItems(work.actions), ...openItems(work.tasks)]),
    files: craft.files.slice(-MOST_FILES).map(({ path }) => inside(path, identity)),
    evidence: [...texts(work.evidence), ...tested(proof)],
    ...(identity.branch !== undefined && { branch: identity.branch }),
    ...(identity.head !== undefined && { head: identity.head }),
  }
}

const texts = (items: readonly WorkItem[]): string[] =>
  items
    .slice(-MOST_ITEMS)
    .map(({ kind, text, why }) =>
      truncateLine(`${kind ? `${kind}: ` : ''}${text}${why ? ` (${why})` : ''}`, MOST_TEXT),
    )

const inside = (path: string, { checkout }: Identity): string =>
  path.startsWith(`${checkout}/`) ? path.slice(checkout.length + 1) : path

function tested({ passedName, unproven }: Session['proof']): string[] {
  if (passedName === undefined) return []
  const since = unproven.length
  return [
    since === 0 ? `${passedName} passed` : `${passedName} passed before the last ${since} files were changed`,
  ]
}

/** A handoff as a separate document that can be stored, sent and read elsewhere. */
export const handoffDocument = (session: string, identity: Identity, kept: StoredHandoff): JsonObject => ({
  document: 'handoff',
  schema: kept.schema,
  session,
  at: kept.at,
  agent: identity.agent,
  project: identity.project.name,
  ...(kept.to !== undefined && { to: kept.to }),
  summary: kept.summary as JsonObject,
})

export const openedHandoff = (stored: JsonObject) => openDocument('handoff', stored)

const PARTS: readonly (readonly [keyof HandoffSummary, string])[] = [
  ['done', 'Done'],
  ['decided', 'Decided'],
  ['blocked', 'Blocked'],
  ['next', 'Next'],
  ['files', 'Files'],
  ['evidence', 'Evidence'],
]

/** Markdown for people to paste. */
export function handoffText({ session, agent, project, to, summary }: HandoffDocument): string {
  const { goal, branch, head } = summary
  const where = branch ? `, on ${branch}${head ? ` at ${head.slice(0, 10)}` : ''}` : ''
  const lists = PARTS.flatMap(([key, title]) => {
    const items = summary[key]
    return Array.isArray(items) && items.length > 0
      ? ['', `## ${title}`, '', ...items.map((item) => `- ${item}`)]
      : []
  })
  return [
    `# Handoff: ${project}`,
    '',
    `From session ${session} by ${agent}${to ? ` to ${to}` : ''}${where}.`,
    ...(goal ? ['', '## Goal', '', goal] : []),
    ...lists,
  ].join('\n')
}
