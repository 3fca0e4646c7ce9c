import { withoutMarkdown } from '../text/prose.ts'
import { type Unit, unitsIn } from '../text/sentences.ts'
import { firstWords } from '../text/words.ts'
import { conciseStatement, type Speaker } from './statement.ts'

/** A decision that a message states, with the reason if the message states one. */
interface StatedDecision {
  readonly text: string
  readonly why?: string
  /** Start of the decision's sentence in the message. */
  readonly at: number
}

/**
 * Decisions that a message states explicitly: lists under a heading such as "Key decisions", "Decision: ...",
 * "we decided to ...", and a user's "let's use X because Y". Sentences that only report past work do not count.
 */
export function decisionsIn(speaker: Speaker, text: string): readonly StatedDecision[] {
  const found: StatedDecision[] = []
  for (const unit of unitsIn(text)) {
    const stated = speaker === 'user' ? byUser(unit) : byAssistant(unit)
    if (stated && !found.some((known) => known.text === stated.text)) found.push(stated)
    if (found.length >= MAX_DECISIONS) break
  }
  return found
}

const MAX_DECISIONS = 12

function byUser(unit: Unit): StatedDecision | undefined {
  const text = withoutMarkdown(unit.text)
  if (text.trimEnd().endsWith('?')) return undefined
  const named = namedIn(text)
  if (named !== undefined) return stated(unit, named)
  const isDecided = decides(text)
  if (!isDecided && !chooses(text)) return undefined
  const made = conciseStatement(text.replace(OPENING, ''))
  if (isDecided) return decision(unit, made)
  const isReasoned = made.why !== undefined || OVER.test(text)
  return isReasoned && !DEMONSTRATIVE.test(made.text) ? decision(unit, made) : undefined
}

function byAssistant(unit: Unit): StatedDecision | undefined {
  const text = withoutMarkdown(unit.text)
  if (text.trimEnd().endsWith('?')) return undefined
  const title = unit.isItem && unit.depth === 0 ? (unit.lead ?? unit.heading ?? '') : ''
  if (title !== '') {
    const plain = withoutMarkdown(title).replace(/[\s:.]{1,4}$/, '')
    if (TITLE.test(plain)) return stated(unit, text)
    if (EXCLUDED.test(plain)) return decision(unit, { text: excludedText(text) })
  }
  const named = namedIn(text)
  if (named !== undefined) return stated(unit, named)
  return decides(text) ? decision(unit, conciseStatement(text)) : undefined
}

/** The text after "Decision:". */
function namedIn(text: string): string | undefined {
  const named = firstWords(text, 2).includes('decision') ? NAMED.exec(text) : null
  return named ? text.slice(named[0].length) : undefined
}

const decides = (text: string): boolean =>
  firstWords(text, 4).some((word) => DECISION_VERBS.has(word)) && DECIDED.test(text)
const DECISION_VERBS: ReadonlySet<string> = new Set(['decided', 'agreed', 'settled'])

const stated = (unit: Unit, text: string): StatedDecision | undefined =>
  decision(unit, conciseStatement(text))

const decision = (
  unit: Unit,
  { text, why }: { readonly text: string; readonly why?: string },
): StatedDecision | undefined =>
  text.split(/\s+/).length < (why ? 2 : 3) ? undefined : { text, ...(why && { why }), at: unit.at }

const TITLE =
  /^(?:(?:key|main|design|technical|architectural|architecture|important|locked|final|agreed) ){0,2}decisions?(?: (?:made|taken|so far|log|locked|from our \w+))?$/i
/** Headings of sections about deliberately omitted work. */
const EXCLUDED =
  /^(?:intentionally |deliberately |explicitly )?(?:out of scope|deferred|non-goals|not in scope|left (?:out|alone))(?: \(.{1,40}\))?$/i
