import { once } from '../once.ts'
import { withoutMarkdown } from '../text/prose.ts'
import { type Unit, unitsIn } from '../text/sentences.ts'
import { isEnglishStopWord } from '../text/stop-words.ts'
import { conciseStatement, reasonOf } from './concise-statement.ts'
import { type Features, featuresIn } from './features.ts'
import { goalIn } from './goal.ts'
import type { Message, Speaker, Statement, StatementKind } from './statement.ts'
import { ENOUGH, FITTED, WEIGHTS } from './weights.ts'

type Found = Pick<Statement, 'kind' | 'weight'>

/** The statements of a message in order: at most one per unit, except for an answer that chose several options. */
export function statementsIn(message: Message): readonly Statement[] {
  const units = unitsIn(message.text)
  const features = featuresIn(message, units)
  const goal = message.isFirst && message.speaker === 'user' ? goalIn(message.text) : undefined
  const chosen = message.speaker === 'user' && message.before ? chosenIn(message.text, message.before) : []
  return units.flatMap((unit, index): readonly Statement[] => {
    if (unit.at === goal?.at) return [{ kind: 'goal', ...goal, speaker: 'user', weight: 1 }]
    const known = { speaker: message.speaker, at: unit.at }
    if (chosen.length > 0)
      return index > 0
        ? []
        : chosen.map((text) => ({ kind: 'decision', weight: CHOSEN, ...known, ...conciseStatement(text) }))
    const found = kindOf(message, unit, features[index] ?? NONE)
    return found ? said({ ...found, ...known }, unit, units[index + 1]) : []
  })
}
const NONE: Features = new Set()
/** Naming an option is a decision, in any wording. */
const CHOSEN = 0.8

function kindOf(message: Message, unit: Unit, features: Features): Found | undefined {
  const heavy = weighed(features)
  if (heavy) return heavy
  if (unit.box === 'done') return { kind: 'done', weight: 1 }
  const text = withoutMarkdown(unit.text)
  const cue = CUES[message.speaker].find(
    ({ near, says, unless }) =>
      near.some((name) => features.has(name)) && says.test(text) && !unless.test(text),
  )
  // Questions in the middle of a turn are rhetorical: the agent continues.
  if (!cue || (cue.kind === 'question' && features.has('mid-turn'))) return undefined
  return { kind: cue.kind, weight: cue.weight }
}

function said(
  known: Omit<Statement, 'text' | 'why'>,
  unit: Unit,
  next: Unit | undefined,
): readonly Statement[] {
  const { text, why = next?.block === unit.block ? reasonIn(next.text) : undefined } = conciseStatement(
    withoutMarkdown(unit.text),
  )
  return text === '' ? [] : [{ ...known, text, ...(why && { why }) }]
}

/** The next sentence, if it gives the reason. */
function reasonIn(next: string): string | undefined {
  const text = withoutMarkdown(next)
  return GIVES_REASON.test(text) ? reasonOf(text) : undefined
}

