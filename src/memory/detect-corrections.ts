import { isRuleStopWord } from '../text/stop-words.ts'
import { oneLine, truncate } from '../text/truncate.ts'
import { DIRECT, featuresOf, type SentenceContext } from './features.ts'
import { isAboutProduct, isPlainRule, isQuestion, isReport } from './plain-rule.ts'
import { ruleOf } from './rule-text.ts'
import { SIGNALS } from './signals.ts'
import { isSameRule } from './similarity.ts'
import { LEAST_CONFIDENCE, PLAIN_CONFIDENCE } from './thresholds.ts'
import { type Contents, contentsAfter, markReverts, type Turn } from './turn.ts'
import { type UserSentence, userSentencesIn } from './user-sentences.ts'
import { LASTING, WEIGHTS } from './weights.ts'
import { languageIn, ruleWords } from './words.ts'

const KINDS = ['direct', 'repeated', 'after-action', 'confirmed'] as const

/** A user's objection or rule, in one message. */
export interface Correction {
  readonly message: string
  readonly at: number
  /** Start and end position in the message. */
  readonly span: readonly [from: number, to: number]
  /** The user's words, truncated. */
  readonly said: string
  readonly kind: (typeof KINDS)[number]
  /** One short imperative sentence, in the user's own words where possible. */
  readonly rule: string
  /** The words that identify it. */
  readonly about: readonly string[]
  /** The programming language that it mentions. */
  readonly language?: string
  /** Calibrated probability that it is a correction. */
  readonly confidence: number
  /** Whether it is meant as a lasting rule rather than for the current task. */
  readonly isLasting: boolean
  /** Whether a person certainly typed it as an answer to the agent. If not, it may be a quotation. */
  readonly isTyped?: boolean
}

interface Earlier {
  /** Corrections from earlier sessions; repeating one of them raises the confidence. */
  readonly earlier?: readonly Pick<Correction, 'rule' | 'about'>[]
  /** The state before the first turn. */
  readonly before?: Heard
}

/** The state after a session's earlier turns: enough to continue with the next ones. */
export interface Heard {
  /** Corrections that later turns cannot change. */
  readonly corrections: readonly Correction[]
  /** The last turns, which later turns may still affect. */
  readonly turns: readonly Turn[]
  /** Whether earlier turns were dropped. If so, the first turn is only context and is not judged again. */
  readonly isCut: boolean
  readonly contents: Contents
}

export const nothingHeard: Heard = { corrections: [], turns: [], isCut: false, contents: [] }

/** Judging a message requires the turn before it and the two turns after it. */
const CONTEXT = 3

/** Reduces the turns to the data that later turns need. `turns` begins with the turns of `before`. */
export function heardAfter(
  turns: readonly Turn[],
  found: readonly Correction[],
  before: Heard = nothingHeard,
): Heard {
  if (turns.length <= CONTEXT) return { ...before, turns }
  const kept = turns.slice(-CONTEXT)
  const undecided = new Set(kept.slice(1).map(({ id }) => id))
  return {
    corrections: found.filter(({ message }) => !undecided.has(message)),
    turns: kept,
    isCut: true,
    contents: contentsAfter(turns.slice(0, -CONTEXT), before.contents),
  }
}

/** The corrections of a session in order, at most one per message. Never throws, and takes linear time. */
export function detectCorrections(
  turns: readonly Turn[],
  { earlier = [], before = nothingHeard }: Earlier = {},
): readonly Correction[] {
  const found: Correction[] = [...before.corrections]
  for (const { best, isConfirmed, isTyped } of bestOfMessages(turns, before)) {
    const one = { ...correctionOf(best), ...(isTyped && { isTyped }) }
    if (one.confidence < LEAST_CONFIDENCE) continue
    // A rule in the same words comes from a prompt that was sent again after an interrupt. It is not a repetition.
    const isRepeated = [...earlier.slice(-MOST_EARLIER), ...found.slice(-MOST_EARLIER)].some(
      (other) => other.rule !== one.rule && isSameRule(one, other),
    )
    found.push(surer(one, { isRepeated, isConfirmed, isDirect: isDirect(best) }))
  }
  return found
}
const MOST_EARLIER = 200

