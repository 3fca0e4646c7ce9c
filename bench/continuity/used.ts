import type { KnownEvent } from '../../src/event/catalogue.ts'
import { unitsIn } from '../../src/text/sentences.ts'
import { termsIn } from '../../src/text/terms.ts'
import type { Situation } from './composer.ts'
import { type Craft, craftOf, namedCommands, namesSymbol } from './craft.ts'
import { type Earlier, gistOf } from './earlier.ts'

/** What a session used of that which earlier sessions knew: nothing else can be told to it. */
export interface Used extends Craft {
  /** The telling words of its first prompt. */
  readonly task: ReadonlySet<string>
  /** The telling words of each earlier decision that it came back to. */
  readonly decisions: readonly ReadonlySet<string>[]
}

/** The share of each that a text holds; absent where the session used nothing of the kind. */
export interface Held {
  readonly symbols?: number
  readonly commands?: number
  readonly task?: number
  readonly decisions?: number
}

export function usedBy(events: readonly KnownEvent[], prompt: string, { history }: Situation): Used {
  const own = craftOf(events)
  const known = (kind: keyof Craft): ReadonlySet<string> =>
    new Set([...own[kind]].filter((one) => history.some((session) => session.craft()[kind].has(one))))
  const decided = history.flatMap((session) =>
    gistOf(session).remarks.flatMap(({ kind, text }) => (kind === 'decision' ? [text] : [])),
  )
  const task = tellingIn(prompt, history)
  return {
    symbols: known('symbols'),
    commands: known('commands'),
    task: task.size >= LEAST_WORDS ? task : new Set(),
    decisions: recalled(
      [...new Set(decided)].map((text) => tellingIn(text, history)),
      saidIn(events),
    ),
  }
}

/** Words that at least one earlier session used, and no more than half of them. */
export function tellingIn(text: string, history: readonly Earlier[]): ReadonlySet<string> {
  const known = telling.get(history) ?? new Map<string, boolean>()
  telling.set(history, known)
  const isTelling = (term: string): boolean => {
    const holders = history.filter((session) => session.terms().has(term)).length
    return holders > 0 && holders <= history.length / 2
  }
  return new Set(
    [...wordsOf(text)].filter((term) => {
      const is = known.get(term) ?? isTelling(term)
      known.set(term, is)
      return is
    }),
  )
}
/** The same decisions are looked at again for every later session. */
const telling = new WeakMap<readonly Earlier[], Map<string, boolean>>()
const words = new Map<string, ReadonlySet<string>>()

function wordsOf(text: string): ReadonlySet<string> {
  const found = words.get(text) ?? new Set(termsIn(text).keys())
  if (text.length < SHORT) words.set(text, found)
  return found
}
const SHORT = 1000

/** The words of each sentence and list item of a session. */
const saidIn = (events: readonly KnownEvent[]): readonly ReadonlySet<string>[] =>
  events.flatMap((event) =>
    event.type === 'prompt.submitted' || event.type === 'response.completed'
      ? unitsIn(event.text ?? '').map(({ text }) => wordsOf(text))
      : [],
  )

/** With fewer words chance decides. */
const LEAST_WORDS = 3
const HALF = 0.5

/** Those of which some part of a text says at least half, and three words at least. */
function recalled(
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
    return most >= Math.max(LEAST_WORDS, words.size * HALF)
  })
}

export function heldIn(text: string, { symbols, commands, task, decisions }: Used): Held {
  const all = wordsOf(text)
  const lines = text.split('\n').map(wordsOf)
  const share = (found: number, of: number): number | undefined => (of > 0 ? found / of : undefined)
  return defined({
    symbols: share([...symbols].filter((name) => namesSymbol(text, name)).length, symbols.size),
    commands: share(namedCommands(text, commands), commands.size),
    task: share([...task].filter((word) => all.has(word)).length, task.size),
    decisions: share(recalled(decisions, lines).length, decisions.length),
  })
}

const defined = (values: { readonly [K in keyof Held]-?: number | undefined }): Held =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
