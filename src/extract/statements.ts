import { withoutMarkdown } from '../text/prose.ts'
import { type Unit, unitsIn } from '../text/sentences.ts'
import { decisionsIn } from './decisions.ts'
import { goalIn } from './goal.ts'
import { openEndsIn } from './open-ends.ts'
import {
  conciseStatement,
  type Speaker,
  type SpokenMessage,
  type Statement,
  type StatementKind,
} from './statement.ts'

/**
 * The statements of a message in order, at most one per sentence unless an answer chooses several options.
 */
export function statementsIn(message: SpokenMessage): readonly Statement[] {
  const { speaker, text, before } = message
  const chosen = speaker === 'user' && before ? chosenIn(text, before) : []
  if (chosen.length > 0)
    return chosen.map((option) => ({ kind: 'decision', speaker, at: 0, ...conciseStatement(option) }))
  const stated = new Map(statedIn(message).map((one) => [one.at, one]))
  return unitsIn(text).flatMap((unit) => stated.get(unit.at) ?? cueIn(message, unit) ?? [])
}

/** The goal, decisions and open items. */
function statedIn({ speaker, text, isFirst, isFinal }: SpokenMessage): readonly Statement[] {
  const goal = isFirst && speaker === 'user' ? goalIn(text) : undefined
  const open = speaker === 'assistant' && isFinal !== false ? openEndsIn(text) : []
  return [
    ...open.map((end) => ({ speaker, ...end })),
    ...decisionsIn(speaker, text).map((one) => ({ kind: 'decision' as const, speaker, ...one })),
    ...(goal ? [{ kind: 'goal' as const, speaker, ...goal }] : []),
  ]
}

function cueIn({ speaker, isFinal }: SpokenMessage, unit: Unit): Statement | undefined {
  const text = withoutMarkdown(unit.text)
  const found =
    unit.box === 'done'
      ? DONE
      : CUES[speaker].find(({ says, unless }) => says.test(text) && !unless.test(text))
  // Questions in the middle of a turn are rhetorical, because the agent continues without an answer.
  if (!found || (found.kind === 'question' && isFinal === false)) return undefined
  const concise = conciseStatement(text)
  return concise.text === '' ? undefined : { kind: found.kind, speaker, at: unit.at, ...concise }
}

const DONE = { kind: 'done' } as const

/** A sentence that reports or asks something. Patterns must not nest quantifiers. */
interface Cue {
  readonly kind: Extract<StatementKind, 'question' | 'resolved' | 'done'>
  readonly says: RegExp
  readonly unless: RegExp
}

const CUES: Readonly<Record<Speaker, readonly Cue[]>> = {
  assistant: [
    {
      kind: 'resolved',
      says: /^(?:(?:both|all|the) )?(?:\S{1,30} ){0,5}?(?:fixed|resolved)\b(?! by\b)|^fix:|\b(?:is|are|was|were|been|already) (?:now )?(?:fixed|resolved)\b(?! by\b)|\bworks now\b/i,
      unless: /\b(?:should be|to be|not|isn't|n't|what was) (?:fixed|resolved)\b|\bsummary\b|^here's\b|:$/i,
    },
    {
      kind: 'question',
      says: /\?["')]?$|^(?:let me know (?:which|whether|if you(?:'d| want| prefer))|please (?:confirm|choose))\b|^should (?:we|i):$/i,
      unless: /^(?:is that it|wait|["'“])|\bmake sense\?$/i,
    },
    {
      kind: 'done',
      says: /^(?:done|completed|finished|implemented|committed|pushed|merged|released|deployed)\b.{12}|\b(?:is|are|has been|have been) (?:now )?(?:done|completed?|implemented|merged|pushed|committed|deployed|in place)\b/i,
      unless: /\b(?:not|isn't|once|when|if|until|should be|to be|will be|needs? to)\b|\?$/i,
    },
  ],
  user: [
    {
      kind: 'question',
      says: /\?["')]?$/,
      unless:
        /^(?:(?:and|ok|so),? )?(?:can|could|would|will) (?:you|we)\b|\b(?:make sense|do you think|you sure|right|yeah|no)\?$/i,
    },
  ],
}

/** The text of the options or the offer that a short answer accepts. */
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
/** Routine actions. Agreeing to one of them is not a decision. */
const ROUTINE =
  /^(?:also )?(?:commit|push|merge|open|create|post|run|re-?run|delete|remove|fix|look|check|investigate|continue|proceed|start|go|tackle|apply|add|update|review|draft|write|test|verify|move|move on|do|try|show|clean|rebuild|reply|file|log|set)\b/i
const OPTION =
  /^[ \t]{0,8}(?:[-*] )?(?:#{1,4} )?\*{0,2}(?:option |choice )?([a-d]|\d{1,2})\*{0,2}[.):—-]\s{0,3}(\S.{2,400})$/gim
const OFFER =
  /^(?:.{0,60}[—,] )?(?:want me to|should i|shall i|would you like me to|do you want me to|do you want to) (.{3,300})\?$/i

function optionsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  // A later list replaces an earlier one, because it is nearer to the question.
  for (const [, label = '', option = ''] of text.slice(-FAR).matchAll(OPTION))
    found.set(label.toLowerCase(), withoutMarkdown(option))
  return found
}
const FAR = 8000

/** Only the last offer, because the user is answering that one. */
function offeredIn(text: string): readonly string[] {
  const offers = unitsIn(text.slice(-FAR)).flatMap(
    (unit) => OFFER.exec(withoutMarkdown(unit.text))?.[1] ?? [],
  )
  const last = offers.at(-1)
  return last === undefined ? [] : [last]
}