interface Best {
  readonly best: CandidateSentence
  readonly isConfirmed: boolean
  readonly isTyped: boolean
}

/** For each message, the sentence that is most likely to be a correction. */
function bestOfMessages(turns: readonly Turn[], { isCut, contents }: Heard): readonly Best[] {
  const best = new Map<string, CandidateSentence>()
  for (const one of candidateSentences(turns, contents)) {
    const other = best.get(one.turn.id)
    if (!other || rankOf(one) > rankOf(other)) best.set(one.turn.id, one)
  }
  return turns.flatMap((turn, at) => {
    const one = best.get(turn.id)
    if (!one || one.turn !== turn || (isCut && at === 0)) return []
    return [
      {
        best: one,
        isConfirmed: isConfirmedBy(turns[at + 1], turns[at + 2]) && one.features.includes('admitted'),
        // The first prompt of a session is not an answer, and a script may have sent it.
        isTyped: turn.isTyped === true && turns[at - 1]?.role === 'assistant',
      },
    ]
  })
}

/** A plain rule outranks every other sentence of its message. */
const rankOf = ({ features, isPlain }: CandidateSentence): number =>
  sumOf(features, WEIGHTS) + (isPlain ? PLAIN_FIRST : 0)
const PLAIN_FIRST = 100

/** Whether the assistant replied and the user then continued without objecting. */
const isConfirmedBy = (reply: Turn | undefined, next: Turn | undefined): boolean =>
  reply?.role === 'assistant' && next?.role === 'user' && !AGAIN.test(next.text.slice(0, 200))
