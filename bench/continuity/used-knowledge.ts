import type { KnownEvent } from '../../src/event/catalogue.ts'
import { unitsIn } from '../../src/text/sentences.ts'
import { termsIn } from '../../src/text/terms.ts'
import type { Situation } from './composer.ts'
import { digestOf, type EarlierSession } from './earlier-session.ts'
import {
  activityOf,
  countMentionedCommands,
  mentionsSymbol,
  type SessionActivity,
} from './session-activity.ts'

/** The knowledge from earlier sessions that a session used. A brief cannot provide more than this. */
export interface UsedKnowledge extends SessionActivity {
  /** The distinctive terms of the session's first prompt. */
  readonly task: ReadonlySet<string>
  /** The distinctive terms of each earlier decision that the session mentioned again. */
  readonly decisions: readonly ReadonlySet<string>[]
}

/** The share of each kind that the text contains; absent if the session used none. */
export interface Coverage {
  readonly symbols?: number
  readonly commands?: number
  readonly task?: number
  readonly decisions?: number
}

export function knowledgeUsedBy(
  events: readonly KnownEvent[],
  prompt: string,
  { history }: Situation,
): UsedKnowledge {
  const own = activityOf(events)
  const known = (kind: keyof SessionActivity): ReadonlySet<string> =>
    new Set([...own[kind]].filter((one) => history.some((session) => session.activity()[kind].has(one))))
  const decisions = history.flatMap((session) =>
    digestOf(session).remarks.flatMap(({ kind, text }) => (kind === 'decision' ? [text] : [])),
  )
  const task = distinctiveTerms(prompt, history)
  return {
    symbols: known('symbols'),
    commands: known('commands'),
    task: task.size >= MIN_WORDS ? task : new Set(),
    decisions: mentioned(
      [...new Set(decisions)].map((text) => distinctiveTerms(text, history)),
      sentencesIn(events),
    ),
  }
}

/** Terms used by at least one and at most half of the earlier sessions. */
function distinctiveTerms(text: string, history: readonly EarlierSession[]): ReadonlySet<string> {
  const known = cache.get(history) ?? new Map<string, boolean>()
  cache.set(history, known)
  const isDistinctive = (term: string): boolean => {
    const holders = history.filter((session) => session.terms().has(term)).length
    return holders > 0 && holders <= history.length / 2
  }
  return new Set(
    [...wordsOf(text)].filter((term) => {
      const is = known.get(term) ?? isDistinctive(term)
      known.set(term, is)
      return is
    }),
  )
}
/** Cached, because the same decisions are compared with every later session. */
const cache = new WeakMap<readonly EarlierSession[], Map<string, boolean>>()
const words = new Map<string, ReadonlySet<string>>()

function wordsOf(text: string): ReadonlySet<string> {
  const found = words.get(text) ?? new Set(termsIn(text).keys())
  if (text.length < SHORT) words.set(text, found)
  return found
}
const SHORT = 1000

/** The terms of each sentence and list item of a session. */
const sentencesIn = (events: readonly KnownEvent[]): readonly ReadonlySet<string>[] =>
  events.flatMap((event) =>
    event.type === 'prompt.submitted' || event.type === 'response.completed'
      ? unitsIn(event.text ?? '').map(({ text }) => wordsOf(text))
      : [],
  )

/** The minimum number of matching words. Fewer words would match by chance. */
const MIN_WORDS = 3
const HALF = 0.5

/**
 * The mentioned items. An item counts as mentioned if one part contains at least half of its terms, and at
 * least three.
 */
function mentioned(
  all: readonly ReadonlySet<string>[],
  parts: readonly ReadonlySet<string>[],
): readonly ReadonlySet<string>[] {
  const at = new Map<string, number[]>()
  for (const [index, words] of parts.entries())
    for (const word of words) {
      const found = at.get(word)
      if (found) found.push(index)
      else at.set(word, [index])
    }
  return all.filter((words) => {
    const times = new Map<number, number>()
    for (const word of words)
      for (const index of at.get(word) ?? []) times.set(index, (times.get(index) ?? 0) + 1)
    const most = [...times.values()].reduce((a, b) => Math.max(a, b), 0)
    return most >= Math.max(MIN_WORDS, words.size * HALF)
  })
}

export function coverageOf(text: string, { symbols, commands, task, decisions }: UsedKnowledge): Coverage {
  const all = wordsOf(text)
  const lines = text.split('\n').map(wordsOf)
  const share = (found: number, of: number): number | undefined => (of > 0 ? found / of : undefined)
  return defined({
    symbols: share([...symbols].filter((name) => mentionsSymbol(text, name)).length, symbols.size),
    commands: share(countMentionedCommands(text, commands), commands.size),
    task: share([...task].filter((word) => all.has(word)).length, task.size),
    decisions: share(mentioned(decisions, lines).length, decisions.length),
  })
}

const defined = (values: { readonly [K in keyof Coverage]-?: number | undefined }): Coverage =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
