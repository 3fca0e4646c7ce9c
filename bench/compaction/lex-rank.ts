import { isText, type Message } from '../../src/message/message.ts'
import { unitsIn } from '../../src/text/sentences.ts'
import { termsIn } from '../../src/text/terms.ts'

const MAX_SENTENCES = 700
const MIN_SIMILARITY = 0.1
const DAMPING = 0.85
const ROUNDS = 30

interface Sentence {
  readonly text: string
  readonly at: number
  readonly weights: ReadonlyMap<string, number>
  readonly length: number
}

/** Sentences ranked by centrality (Erkan and Radev 2004), in original order. */
export function lexRank(
  messages: readonly Message[],
  budget: number,
  count: (text: string) => number,
): string {
  const sentences = weigh(sentencesOf(messages))
  const ranks = rankSentences(sentences)
  const best = sentences.map((one, at) => ({ one, rank: ranks[at] ?? 0 })).sort((a, b) => b.rank - a.rank)
  const taken: Sentence[] = []
  let left = budget
  for (const { one } of best) {
    const cost = count(one.text) + 1
    if (cost > left || taken.some((other) => cosine(one, other) > 0.7)) continue
    left -= cost
    taken.push(one)
    if (left < 8) break
  }
  return taken
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join('\n')
}

/** The sentences of the messages, sampled evenly if there are too many for pairwise comparison. */
function sentencesOf(messages: readonly Message[]): readonly string[] {
  const all = messages.flatMap((message) => {
    if (message.role !== 'user' && message.role !== 'assistant') return []
    const text =
      typeof message.content === 'string'
        ? message.content
        : message.content.flatMap((part) => (isText(part) ? [part.text] : [])).join('\n')
    return unitsIn(text).map((unit) => unit.text.slice(0, 400))
  })
  const step = Math.max(1, all.length / MAX_SENTENCES)
  return Array.from(
    { length: Math.min(all.length, MAX_SENTENCES) },
    (_, n) => all[Math.floor(n * step)] ?? '',
  )
}

function weigh(texts: readonly string[]): readonly Sentence[] {
  const counts = texts.map((text) => termsIn(text))
  const among = new Map<string, number>()
  for (const terms of counts) for (const term of terms.keys()) among.set(term, (among.get(term) ?? 0) + 1)
  return texts.map((text, at) => {
    const weights = new Map<string, number>()
    for (const [term, times] of counts[at] ?? [])
      weights.set(term, times * Math.log(texts.length / (among.get(term) ?? 1)))
    const length = Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight * weight, 0))
    return { text, at, weights, length }
  })
}

function cosine(one: Sentence, other: Sentence): number {
  const [small, large] = one.weights.size < other.weights.size ? [one, other] : [other, one]
  let sum = 0
  for (const [term, weight] of small.weights) sum += weight * (large.weights.get(term) ?? 0)
  return sum === 0 ? 0 : sum / (one.length * other.length)
}

function rankSentences(sentences: readonly Sentence[]): readonly number[] {
  const neighbours = sentences.map((one) =>
    sentences.flatMap((other, at) => (other !== one && cosine(one, other) > MIN_SIMILARITY ? [at] : [])),
  )
  let ranks = sentences.map(() => 1)
  for (let round = 0; round < ROUNDS; round += 1)
    ranks = neighbours.map(
      (near) =>
        1 -
        DAMPING +
        DAMPING * near.reduce((sum, at) => sum + (ranks[at] ?? 0) / (neighbours[at]?.length || 1), 0),
    )
  return ranks
}
