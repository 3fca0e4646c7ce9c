import type { JsonObject } from '../event/canonical-json.ts'
import { type HandoffDocument, openDocument } from '../event/document.ts'
import { shortenConclusion } from '../extract/conclusion.ts'
import type { StoredHandoff } from '../session/context.ts'
import type { Identity } from '../session/identity.ts'
import { openItems, type WorkItem } from '../session/noted-work.ts'
import type { Session } from '../session/session.ts'
import type { TestRun } from '../session/test-runs.ts'
import { oneLine, truncateLine } from '../text/truncate.ts'

type HandoffSummary = HandoffDocument['summary']

const MOST_ITEMS = 30
const MOST_FILES = 50
const MOST_TEXT = 300

/** What the next session must know, whichever agent runs it. */
export function summaryFor({ work, craft, proof, talk, identity, digest }: Session): HandoffSummary {
  const goal = work.goal?.text ?? talk.firstPrompt
  const { asked, answer } = digest.exchange ?? {}
  const isClosed = ({ closedAt }: WorkItem): boolean => closedAt !== undefined
  return {
    ...(goal !== undefined && { goal: truncateLine(goal, MOST_TEXT) }),
    done: texts([...work.actions, ...work.tasks].filter(isClosed)),
    decided: texts(openItems(work.decisions)),
    blocked: texts(openItems(work.blockers)),
    next: texts([...openItems(work.actions), ...openItems(work.tasks)]),
    files: craft.files.slice(-MOST_FILES).map(({ path }) => inside(path, identity)),
    evidence: [...texts(work.evidence), ...tested(proof)],
    ...some('facts', texts(openItems(work.facts))),
    ...some('failing', craft.tests.flatMap(failingOf)),
    ...(asked !== undefined && { asked: truncateLine(oneLine(asked), MOST_TEXT) }),
    ...(answer !== undefined && { answer: shortenConclusion(answer, MOST_ANSWER) }),
    ...(identity.branch !== undefined && { branch: identity.branch }),
    ...(identity.head !== undefined && { head: identity.head }),
  }
}

const some = (key: 'facts' | 'failing', list: string[]): Partial<HandoffSummary> =>
  list.length > 0 ? { [key]: list } : {}

/** The newest items. Omitted items are counted. */
function texts(items: readonly WorkItem[]): string[] {
  const cut = items.length - MOST_ITEMS
  const kept = items
    .slice(-MOST_ITEMS)
    .map(({ kind, text, why }) =>
      truncateLine(`${kind ? `${kind}: ` : ''}${text}${why ? ` (${why})` : ''}`, MOST_TEXT),
    )
  return cut > 0 ? [`${cut} earlier ones left out (leftoff session show)`, ...kept] : kept
}

const MOST_ANSWER = 1000
const MOST_FAILING = 10

function failingOf({ name, outcome, failing = [] }: TestRun): string[] {
  if (outcome === 'passed' && failing.length === 0) return []
  const named = failing.slice(0, MOST_FAILING).join(', ')
  const more = failing.length > MOST_FAILING ? ` and ${failing.length - MOST_FAILING} more` : ''
  return [truncateLine(oneLine(named ? `${name}: ${named}${more}` : name), MOST_TEXT)]
}

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
  summary: kept.summary,
})

export const openedHandoff = (stored: JsonObject) => openDocument('handoff', stored)

const PARTS: readonly (readonly [keyof HandoffSummary, string])[] = [
  ['done', 'Done'],
  ['decided', 'Decided'],
  ['blocked', 'Blocked'],
  ['next', 'Next'],
  ['files', 'Files'],
  ['evidence', 'Evidence'],
  ['facts', 'Facts'],
  ['failing', 'Failing tests'],
]

/** Markdown for people to paste. */
export function handoffText({ session, agent, project, to, summary }: HandoffDocument): string {
  const { goal, branch, head, asked, answer } = summary
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
    ...(asked
      ? ['', '## Last exchange', '', `You: "${asked}"`, ...(answer ? [answerText(answer)] : [])]
      : []),
  ].join('\n')
}

const answerText = (answer: string): string =>
  answer.includes('\n') ? `Answer:\n\n${answer.replaceAll(/^/gm, '> ')}` : `Answer: "${answer}"`