const AGAIN = /^\s{0,9}(?:no|nope|nah|wrong|still|that's not|thats not|why|you)\b/i

function correctionOf({ turn, said, features, isPlain }: CandidateSentence): Omit<Correction, 'kind'> {
  const language = languageIn(said.text)
  const about = ruleWords(said.text)
  const confidence = 1 / (1 + Math.exp(-sumOf(features, WEIGHTS)))
  return {
    message: turn.id,
    at: turn.at,
    span: [said.at, said.at + said.text.length],
    said: truncate(oneLine(said.text), LONGEST),
    rule: ruleOf(said.text),
    about,
    ...(language && { language }),
    confidence: isPlain ? Math.max(confidence, PLAIN_CONFIDENCE) : confidence,
    // A lasting rule must name its subject, because a later reader does not know what `this` refers to.
    isLasting: isPlain
      ? about.length > 0
      : STANDING.some((name) => features.includes(name)) &&
        sumOf(features, LASTING) >= FOR_GOOD &&
        about.length > 1 &&
        !isQuestion(said.plain) &&
        !isReport(said.plain) &&
        !isAboutProduct(said.plain),
  }
}

const LONGEST = 300

/** The weights alone do not make a rule lasting: its sentence must also have one of these features. */
const STANDING = [
  'ever at the start',
  'ever ordered',
  'ever at the end',
  'from now on',
  'as a rule',
  'a rule that says',
  'order to stop',
  'refers to rules',
  'without asking',
  'of every',
] as const

/**
 * The log-odds of 0.7. The threshold is high, because a one-time correction kept as a rule does more harm
 * than a missed rule.
 */
const FOR_GOOD = 0.85

const sumOf = (features: readonly string[], weights: Readonly<Record<string, number>>): number =>
  features.reduce((sum, name) => sum + (weights[name] ?? 0), 0)

const isDirect = ({ features }: CandidateSentence): boolean => DIRECT.some((name) => features.includes(name))

interface Evidence {
  readonly isRepeated: boolean
  readonly isConfirmed: boolean
  readonly isDirect: boolean
}

/** A repetition raises the confidence. A confirmation does not, because the weights already include it. */
function surer(one: Omit<Correction, 'kind'>, { isRepeated, isConfirmed, isDirect }: Evidence): Correction {
  if (isRepeated) return { ...one, kind: 'repeated', confidence: 1 - (1 - one.confidence) * DOUBT_LEFT }
  if (isDirect) return { ...one, kind: 'direct' }
  return { ...one, kind: isConfirmed ? 'confirmed' : 'after-action' }
}
const DOUBT_LEFT = 0.7

/** A sentence that the user wrote, with its features. */
export interface CandidateSentence {
  readonly turn: Turn
  readonly said: UserSentence
  readonly features: readonly string[]
  /** Whether the sentence's form shows that it is a rule, regardless of the weights. */
  readonly isPlain: boolean
}

/** All sentences of a session that may be corrections: English, written by the user. */
export function candidateSentences(
  said: readonly Turn[],
  contents: Contents = [],
): readonly CandidateSentence[] {
  const turns = markReverts(said, contents)
  return turns.flatMap((turn, at) =>
    turn.role === 'user' ? sentencesOf(turn, { before: turns[at - 1], after: turns[at + 1] }, at === 0) : [],
  )
}

function sentencesOf(
  turn: Turn,
  around: Pick<SentenceContext, 'before' | 'after'>,
  isFirst: boolean,
): readonly CandidateSentence[] {
  const all = userSentencesIn(turn.text)
  if (all.length === 0) return []
  const isHandedOver = handsOver(turn.text, all)
  const isBesideReview = all.some(({ plain }) => SIGNALS['review speech']?.test(plain))
  const known = new Set(around.before ? ruleWords(doneIn(around.before)) : [])
  return all.flatMap((said, index) => {
    if (said.plain.length < SHORTEST || !isEnglish(said.plain)) return []
    const standing = { ...around, index, count: all.length, known, isHandedOver, isBesideReview }
    const features = featuresOf(said, standing)
    const isDocument = NOT_SAID.some((name) => features.includes(name))
    const occasion = { isReply: !isFirst, isAfterOffer: features.includes('after offer') }
    return [{ turn, said, features, isPlain: !isDocument && isPlainRule(said.plain, occasion) }]
  })
}

/** Features of forwarded text. Its form is no evidence of a correction. */
const NOT_SAID = ['handed over', 'under heading', 'beside a review', 'many sentences']

const SHORTEST = 4
/** A message with more sentences than this is a document. */
const MANY = 25

const handsOver = (text: string, all: readonly UserSentence[]): boolean =>
  all.length > MANY || HANDED_OVER.test(text) || all[0]?.heading !== undefined
const HANDED_OVER =
  /^\s{0,9}(?:implement (?:the|this) (?:following )?plan|here(?:'|’)?s? (?:is |are )?(?:the|a|my) (?:log|output|error|plan|issue|transcript))/i

/** The end of the assistant's text, because the user replies to it, and the targets of the assistant's actions. */
const doneIn = ({ text, actions = [] }: Turn): string =>
  `${text.slice(-1500)} ${actions
    .slice(-20)
    .map(({ target }) => target.slice(0, 100))
    .join(' ')
    .slice(-480)}`

/** Short sentences count as English; a longer one needs common English words. */
function isEnglish(plain: string): boolean {
  const words = plain.match(WORD) ?? []
  if (words.some((word) => !LATIN.test(word))) return false
  const common = words.filter((word) => isRuleStopWord(word)).length
  if (words.length <= 2) return true
  if (words.some((word) => FOREIGN.has(word)) && common * 3 < words.length) return false
  return words.length <= 4 ? common > 0 || !/[^\x20-\x7e]/.test(plain) : common * 8 >= words.length
}

const WORD = /[\p{L}']{1,60}/gu
/** Latin letters, including accented ones, because loanwords use them. */
const LATIN = /^[a-zà-ÿ']{1,60}$/
/** Words from languages that have some words in common with English. */
const FOREIGN: ReadonlySet<string> = new Set(
  `der die das und nicht ist bitte immer nie niemals kein keine ein eine mit für auf wir ich du sie den dem les des une est
  pas ne jamais toujours pour dans avec que qui el los las una por para siempre nunca con del il che non mai sempre per
  di della je het een niet altijd nooit voor met på og ikke och inte não uma sempre os`.split(/\s+/),
)
