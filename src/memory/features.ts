import { SIGNALS } from './signals.ts'
import { editsOf, type Turn } from './turn.ts'
import type { UserSentence } from './user-sentences.ts'
import { languageIn, ruleWords } from './words.ts'

/** The context of a sentence: what was said and done before it, and how the assistant replied. */
export interface SentenceContext {
  readonly before?: Turn | undefined
  readonly after?: Turn | undefined
  /** Position of the sentence in the message. */
  readonly index: number
  readonly count: number
  /** The rule words in the assistant's preceding text and actions. */
  readonly known: ReadonlySet<string>
  /** Whether the message contains a plan, a document or a log. */
  readonly isHandedOver: boolean
  /** Whether another sentence of the message reads like a review comment. */
  readonly isBesideReview: boolean
}

/** Names of the features that a sentence has. */
export function featuresOf(said: UserSentence, standing: SentenceContext): readonly string[] {
  const place = placeOf(said, standing)
  const found = new Set(place)
  for (const [name, pattern] of Object.entries(SIGNALS)) if (pattern.test(said.plain)) found.add(name)
  // "Why did you ...?" is an objection, not a question, and usually short.
  if (found.has('why did you')) for (const name of ['question', 'few words', 'short']) found.delete(name)
  if (!found.has('question') || found.has('rhetorical question')) found.delete('asked politely')
  // "Does not seem right" is an objection, not a reported failure or a doubt.
  if (found.has('not quite right')) for (const name of ['does not work', 'a thought']) found.delete(name)
  return [...found, ...together(found)]
}

/** Combinations of signals that weigh more or less than the sum of their parts. */
function together(found: ReadonlySet<string>): readonly string[] {
  const any = (names: readonly string[]): boolean => names.some((name) => found.has(name))
  const isObjection = any(OBJECTING)
  const isDoubtful = any(DOUBTFUL)
  return Object.entries({
    any: true,
    objection: isObjection,
    'plain order': any(ORDERING) && !isDoubtful,
    'plain rule':
      any(RULING) && !isDoubtful && !any(['handed over', 'points back', 'this once', 'few words']),
    'reasoned objection': isObjection && any(REDIRECTING) && !any(['casual no', 'a task']),
    'direct question': any(DIRECT) && found.has('question'),
    'objecting question': isObjection && found.has('question'),
    'task with ever': found.has('a task') && any(['ever', 'that never']),
    'a rule that says ever': found.has('a rule that says') && found.has('ever'),
    // A wish at the start of a session describes a task, unless it is an order.
    'opens with a wish': found.has('first of all') && !any(ORDERING),
    'after stop, plainly': found.has('after stop') && !found.has('handed over'),
    declines: found.has('after offer') && any(['no at the start', 'an answer', 'order not to', 'prefer']),
    nothing: !isObjection && !any(DIRECT) && !any(WEAK),
  }).flatMap(([name, holds]) => (holds ? [name] : []))
}

const ORDERING = [
  'ever at the start',
  'ever at the end',
  'order not to',
  'order to stop',
  'from now on',
  'a rule that says',
  'without asking',
] as const
/** Each of these signals alone makes a sentence a rule. */
const RULING = ['ever at the start', 'order to stop', 'from now on'] as const
const REDIRECTING = [
  'this, not that',
  'instead',
  'instead of',
  'should not',
  'should',
  'order not to',
  'not to, later',
  'undo',
  'no need',
] as const
const DOUBTFUL = [
  'question',
  'casual no',
  'i do not know',
  'do not worry',
  'it never',
  'that never',
  'a task',
  'if it',
  'a thought',
] as const

export const DIRECT = [
  'ever at the start',
  'ever ordered',
  'ever at the end',
  'from now on',
  'as a rule',
  'make it a rule',
  'a rule that says',
  'again',
  'order not to',
  'not to, later',
  'order to stop',
  'prefer',
  'should not',
  'of every',
  'without asking',
] as const
const OBJECTING = [
  'no at the start',
  'not like that',
  'i asked',
  'why did you',
  'you did',
  'you are doing',
  'you should',
  'undo',
  'be careful',
  'no need',
] as const
const WEAK = [
  'instead of',
  'instead',
  'this, not that',
  'should',
  'has to be',
  'we want',
  'i want',
  'let us instead',
  'order to use',
  'make sure',
  'refers to rules',
] as const

function placeOf(said: UserSentence, standing: SentenceContext): readonly string[] {
  const { before, after, index, count, known, isHandedOver } = standing
  const told = before?.role === 'assistant' ? before : undefined
  return Object.entries({
    'first of all': told === undefined,
    'after action': (told?.actions?.length ?? 0) > 0,
    'after stop': told?.isInterrupted === true,
    'after reverted': told?.isReverted === true,
    'after offer': OFFER.test(told?.text.slice(-300) ?? ''),
    admitted: after?.role === 'assistant' && ADMITS.test(after.text.slice(0, 400)),
    complied: after?.role === 'assistant' && COMPLIES.test(after.text.slice(0, 250)),
    redone: isRedone(told, after),
    'of what was done': shareOf(said, known) > 0.5,
    'first sentence': index === 0,
    'only sentence': count === 1,
    'many sentences': count > 14,
    'handed over': isHandedOver,
    'beside a review': standing.isBesideReview,
    shouted: SHOUTED.test(said.text) && /[a-z]{3}/.test(said.text),
    item: said.isItem,
    'under heading': said.heading !== undefined,
    long: said.plain.length > 300,
    short: said.plain.length < 25,
    'few words': ruleWords(said.text).length < 2,
    'of a language': languageIn(said.text) !== undefined,
  }).flatMap(([name, holds]) => (holds ? [name] : []))
}

const SHOUTED = /\b(?:NOT|NEVER|DON'T|DO NOT|ALWAYS|ONLY|NO|MUST|STOP|EXACTLY|WRONG|ANY|ALL|JUST|INSTEAD)\b/
/** The assistant asked a question, so "no" declines an offer and is not a correction. */
const OFFER = /\?["')*_\s]{0,4}$/
const ADMITS =
  /\b(?:you(?:'|’)re (?:absolutely |completely |totally |quite )?(?:right|correct)|you are (?:absolutely |completely )?(?:right|correct)|apologi[sz]e|apologies|i'm sorry|sorry about|my mistake|my bad|good (?:catch|point|call)|fair (?:point|enough)|i should(?:n't| not)? have|i made (?:a|an) (?:mistake|error)|i misunderstood|thank you for (?:pointing|the correction|catching|clarif)|i missed|i see the (?:issue|problem|confusion))\b/i

/** The assistant starts to change what it did. */
const COMPLIES =
  /\b(?:(?:let me|i'll|i will|i need to|i should|going to) (?:instead |just |now |also |quickly )?(?:fix|correct|revert|undo|redo|simplify|remove|drop|switch|move|rename|restore|rework|rewrite|replace|clean|change|adjust|take|put)|revert(?:ing|ed)|undoing|simplify|got it|understood|makes sense|agreed|right[,.!—-]|ah[,.!—-]|oh[,.!—-]|ok(?:ay)?,? (?:so|i))/i

/** Whether the turns before and after the sentence edit the same file. */
function isRedone(before: Turn | undefined, after: Turn | undefined): boolean {
  const edited = new Set(editsOf(before).map(({ target }) => target))
  return after?.role === 'assistant' && editsOf(after).some(({ target }) => edited.has(target))
}

function shareOf({ text }: UserSentence, known: ReadonlySet<string>): number {
  const words = ruleWords(text)
  return words.length === 0 ? 0 : words.filter((word) => known.has(word)).length / words.length
}
