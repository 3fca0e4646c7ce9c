import type { SessionId } from '../../event/identity.ts'
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
  const recent = await messagesSince(world, line)
  return {
    ...(await workingSetNotes(world, line)),
    recentMessages: recent.slice(Math.max(0, recent.length - keep)).map(({ message }) => message),
    tokenBudget: { used: tokensOf(world, recent), limit },
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

const MAX_FILES = 30

/** Changed files take precedence over mentioned files. Drops a bare file name if one of the paths ends with it. */
function filesOf(spokenOf: readonly string[], changed: readonly string[]): readonly string[] {
  const all = distinct(spokenOf, changed).slice(-2 * MAX_FILES)
  const isPart = (name: string): boolean => all.some((path) => path.endsWith(`/${name}`))
  return all.filter((name) => !isPart(name)).slice(-MAX_FILES)
}

const openTasksOf = ({ work }: Session): readonly string[] =>
  [...openItems(work.blockers), ...openItems(work.tasks), ...openItems(work.actions)].map(({ text }) => text)

const reasoned = ({ text, why }: WorkItem): string => (why === undefined ? text : `${text} (${why})`)

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
  if (event?.type !== 'context.compacted') return NOTHING // forgotten
  const { summary = '', found = {} } = event
  const list = (key: keyof CompactionFindings): readonly string[] => texts(found[key])
  return {
    summary,
    found: { facts: list('facts'), decisions: list('decisions'), tasks: list('tasks'), files: list('files') },
  }
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
