import type { KnownEventOf } from '../event/catalogue.ts'
import type { Origin } from '../event/fields.ts'
import { STUCK } from '../event/turn.ts'
import { promptEntities } from '../extract/entities.ts'
import { isBoilerplate } from '../text/tags.ts'
import { type Fold, fold, last, lastDistinct, unchangedBy } from './fold.ts'

interface RecordedCorrection {
  readonly text: string
  readonly at: number
  readonly kind?: string
  readonly confidence?: number
}

/** Prompts, responses and corrections. */
export interface Conversation {
  readonly turns: number
  readonly responses: number
  readonly interruptions: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly compactions: number
  readonly subagents: number
  /** The prompt of this run that has no answer yet. */
  readonly answering?: string
  readonly lastPrompt?: string
  readonly lastPromptAt?: number
  /** The first prompt and the most recent prompts, truncated. Used to detect drift. */
  readonly firstPrompt?: string
  readonly recentPrompts: readonly string[]
  /** The last twenty entities mentioned in prompts: files, symbols, packages, issues, products. */
  readonly entities: readonly string[]
  readonly corrections: readonly RecordedCorrection[]
  /** Compactions that have not been undone, if leftoff manages the context itself. The last one is in effect. */
  readonly condensed: readonly Condensation[]
  /** Sequence numbers of the events with system messages. */
  readonly instructed: readonly number[]
}

/** A summary, and the last event that it replaces. */
export interface Condensation {
  readonly id: string
  readonly seq: number
  readonly upTo: number
  /** The session of `upTo`, if it is not this one. */
  readonly upToIn?: string
}

const noConversation: Conversation = {
  turns: 0,
  responses: 0,
  interruptions: 0,
  inputTokens: 0,
  outputTokens: 0,
  compactions: 0,
  subagents: 0,
  recentPrompts: [],
  entities: [],
  corrections: [],
  condensed: [],
  instructed: [],
}

const MAX_ENTITIES = 20
const MAX_PROMPTS = 5
/** The number of compactions that can be undone. */
const MAX_CONDENSED = 20
const MAX_INSTRUCTIONS = 5
const MAX_PROMPT = 300
const isHuman = (origin: Origin | undefined): boolean => origin === undefined || origin === 'user'

/** Whether a prompt is in the user's own words. Prompts from programs and clients belong to the current turn. */
export const isOwnWords = ({
  origin,
  text,
}: Pick<KnownEventOf<'prompt.submitted'>, 'origin' | 'text'>): boolean =>
  isHuman(origin) && text.trim() !== '' && !isBoilerplate(text)

/** A program may name the entities of a prompt; otherwise they are found in its text. */
const entitiesOf = (e: KnownEventOf<'prompt.submitted'>): readonly string[] =>
  e.entities ?? (isOwnWords(e) ? promptEntities(e.text) : [])

/** The same state without the unanswered prompt. */
const withoutPending = ({ answering: _, ...rest }: Conversation): Conversation => rest

const promptChanges = (s: Conversation, text: string): Partial<Conversation> =>
  text === ''
    ? {}
    : { firstPrompt: s.firstPrompt ?? text, recentPrompts: last([...s.recentPrompts, text], MAX_PROMPTS) }

const condensation = (e: KnownEventOf<'context.compacted'>, upTo: number): Condensation => ({
  id: e.id,
  seq: e.seq,
  upTo,
  ...(e.upToIn !== undefined && { upToIn: e.upToIn }),
})

export const conversation: Fold<Conversation> = /* @__PURE__ */ fold<Conversation>(noConversation, () => ({
  ...unchangedBy(
    ['lifecycle', 'identity', 'tools', 'work', 'context', 'graph', 'memory', 'upkeep'],
    ['agent.summarized', 'context.compacting', 'response.streamed'],
  ),
  'instruction.given': (s, e) => ({ ...s, instructed: last([...s.instructed, e.seq], MAX_INSTRUCTIONS) }),
  'session.resumed': withoutPending,
  'session.ended': withoutPending,
  'session.crashed': withoutPending,
  'agent.noticed': (s, e) => (e.kind === STUCK ? withoutPending(s) : s),
  'prompt.submitted': (s, e) => ({
    ...withoutPending(s),
    ...(isHuman(e.origin) && e.via === undefined && { answering: e.id }),
    turns: s.turns + 1,
    entities: lastDistinct(s.entities, entitiesOf(e), MAX_ENTITIES),
    ...(isHuman(e.origin) && promptChanges(s, e.text.trim().slice(0, MAX_PROMPT))),
    // An event filled in from a transcript may be older than the current state.
    ...(isOwnWords(e) && e.at >= (s.lastPromptAt ?? 0) && { lastPrompt: e.text, lastPromptAt: e.at }),
  }),
  'response.completed': (s, e) => ({
    ...withoutPending(s),
    responses: s.responses + 1,
    inputTokens: s.inputTokens + (e.inputTokens ?? 0),
    outputTokens: s.outputTokens + (e.outputTokens ?? 0),
  }),
  'turn.interrupted': (s) => ({ ...withoutPending(s), interruptions: s.interruptions + 1 }),
  'correction.heard': (s, e) => ({
    ...s,
    corrections: [
      ...s.corrections,
      {
        text: e.text,
        at: e.at,
        ...(e.kind !== undefined && { kind: e.kind }),
        ...(e.confidence !== undefined && { confidence: e.confidence }),
      },
    ],
  }),
  'subagent.started': (s) => ({ ...s, subagents: s.subagents + 1 }),
  'subagent.stopped': (s) => s,
  'context.compacted': (s, e) => ({
    ...s,
    compactions: s.compactions + 1,
    ...(e.upTo !== undefined && {
      condensed: last([...s.condensed, condensation(e, e.upTo)], MAX_CONDENSED),
    }),
  }),
  'compaction.undone': (s, e) => ({ ...s, condensed: s.condensed.filter(({ id }) => id !== e.compaction) }),
}))
