import { CompactionUndone, ContextCompacted } from '../../event/context.ts'
import { fact } from '../../event/define.ts'
import type { EventId, SessionId } from '../../event/identity.ts'
import { type CondensedMessages, condenseMessages } from '../../extract/summary/condense.ts'
import type { Message, StoredMessage } from '../../message/message.ts'
import { cutText } from '../../message/message-tokens.ts'
import type { WorkingSetNotes } from '../../message/working-set.ts'
import { lineageFromOldest } from '../branch/lineage.ts'
import { record } from '../ingest/record.ts'
import { redactEvents } from '../ingest/redact-events.ts'
import type { World } from '../world.ts'
import { messagesSince, tokensOf, workingSetNotes } from './working-set.ts'

export interface CompactAsk {
  readonly trigger: 'manual' | 'auto'
  /** Number of newest messages to keep; default: the `compaction.keep` setting. */
  readonly keep?: number | undefined
  /** Compacts only if the older messages have at least this many tokens. */
  readonly atLeast?: number | undefined
  /** Maximum number of tokens in the summary; default: the `compaction.budget` setting. */
  readonly budget?: number | undefined
  /** A model that writes the summary. If it fails, the rule-based summary is used. */
  readonly summarise?: Summarise | undefined
}

/** A summary that replaces older messages in the context. The messages stay in the log. */
export interface Compaction extends Pick<CondensedMessages, 'summary' | 'dropped'> {
  readonly id: EventId
  /** `rules`, or the name of the model. */
  readonly by: string
  /** Why the model wrote no summary. */
  readonly modelFailed?: string
  readonly messages: number
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/** Summarizes the older messages of a session. Undefined if there are too few. */
export async function compact(
  world: World,
  session: SessionId,
  ask: CompactAsk,
): Promise<Compaction | undefined> {
  const line = await lineageFromOldest(world, session)
  const messages = await messagesSince(world, line)
  const older = olderOf(messages, ask.keep ?? world.settings['compaction.keep'])
  const last = older.at(-1)
  if (!last || tokensOf(world, older) < (ask.atLeast ?? 0)) return undefined
  const written = await summaryOf(world, { older, stated: await workingSetNotes(world, line), ask })
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

interface SummarySource {
  readonly older: readonly StoredMessage[]
  readonly stated: WorkingSetNotes
  readonly ask: CompactAsk
}

/** The rules always run, because they list the findings and dropped content even if a model writes the text. */
async function summaryOf(world: World, { older, stated, ask }: SummarySource) {
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
    facts: merge(stated.pinnedFacts, condensed.facts),
    decisions: merge(stated.decisions, condensed.decisions),
    tasks: condensed.tasks,
    files: merge(stated.filesTouched, condensed.files),
    dropped: condensed.dropped,
  }
  const rules = { summary: condensed.summary, by: 'rules', found, modelFailed: undefined }
  if (!ask.summarise) return rules
  const { by, text, failure } = await summarizeWith(ask.summarise, { messages: older, budget, previous })
  if (text === undefined) return { ...rules, modelFailed: failure }
  return { ...rules, summary: cutText(text, budget, countTokens), by }
}

/**
 * The maximum number of findings. They are carried over, because the next compaction does not see the
 * messages they come from.
 */
const MAX_FINDINGS = 60
const merge = (before: readonly string[], now: readonly string[]): readonly string[] =>
  [...new Set([...before, ...now])].slice(-MAX_FINDINGS)

/**
 * All messages except the newest. The split is before a prompt, or at least not between a tool call and its
 * result.
 */
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

/** Restores the messages of the last compaction. False if there is none. */
export async function undoCompaction(world: World, session: SessionId): Promise<boolean> {
  const line = await lineageFromOldest(world, session)
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

export interface SummaryAsk {
  readonly messages: readonly Message[]
  /** The summary of earlier messages, to include in the new one. May be empty. */
  readonly previous: string
  /** Maximum number of tokens in the summary. */
  readonly budget: number
  readonly signal: AbortSignal
}

/** A model that summarizes messages. It may be slow, fail, or return nothing. */
export interface Summarise {
  /** The model's name, for the log. */
  readonly model: string
  readonly write: (ask: SummaryAsk) => Promise<string>
  /** Timeout of one attempt; default: 30 s. */
  readonly timeoutMs?: number
  /** Number of retries; default: 2. */
  readonly retries?: number
}

interface ModelSummary {
  readonly by: string
  /** The summary; absent if every attempt failed. */
  readonly text?: string
  readonly failure?: string
}

const TIMEOUT_MS = 30_000
const RETRIES = 2

/** Asks the model for a summary. Never throws, and ends even if the model does not answer. */
async function summarizeWith(
  { model, write, timeoutMs = TIMEOUT_MS, retries = RETRIES }: Summarise,
  ask: Pick<SummaryAsk, 'budget' | 'previous'> & { readonly messages: readonly StoredMessage[] },
): Promise<ModelSummary> {
  const messages = ask.messages.map(({ message }) => message)
  let failure = 'the model returned no text'
  for (let tries = 0; tries <= retries; tries += 1) {
    try {
      const text = await withTimeout(timeoutMs, (signal) => write({ ...ask, messages, signal }))
      if (text.trim() !== '') return { by: model, text: text.trim() }
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
    }
  }
  return { by: model, failure }
}

/** Rejects in time even if the model ignores the signal. */
async function withTimeout<T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ms)
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no summary within ${ms} ms`)), { once: true })
  })
  return Promise.race([run(signal), late])
}
