import { type CondenseAsk, condenseMessages } from '../../src/extract/summary/condense.ts'
import { type Message, textOf } from '../../src/message/message.ts'
import { lexRank } from './lex-rank.ts'
import type { Point } from './points.ts'

/** Summarizes the dropped messages within a token budget. */
export interface Method {
  readonly name: string
  summary(point: Point, budget: number): string | undefined
}

export function methodsWith(countTokens: CondenseAsk['countTokens']): readonly Method[] {
  const cut = (text: string, budget: number): string => cutTo(text, budget, countTokens)
  return [
    { name: 'condense', summary: (point, budget) => condenseParts(point, budget, countTokens) },
    { name: 'nothing', summary: () => '' },
    { name: 'longer tail', summary: ({ parts }, budget) => endOf(parts.flat(), budget, countTokens) },
    { name: 'head and tail', summary: ({ parts }, budget) => headAndTail(parts.flat(), budget, countTokens) },
    { name: 'prompts', summary: ({ parts }, budget) => cut(promptsOf(parts.flat()), budget) },
    {
      name: 'LexRank',
      summary: ({ parts }, budget) => cut(lexRank(parts.flat(), budget, countTokens), budget),
    },
    { name: 'most frequent names', summary: ({ parts }, budget) => cut(frequentNames(parts.flat()), budget) },
    { name: 'model, cut', summary: ({ summary }, budget) => summary && cut(summary, budget) },
    { name: 'model, whole', summary: ({ summary }) => summary },
  ]
}

/** Each summary is based on the previous one and the messages since. */
function condenseParts(
  { parts, previous }: Point,
  budget: number,
  countTokens: CondenseAsk['countTokens'],
): string {
  let summary = previous
  for (const part of parts) {
    const ask = { budget, countTokens, ...(summary !== undefined && { previous: summary }) }
    summary = condenseMessages(stored(part), ask).summary
  }
  return summary ?? ''
}

const stored = (messages: readonly Message[]) =>
  messages.map((message, index) => ({ seq: index + 1, lastSeq: index + 1, at: index, message }))

const withRole = (message: Message): string => `${message.role}: ${textOf(message)}`

/** The longest prefix of the text that fits. */
function cutTo(text: string, budget: number, countTokens: CondenseAsk['countTokens']): string {
  let [fits, not] = [0, Math.min(text.length, budget * 12) + 1]
  while (not - fits > 1) {
    const middle = (fits + not) >> 1
    if (countTokens(text.slice(0, middle)) <= budget) fits = middle
    else not = middle
  }
  return text.slice(0, fits)
}

/** The end of the dropped messages, verbatim. */
function endOf(
  messages: readonly Message[],
  budget: number,
  countTokens: CondenseAsk['countTokens'],
): string {
  const text = messages.slice(-200).map(withRole).join('\n')
  let [fits, not] = [0, Math.min(text.length, budget * 12) + 1]
  while (not - fits > 1) {
    const middle = (fits + not) >> 1
    if (countTokens(text.slice(-middle)) <= budget) fits = middle
    else not = middle
  }
  return fits === 0 ? '' : text.slice(-fits)
}

const headAndTail = (
  messages: readonly Message[],
  budget: number,
  count: CondenseAsk['countTokens'],
): string => `${cutTo(promptsOf(messages), budget / 2, count)}\n${endOf(messages, budget / 2, count)}`

const promptsOf = (messages: readonly Message[]): string =>
  messages.flatMap((message) => (message.role === 'user' ? [withRole(message)] : [])).join('\n')

/** Only the most frequent names, without sentences. */
function frequentNames(messages: readonly Message[]): string {
  const times = new Map<string, number>()
  for (const message of messages.filter(({ role }) => role !== 'tool'))
    for (const name of new Set(textOf(message).match(NAME) ?? [])) times.set(name, (times.get(name) ?? 0) + 1)
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name)
    .join('\n')
}
const NAME = /[\w$-]{1,60}(?:\.[a-z]{1,5}\b|[a-z][A-Z]\w{1,60}|_\w{1,60})/g