const GIVES_REASON =
  /^(?:because|reason|the reason|otherwise|that way|it'?s (?:simpler|safer|cheaper)|(?:this|that|it) (?:\w{1,12} )?(?:keeps|avoids|ensures|prevents|means|makes|lets|would|leaves))\b/i

export type Fitted = (typeof FITTED)[number]

interface Weighed {
  readonly kind: Fitted
  /** From 0.5 to 1. */
  readonly weight: number
}

/** The kind with the highest weight, if it is at least 0.5. */
export function weighed(features: Features): Weighed | undefined {
  if (!isEnglish(features)) return undefined
  const sums = sumsOf(features)
  let best: Weighed | undefined
  FITTED.forEach((kind, index) => {
    const weight = 1 / (1 + Math.exp(ENOUGH[kind] - (sums[index] ?? 0) / HUNDREDTHS))
    if (weight >= 0.5 && weight > (best?.weight ?? 0)) best = { kind, weight }
  })
  return best
}

const HUNDREDTHS = 100

/** A longer sentence without stop words is in another language, where similar-looking words have other meanings. */
function isEnglish(features: Features): boolean {
  if (SHORT.some((name) => features.has(name)) || features.has('=code') || features.has('=<code>'))
    return true
  for (const name of features) if (name.startsWith('=') && isEnglishStopWord(name.slice(1))) return true
  return false
}
const SHORT = ['words 1', 'words 2', 'words 4'] as const

function sumsOf(features: Features): readonly number[] {
  const sums = FITTED.map(() => 0)
  for (const name of features) {
    const weights = weightsOf(name)
    if (!weights) continue
    for (let index = 0; index < sums.length; index += 1)
      sums[index] = (sums[index] ?? 0) + (weights[index] ?? 0)
  }
  return sums
}

/** Parsed on first use: a short process needs few entries. */
function weightsOf(name: string): readonly number[] | undefined {
  const weights = TABLE().get(name)
  if (typeof weights !== 'string') return weights
  const numbers = weights.split(',').map(Number)
  TABLE().set(name, numbers)
  return numbers
}

/** Built on first use, to keep loading fast. */
const TABLE = once((): Map<string, string | readonly number[]> => {
  const table = new Map<string, string>()
  for (const entry of WEIGHTS.replaceAll('\n', '; ').split('; ')) {
    const at = entry.lastIndexOf(' ')
    if (at > 0) table.set(entry.slice(0, at), entry.slice(at + 1))
  }
  return table
})

/** Kinds for which a pattern is as good as fitted weights. Patterns must not nest quantifiers. */
interface Cue {
  readonly kind: Extract<StatementKind, 'question' | 'resolved' | 'done'>
  readonly weight: number
  /** At least one of these features is present wherever the pattern can match; avoids compiling unused patterns. */
  readonly near: readonly string[]
  readonly says: RegExp
  readonly unless: RegExp
}

const CUES: Readonly<Record<Speaker, readonly Cue[]>> = {
  assistant: [
    {
      kind: 'resolved',
      weight: 0.7,
      near: ['=fixed', '=resolved', '=fix', '=works'],
      says: /^(?:(?:both|all|the) )?(?:\S{1,30} ){0,5}?(?:fixed|resolved)\b(?! by\b)|^fix:|\b(?:is|are|was|were|been|already) (?:now )?(?:fixed|resolved)\b(?! by\b)|\bworks now\b/i,
      unless: /\b(?:should be|to be|not|isn't|n't|what was) (?:fixed|resolved)\b|\bsummary\b|^here's\b|:$/i,
    },
    {
      kind: 'question',
      weight: 0.7,
      near: ['=?', '=know', '=confirm', '=choose', '=should'],
      says: /\?["')]?$|^(?:let me know (?:which|whether|if you(?:'d| want| prefer))|please (?:confirm|choose))\b|^should (?:we|i):$/i,
      unless: /^(?:is that it|wait|["'“])|\bmake sense\?$/i,
    },
    {
      kind: 'done',
      weight: 0.6,
      near: ['s.done', 'did', '=released', '=deployed', '=place'],
      says: /^(?:done|completed|finished|implemented|committed|pushed|merged|released|deployed)\b.{12}|\b(?:is|are|has been|have been) (?:now )?(?:done|completed?|implemented|merged|pushed|committed|deployed|in place)\b/i,
      unless: /\b(?:not|isn't|once|when|if|until|should be|to be|will be|needs? to)\b|\?$/i,
    },
  ],
  user: [
    {
      kind: 'question',
      weight: 0.6,
      near: ['=?'],
      says: /\?["')]?$/,
      unless:
        /^(?:(?:and|ok|so),? )?(?:can|could|would|will) (?:you|we)\b|\b(?:make sense|do you think|you sure|right|yeah|no)\?$/i,
    },
  ],
}

/** What a short answer chose: the text of the options, or of the offer. */
function chosenIn(answer: string, before: string): readonly string[] {
  const said = answer.trim()
  if (said.length > LONGEST) return []
  const options = optionsIn(before)
  const chosen = [...said.matchAll(LABEL)].flatMap(([, label = '']) => options.get(label.toLowerCase()) ?? [])
  if (chosen.length > 0) return chosen
  return YES.test(said) ? offeredIn(before).filter((offer) => !ROUTINE.test(offer)) : []
}

const LONGEST = 80
/** A number or letter that names an option, not a quantity or an article. */
const LABEL =
  /(?:^|\boption |\b(?:do|go with|pick|take|tackle|and|leaning|think) |[#,&] ?)([a-d]|\d{1,2})\b(?!['.]\w| \w{0,12}s\b)/gi
const YES =
  /^(?:yes|yeah|yep|yup|sure|ok(?:ay)?|y|please do|do it|go ahead|sounds good)[\s.!,]{0,4}(?:please|do it|go ahead|thanks)?[\s.!]{0,3}$/i
/** Routine actions: agreeing to one is not a decision. */
const ROUTINE =
  /^(?:also )?(?:commit|push|merge|open|create|post|run|re-?run|delete|remove|fix|look|check|investigate|continue|proceed|start|go|tackle|apply|add|update|review|draft|write|test|verify|move|move on|do|try|show|clean|rebuild|reply|file|log|set)\b/i
const OPTION =
  /^[ \t]{0,8}(?:[-*] )?(?:#{1,4} )?\*{0,2}(?:option |choice )?([a-d]|\d{1,2})\*{0,2}[.):—-]\s{0,3}(\S.{2,400})$/gim
const OFFER =
  /^(?:.{0,60}[—,] )?(?:want me to|should i|shall i|would you like me to|do you want me to|do you want to) (.{3,300})\?$/i

function optionsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  // A later list is nearer to the question.
  for (const [, label = '', option = ''] of text.slice(-FAR).matchAll(OPTION))
    found.set(label.toLowerCase(), withoutMarkdown(option))
  return found
}
const FAR = 8000

/** The last offer is the one that was answered. */
function offeredIn(text: string): readonly string[] {
  const offers = unitsIn(text.slice(-FAR)).flatMap(
    (unit) => OFFER.exec(withoutMarkdown(unit.text))?.[1] ?? [],
  )
  const last = offers.at(-1)
  return last === undefined ? [] : [last]
}
