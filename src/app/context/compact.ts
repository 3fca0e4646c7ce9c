import { CompactionUndone, ContextCompacted } from '../../event/context.ts'
import { fact } from '../../event/define.ts'
import type { EventId, SessionId } from '../../event/identity.ts'
import { type CondensedMessages, condenseMessages } from '../../extract/summary/condense.ts'
import type { StoredMessage } from '../../message/message.ts'
import { cutText } from '../../message/message-tokens.ts'
import { lineOf } from '../branch/line.ts'
import { record } from '../ingest/record.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'
import { type Summarise, summarised } from './summarise.ts'
import { messagesSince, type Stated, statedIn, tokensOf } from './working-set.ts'

export interface CompactAsk {
  readonly trigger: 'manual' | 'auto'
  /** The newest messages stay as they are; default: the setting `compaction.keep`. */
  readonly keep?: number | undefined
  /** Less is not worth a summary: in tokens, of the messages that it would stand for. */
  readonly atLeast?: number | undefined
  /** Most tokens of the summary; default: the setting `compaction.budget`. */
  readonly budget?: number | undefined
  /** A model that writes the summary. Where it fails, the rules have written one. */
  readonly summarise?: Summarise | undefined
}

/** What became of a session's older messages. All of them stay in the log. */
export interface Compaction extends Pick<CondensedMessages, 'summary' | 'dropped'> {
  readonly id: EventId
  /** Who wrote the summary: `rules`, or the name of the model. */
  readonly by: string
  /** Why the model did not, where one was asked. */
  readonly modelFailed?: string
  readonly messages: number
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/** Sums up the older messages of a session. Undefined where there are none but those that stay. */
export async function compact(
  world: World,
  session: SessionId,
  ask: CompactAsk,
): Promise<Compaction | undefined> {
  const line = await lineOf(world, session)
  const messages = await messagesSince(world, line)
  const older = olderOf(messages, ask.keep ?? world.settings['compaction.keep'])
  const last = older.at(-1)
  if (!last || tokensOf(world, older) < (ask.atLeast ?? 0)) return undefined
  const written = await summaryOf(world, { older, stated: await statedIn(world, line), ask })
  const { summary, by, found, modelFailed } = written
  const tokensBefore = tokensOf(world, messages)
  const tokensAfter = tokensOf(world, messages.slice(older.length)) + world.countTokens(summary)
  const isElsewhere = last.session !== undefined && last.session !== session
  const event = fact(
    ContextCompacted,
    { id: world.ids.event(), at: world.clock.now() },
    {
      trigger: ask.trigger,
      ...{ summary, by, found, tokensBefore, tokensAfter, upTo: last.lastSeq },
      ...(isElsewhere && { upToIn: last.session }),
    },
  )
  await record(world, session, redactEvents(world, [event]))
  const dropped = { messages: older.length, tokensBefore, tokensAfter, dropped: found.dropped }
  return { id: event.id, summary, by, ...dropped, ...(modelFailed !== undefined && { modelFailed }) }
}

interface SummaryAsk {
  readonly older: readonly StoredMessage[]
  readonly stated: Stated
  readonly ask: CompactAsk
}

/** By the rules in any case, which also say what was found and what is lost; in the words of a model where one is asked. */
async function summaryOf(world: World, { older, stated, ask }: SummaryAsk) {
  const { countTokens } = world
  const budget = ask.budget ?? world.settings['compaction.budget']
  const { summary: previous } = stated
  const noted = { decisions: stated.decisions, facts: stated.pinnedFacts, tasks: stated.openTasks }
  const condensed = condenseMessages(older, {
    budget,
    countTokens,
    noted,
    ...(previous !== '' && { previous }),
  })
  const found = {
    facts: kept(stated.pinnedFacts, condensed.facts),
    decisions: kept(stated.decisions, condensed.decisions),
    tasks: condensed.tasks,
    files: kept(stated.filesTouched, condensed.files),
    dropped: condensed.dropped,
  }
  const rules = { summary: condensed.summary, by: 'rules', found, modelFailed: undefined }
  if (!ask.summarise) return rules
  const { by, text, failure } = await summarised(ask.summarise, { messages: older, budget, previous })
  if (text === undefined) return { ...rules, modelFailed: failure }
  return { ...rules, summary: cutText(text, budget, countTokens), by }
}

/** What was found at one compaction is not found at the next, for its messages are gone by then. */
const MOST_FOUND = 60
const kept = (before: readonly string[], now: readonly string[]): readonly string[] =>
  [...new Set([...before, ...now])].slice(-MOST_FOUND)

/** All but the newest; the first that stays is a prompt, or at least no result without its call. */
function olderOf(messages: readonly StoredMessage[], keep: number): readonly StoredMessage[] {
  const most = messages.length - keep
  if (most <= 0) return []
  const isPrompt = ({ message }: StoredMessage): boolean => message.role === 'user'
  const prompt = messages.slice(0, most + 1).findLastIndex(isPrompt)
  const isNear = prompt > 0 && most - prompt <= keep
  if (isNear) return messages.slice(0, prompt)
  const step = messages.slice(0, most + 1).findLastIndex(({ message }) => message.role !== 'tool')
  return messages.slice(0, Math.max(step, 0))
}

/** The messages that the last compaction summed up stand again for themselves. False where there is none. */
export async function undoCompaction(world: World, session: SessionId): Promise<boolean> {
  const line = await lineOf(world, session)
  const own = line.at(-1)?.view.talk.condensed.at(-1)
  if (!own) return false
  const event = fact(
    CompactionUndone,
    { id: world.ids.event(), at: world.clock.now() },
    { compaction: own.id },
  )
  await record(world, session, [event])
  return true
}