const excludedText = (text: string): string => `not in scope: ${conciseStatement(text).text}`
const NAMED = /^(?:(?:final |design |my |our )?decision)(?: is)?(?::| —| -) ?/i
const DECIDED =
  /^(?:(?:so|ok|okay|then|and|also|therefore),? )?(?:we|i)(?:'ve| have)? (?:decided|agreed|settled) (?:to|on|that|not to|against) /i
const chooses = (text: string): boolean =>
  firstWords(text, MOST_BEFORE_CHOICE + 1).some(
    (word, at, words) => CHOICES.has(word) || CHOICES.has(`${word} ${words[at + 1]}`),
  ) && CHOOSES.test(text)
const CHOICES: ReadonlySet<string> = new Set(
  `use,using,go with,going with,keep,stick with,stay with,switch to,drop,avoid,skip,choose,pick,prefer,store,put,name,call,
  make it,leave`.split(/,\s*/),
)
/**
 * The maximum number of words up to the verb. Allows for two openings, "i would like us to", "do not", and
 * the verb.
 */
const MOST_BEFORE_CHOICE = 10
/** "Let's use X", "go with X", "don't use X": a choice, if it comes with a reason or a rejected alternative. */
const CHOOSES =
  /^(?:(?:so|ok|okay|then|and|also|actually|no|yes|yeah|right),? ){0,2}(?:(?:let'?s|we(?:'ll| will| should| want to)?|i(?:'d| would)? (?:want|prefer|like)(?: us| you)?(?: to)?|please|you should) )?(?:not |don'?t |never )?(?:use|using|go with|going with|keep|stick with|stay with|switch to|drop|avoid|skip|choose|pick|prefer|store|put|name|call|make it|leave)\b/i
/** "Use X instead of Y" alone is a request, not a decision. */
const OVER =
  /^(?:\w+,? ){0,2}(?:let'?s|we(?:'ll| will)?|i(?:'d| would) (?:prefer|rather))\b.*\b(?:instead of|rather than)\b/i
const OPENING = /^(?:(?:so|ok|okay|then|and|also|actually|no|yes|yeah|right),? ){1,2}/i
/** Statements that cannot be understood without the message. */
const DEMONSTRATIVE = /^(?:\w+ ){0,3}(?:it|this|that|these|those|them)\b/i

/** Whether an answer in a dialog is a decision that affects later work, not only the next step. */
export function isDecision({
  question,
  answer,
}: {
  readonly question: string
  readonly answer: string
}): boolean {
  const said = answer.trim()
  // A user who replies with a question or thinks aloud has not decided.
  if (said === '' || said.length > MOST_ANSWER || said.includes('?') || UNDECIDED.test(said)) return false
  if (OFFERS.test(question) && YES_OR_NO.test(said)) return false
  if (NO_ANSWER.test(said) || ROUTINE.test(said)) return false
  return !ABOUT_PROCEDURE.test(question)
}
const MOST_ANSWER = 300
const UNDECIDED =
  /^(?:h+m+|u+h+|u+m+|er+m*|i(?:'m| am) (?:also )?thinking|it depends|not now|later|from my understanding)\b/i
const OFFERS =
  /^(?:would you like me to|do you want me to|shall i|should i (?:also )?(?:generate|create|write|update|open|run))\b/i
const YES_OR_NO = /^(?:yes|no|yeah|sure|ok(?:ay)?)\b/i

const NO_ANSWER =
  /^(?:\(?(?:no (?:option selected|answer(?: provided)?|preference)|unanswered|none|not sure|unsure|skip(?:ped)?)\)?|you decide|up to you|(?:your|claude's|agent's) (?:choice|discretion)|whatever|i don'?t know|other|let'?s discuss|chat about this)\b.{0,30}$/i
/** The answer only tells the agent to continue, or ends the conversation. */
const ROUTINE =
  /^(?:(?:yes|ok(?:ay)?|sure)[,.! —–-]{0,3})?(?:continue|proceed|go ahead|go on|carry on|next (?:area|question|topic|phase|step)|move on|looks? (?:good|right|correct|great)|approved?|done|commit(?: (?:and push|it|now|changes|everything))?|push(?: (?:it|now))?|work on it now|put it back|start(?: now| over)?|create (?:context|the pr|pr)|more questions|ready|try again|retry|stop(?: here)?|cancel|abort|nothing(?: else)?|i'?m done)\b.{0,40}$/i
/** A question about how to proceed, not about the work. */
const ABOUT_PROCEDURE =
  /\b(?:what would you like (?:me )?to (?:do|work on|discuss|tackle)|how would you like (?:me )?to (?:proceed|continue|start)|how (?:should|shall|do you want me to) (?:i|we) proceed|what (?:should|shall) (?:i|we) (?:do|work on|tackle) (?:next|now|first)|what(?:'s| is) next|which (?:areas?|topics?|todo|task|tasks|phase|issue|item|items) (?:do|would|should|shall)|(?:ready|okay|ok|safe) to (?:proceed|continue|start|go|commit|push|create)|(?:shall|should|may|can) (?:i|we) (?:proceed|continue|go ahead|start|begin|commit|push|move on)|more questions|do you approve|does (?:this|that) (?:look|sound|work|capture)|anything else|are you (?:ready|done)|continue (?:to|with) the next|any (?:aspects?|concerns?|other changes)|ready to \w{1,20}|(?:write|put|save) (?:the|this) plan|how to handle this in the plan|which (?:pr|pull request|branch|ticket)s? (?:do|would|should|shall)|how should (?:these|this|the) \w{1,20} be committed)\b/i
