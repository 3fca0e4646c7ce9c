import type { SessionId } from '../../event/identity.ts'
import { condenseMessages } from '../../extract/summary/condense.ts'
import type { StoredMessage } from '../../message/message.ts'
import { messageTokens } from '../../message/message-tokens.ts'
import type { WorkingSet, WorkingSetNotes } from '../../message/working-set.ts'
import type { WorkItem } from '../../session/noted-work.ts'
import { openItems } from '../../session/noted-work.ts'
import type { Session } from '../../session/session.ts'
import {
  type ActiveCompaction,
  activeCompaction,
  boundaryOf,
  type LineagePart,
  lineageFromOldest,
} from '../branch/lineage.ts'
import type { World } from '../world.ts'
import { eventAt, newestMessages } from './newest-messages.ts'

interface WorkingSetAsk {
  /** Number of newest messages to include. */
  readonly keep?: number | undefined
  /** The token limit at which the session is compacted. */
  readonly limit?: number | undefined
}

export async function workingSetOf(
  world: World,
  session: SessionId,
  {
    keep = world.settings['compaction.keep'],
    limit = world.settings['compaction.threshold'],
  }: WorkingSetAsk = {},
): Promise<WorkingSet> {
  const line = await lineageFromOldest(world, session)
  const messages = await messagesSince(world, line)
  const older = messages.slice(0, Math.max(0, messages.length - keep))
  const notes = withStatements(await workingSetNotes(world, line), line.at(-1)?.view)
  return {
    ...withOlder(world, notes, older),
    entities: line.at(-1)?.view.talk.entities ?? [],
    recentTools: line.at(-1)?.view.craft.recentTools ?? [],
    recentMessages: messages.slice(older.length).map(({ message }) => message),
    tokenBudget: { used: tokensOf(world, messages), limit },
  }
}

/** Adds what the messages state, because few notes are recorded for agents that leftoff only knows through hooks. */
function withStatements(notes: WorkingSetNotes, view: Session | undefined): WorkingSetNotes {
  if (!view) return notes
  const { goal = view.digest.goal?.text, decisions, openTasks } = notes
  const stated = (kind: Session['digest']['remarks'][number]['kind']): readonly string[] =>
    view.digest.remarks.filter((remark) => remark.kind === kind).map(reasoned)
  return {
    ...notes,
    ...(goal !== undefined && { goal }),
    decisions: distinct(stated('decision'), decisions),
    openTasks: distinct(openTasks, stated('blocker'), stated('next'), stated('question')),
  }
}

/** Summarizes the messages before the recent ones if no compaction has done so. */
function withOlder(world: World, notes: WorkingSetNotes, older: readonly StoredMessage[]): WorkingSetNotes {
  if (older.length === 0) return notes
  const { pinnedFacts, decisions, openTasks, summary } = notes
  const found = condenseMessages(older, {
    budget: world.settings['compaction.budget'],
    countTokens: world.countTokens,
    ...(summary !== '' && { previous: summary }),
    noted: { decisions, facts: pinnedFacts, tasks: openTasks },
  })
  return {
    ...notes,
    summary: found.summary,
    pinnedFacts: distinct(pinnedFacts, found.facts),
    decisions: distinct(found.decisions, decisions),
  }
}

/** Limits how many messages are read from a long session that was never compacted. */
const MAX_MESSAGES = 20_000

/** The messages that no summary covers. */
export function messagesSince(world: World, line: readonly LineagePart[]): Promise<readonly StoredMessage[]> {
  const condensed = activeCompaction(line)
  const isEnough = (newest: readonly StoredMessage[]): boolean => newest.length >= MAX_MESSAGES
  return newestMessages(world, line, { isEnough, after: condensed && boundaryOf(condensed) })
}

/** The number of tokens in the messages that no summary covers. Stops counting above `limit`. */
export async function tokensSince(
  world: World,
  line: readonly LineagePart[],
  limit: number,
): Promise<number> {
  const condensed = activeCompaction(line)
  const isEnough = (newest: readonly StoredMessage[]): boolean => tokensOf(world, newest) > limit
  const after = condensed && boundaryOf(condensed)
  return tokensOf(world, await newestMessages(world, line, { isEnough, after }))
}

export const tokensOf = (world: World, messages: readonly StoredMessage[]): number =>
  messages.reduce((total, { message }) => total + messageTokens(message, world.countTokens), 0)

/** The working set without messages: notes, findings of the last compaction, and its summary. */
export async function workingSetNotes(world: World, line: readonly LineagePart[]): Promise<WorkingSetNotes> {
  const view = line.at(-1)?.view
  const condensed = activeCompaction(line)
  const { summary, found } = condensed ? await summaryOf(world, condensed) : NOTHING
  if (!view) return { summary, pinnedFacts: [], decisions: [], openTasks: [], filesTouched: [] }
  const { work } = view
  return {
    ...(work.goal && { goal: work.goal.text }),
    summary,
    pinnedFacts: distinct(
      openItems(work.facts).map(({ text }) => text),
      found.facts,
    ),
    decisions: distinct(found.decisions, work.decisions.map(reasoned)),
    openTasks: distinct(openTasksOf(view), found.tasks),
    filesTouched: filesOf(
      found.files,
      view.craft.files.map(({ path }) => path),
    ),
  }
}

/** All files, the changed ones last. Drops a bare file name if one of the paths ends with it. */
function filesOf(spokenOf: readonly string[], changed: readonly string[]): readonly string[] {
  const all = distinct(spokenOf, changed)
  const names = new Set(
    all.filter((path) => path.includes('/')).map((path) => path.slice(path.lastIndexOf('/') + 1)),
  )
  return all.filter((path) => path.includes('/') || !names.has(path))
}

const openTasksOf = ({ work }: Session): readonly string[] =>
  [...openItems(work.blockers), ...openItems(work.tasks), ...openItems(work.actions)].map(({ text }) => text)

const reasoned = ({ text, why }: Pick<WorkItem, 'text' | 'why'>): string =>
  why === undefined ? text : `${text} (${why})`

const distinct = (...lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())]

interface CompactionFindings {
  readonly facts: readonly string[]
  readonly decisions: readonly string[]
  readonly tasks: readonly string[]
  readonly files: readonly string[]
}

const NOTHING = { summary: '', found: { facts: [], decisions: [], tasks: [], files: [] } }

async function summaryOf(
  world: World,
  { session, seq }: ActiveCompaction,
): Promise<{ readonly summary: string; readonly found: CompactionFindings }> {
  const event = await eventAt(world, { session, seq })
  if (event?.type !== 'context.compacted') return NOTHING // the content was forgotten
  const { summary = '', found = {} } = event
  const list = (key: keyof CompactionFindings): readonly string[] => texts(found[key])
  return {
    summary,
    found: { facts: list('facts'), decisions: list('decisions'), tasks: list('tasks'), files: list('files') },
  }
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
