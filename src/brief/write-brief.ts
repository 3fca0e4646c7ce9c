import { shortenConclusion } from '../extract/conclusion.ts'
import { countText } from '../text/time.ts'
import { type CountTokens, composeWithin, countOnce, estimateTokens, tokenCeiling } from '../text/tokens.ts'
import { letterPattern } from '../text/words.ts'
import { type Claim, type ClaimCheck, claimKey, SECTIONS, type Section } from './claim.ts'

export interface WrittenBrief {
  readonly lines: readonly ChosenClaim[]
  readonly told: readonly string[]
  readonly left: Readonly<Partial<Record<Section, number>>>
  readonly text: string
  /** The parts of the text, in reading order. */
  readonly parts: readonly BriefPart[]
  /** An upper bound, because an exact count takes longer than composing. */
  readonly tokens: number
}

const PARTS = [
  'standing',
  'goal',
  'open',
  'decisions',
  'facts',
  'exchange',
  'files',
  'commands',
  'others',
] as const
/** The part `left` is the line about omitted claims. */
export interface BriefPart {
  readonly part: (typeof PARTS)[number] | 'left'
  readonly text: string
}

interface WritingAsk {
  readonly budget: number
  readonly count: CountTokens
}

/** Tokens reserved for the line that reports what did not fit. */
const LEFT_OUT_TOKENS = 50

/** The claims that fit into the budget, as Markdown; undefined if none fits. */
export function writeBrief(
  claims: readonly Claim[],
  { budget, count }: WritingAsk,
): WrittenBrief | undefined {
  const room = budget - LEFT_OUT_TOKENS
  const within = (most: number, cost: CountTokens) =>
    writeWithin(claims, { budget, room: most, cost: (claim) => cost(claimLine(claim)) })
  const estimate = countOnce(estimateTokens)
  const first = composeWithin((cost) => within(room, cost), { budget, count, estimate })
  if (!first) return undefined
  const tokens = Math.min(budget, upperBound(first.text))
  // Joined lines need fewer tokens than the sum of the single lines, so there may be room for more.
  const more = budget - tokens < ONE_MORE_LINE ? undefined : within(room + budget - tokens, estimate)
  const tokensOfMore = upperBound(more?.text ?? '')
  return more && tokensOfMore <= budget ? { ...more, tokens: tokensOfMore } : { ...first, tokens }
}

/** Quoted text in other languages needs slightly more tokens than the upper bound for English allows. */
const upperBound = (text: string): number => Math.ceil(1.06 * tokenCeiling(text))

const ONE_MORE_LINE = 30

interface Room {
  readonly budget: number
  /** The maximum for the sum of the line costs. */
  readonly room: number
  readonly cost: (claim: Claim) => number
}

function writeWithin(claims: readonly Claim[], room: Room): Omit<WrittenBrief, 'tokens'> | undefined {
  const { chosen, left } = chooseClaims(claims, room)
  if (chosen.length === 0) return undefined
  const cut = leftOutText(left, room.budget)
  const parts: readonly BriefPart[] = [
    ...textParts(withoutQuotedDecisions(chosen.map(({ claim }) => claim))),
    ...(cut ? [{ part: 'left' as const, text: cut }] : []),
  ]
  return {
    lines: chosen,
    told: chosen.map(({ claim }) => claimKey(claim)),
    left,
    text: parts.map(({ text }) => text).join('\n\n'),
    parts,
  }
}

/** Omits a decision that the quoted answer already states. */
function withoutQuotedDecisions(chosen: readonly Claim[]): readonly Claim[] {
  const answer = lettersIn(chosen.find(({ section }) => section === 'answer')?.text ?? '')
  return chosen.filter(({ section, text }) => section !== 'decisions' || !answer.includes(lettersIn(text)))
}
const lettersIn = (text: string): string => text.replaceAll(otherThanLettersFor(text), '')
const otherThanLettersFor = letterPattern(/[^A-Za-z0-9]+/g, () => /[^\p{L}\p{N}]+/gu)

/** A claim that was chosen for the brief. Its tokens include the line break. */
interface ChosenClaim {
  readonly claim: Claim
  readonly tokens: number
}

interface ChosenClaims {
  readonly chosen: readonly ChosenClaim[]
  /** How many claims of each section did not fit. */
  readonly left: Readonly<Partial<Record<Section, number>>>
}

interface ShareOfBudget {
  readonly sections: readonly Section[]
  /** The share of the budget that the tier may use before the next tier gets its share. */
  readonly share: number
}

/** The most important tier comes first. The rest of the budget is distributed in the same order. */
const TIERS: readonly ShareOfBudget[] = [
  { sections: ['standing'], share: 0.2 },
  { sections: ['goal'], share: 0.2 },
  { sections: ['blockers', 'next', 'questions', 'uncommitted'], share: 0.45 },
  { sections: ['facts'], share: 0.2 },
  { sections: ['decisions'], share: 0.3 },
  { sections: ['asked', 'answer'], share: 0.3 },
  { sections: ['files'], share: 0.25 },
  { sections: ['commands'], share: 0.1 },
  { sections: ['others'], share: 0.1 },
]

/** Sections whose best line is chosen before everything else. */
const FIRST: readonly Section[] = ['standing', 'goal', 'blockers', 'next', 'decisions', 'questions', 'facts']

/** The number of budget tokens per allowed line, so that a larger budget allows more lines. */
const TOKENS_PER_LINE: Readonly<Partial<Record<Section, number>>> = {
  decisions: 150,
  facts: 150,
  others: 500,
}
const LEAST_LINES = 3
const MOST_FILES = 20

function mostLines(section: Section, budget: number): number {
  if (section === 'files') return MOST_FILES
  const each = TOKENS_PER_LINE[section]
  return each === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST_LINES, Math.floor(budget / each))
}

/** The maximum average number of characters per token in a line. */
const MOST_LETTERS = 7
/** The cost of a heading and the empty line before it. */
const HEADING_TOKENS = 6

/**
 * Takes the best line of every important section, then each tier within its share, then whatever still fits. Only
 * quoted messages are ever truncated.
 */
function chooseClaims(claims: readonly Claim[], ask: Room): ChosenClaims {
  const ranked = limitPerSection(claims, ask.budget)
  const taken = new Map<Claim, ChosenClaim>()
  const begun = new Set<Section>()
  let room = ask.room
  const takeWhole = (original: Claim, claim: Claim, limit: number): number => {
    // Counting is slow, so claims that are far too long are rejected by length.
    if (claim.text.length > MOST_LETTERS * limit) return 0
    const own = ask.cost(claim) + 1
    const price = own + (begun.has(claim.section) ? 0 : HEADING_TOKENS)
    if (price > limit) return 0
    taken.set(original, { claim, tokens: own })
    begun.add(claim.section)
    room -= price
    return price
  }
  const take = (claim: Claim, most: number): number => {
    const limit = Math.min(most, room)
    if (taken.has(claim)) return 0
    for (const version of versionsOf(claim)) {
      const price = takeWhole(claim, version, limit)
      if (price > 0) return price
    }
    return 0
  }
  for (const section of FIRST) for (const best of inSection(ranked, section).slice(0, 1)) take(best, room)
  for (const { sections, share } of TIERS) {
    let own = Math.floor(share * ask.room)
    for (const claim of inSections(ranked, sections)) own -= take(claim, own)
  }
  for (const { sections } of TIERS) for (const claim of inSections(ranked, sections)) take(claim, room)
  // Uses the remaining budget to lengthen the quotes that were shortened to fit their share.
  for (const claim of inSections(ranked, ['answer', 'asked'])) {
    const short = taken.get(claim)
    if (!short || short.claim === claim) continue
    taken.delete(claim)
    room += short.tokens
    take(claim, room)
  }
  const chosen = SECTIONS.flatMap((section) =>
    inReadingOrder(section, inSection(ranked, section)).flatMap((claim) => taken.get(claim) ?? []),
  )
  return { chosen, left: leftOut(claims, taken) }
}

/** The claim and, if it quotes a message, shorter versions of it. */
function versionsOf(claim: Claim): readonly Claim[] {
  if (claim.section !== 'answer' && claim.section !== 'asked') return [claim]
  const shorter = SHORTER.filter((most) => most < claim.text.length)
  return [claim, ...shorter.map((most) => ({ ...claim, text: shortenConclusion(claim.text, most) }))]
}
const SHORTER: readonly number[] = [1800, 1200, 800, 500, 250, 120]

/** Notes are sorted by time, files and sessions by score. */
const inReadingOrder = (section: Section, claims: readonly Claim[]): readonly Claim[] =>
  BY_SCORE.has(section) ? claims : [...claims].sort((a, b) => a.at - b.at)
const BY_SCORE: ReadonlySet<Section> = new Set(['standing', 'files', 'commands', 'others'])

const inSections = (claims: readonly Claim[], sections: readonly Section[]): readonly Claim[] =>
  claims.filter(({ section }) => sections.includes(section))

const inSection = (claims: readonly Claim[], section: Section): readonly Claim[] =>
  claims.filter((claim) => claim.section === section)

/** Limits the claims of each section and returns the best first. */
function limitPerSection(claims: readonly Claim[], budget: number): readonly Claim[] {
  const kept = new Map<Section, number>()
  return [...claims]
    .sort((a, b) => b.score - a.score || SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section))
    .filter(({ section }) => {
      const n = (kept.get(section) ?? 0) + 1
      kept.set(section, n)
      return n <= mostLines(section, budget)
    })
}

function leftOut(claims: readonly Claim[], taken: ReadonlyMap<Claim, unknown>): ChosenClaims['left'] {
  const left: Partial<Record<Section, number>> = {}
  for (const claim of claims) if (!taken.has(claim)) left[claim.section] = (left[claim.section] ?? 0) + 1
  return left
}

const PART_OF: Readonly<Record<Section, (typeof PARTS)[number]>> = {
  standing: 'standing',
  goal: 'goal',
  blockers: 'open',
  next: 'open',
  questions: 'open',
  uncommitted: 'open',
  decisions: 'decisions',
  facts: 'facts',
  asked: 'exchange',
  answer: 'exchange',
  files: 'files',
  commands: 'commands',
  others: 'others',
}

/** The beginning of a claim's line. In parts without a heading, all claims share one line. */
const STARTS: Readonly<Record<Section, string>> = {
  standing: '',
  goal: '',
  blockers: '- Blocked: ',
  next: '- ',
  questions: '- Unanswered question: ',
  uncommitted: '- ',
  decisions: '- ',
  facts: '- ',
  asked: 'You: ',
  answer: 'Answer: ',
  files: '- ',
  commands: '',
  others: '- ',
}

/** A claim as a line of the brief, with a mark if it has changed. */
export function claimLine(claim: Claim): string {
  const { section, text, from } = claim
  // The text of a failed command needs no prefix.
  const start = section === 'blockers' && claim.about?.command ? '- ' : STARTS[section]
  const isQuoted = section === 'asked' || section === 'answer' || (section === 'goal' && from)
  const said = isQuoted ? JSON.stringify(text) : text
  const note = `${from ? ` (${from})` : ''}${markOf(claim.check)}`
  // A block of lines is easier to read than one string.
  return text.includes('\n') ? `Answer${note}:\n${text.replaceAll(/^/gm, '> ')}` : `${start}${said}${note}`
}

export const markOf = (check: ClaimCheck | undefined): string =>
  check?.why && (check.kind === 'changed' || check.kind === 'gone') ? ` [${check.why}]` : ''

function textParts(claims: readonly Claim[]): readonly BriefPart[] {
  return PARTS.flatMap((part) => {
    const own = claims.filter(({ section }) => PART_OF[section] === part)
    return own.length > 0 ? [{ part, text: textOf(part, own) }] : []
  })
}

function textOf(part: (typeof PARTS)[number], claims: readonly Claim[]): string {
  const lines = claims.map(claimLine)
  switch (part) {
    case 'standing':
      return `Where things stand: ${lines.join(' ')}`
    case 'goal':
      return `Goal: ${lines.join(' ')}`
    case 'open':
      return ['Open', ...claims.toSorted((a, b) => a.at - b.at).map(claimLine)].join('\n')
    case 'decisions':
      return ['Decided', ...lines].join('\n')
    case 'facts':
      return ['Worth knowing', ...lines].join('\n')
    case 'exchange':
      return ['Last exchange', ...lines].join('\n')
    case 'files':
      return ['Files in play', ...fileLines(claims)].join('\n')
    case 'commands':
      return `How to run: ${lines.join(' · ')}`
    case 'others':
      return ['Other sessions', ...lines].join('\n')
  }
}

const MOST_FILE_LINES = 8

/**
 * Files of the last session, each with its reason, then other files and files of earlier sessions, one line each.
 */
function fileLines(claims: readonly Claim[]): readonly string[] {
  const own = claims.filter(({ isEarlier }) => !isEarlier)
  const best = own.filter(({ text }) => text.endsWith(')')).slice(0, MOST_FILE_LINES)
  const also = own.filter((claim) => !best.includes(claim))
  const earlier = claims.filter((claim) => claim.isEarlier)
  return [
    ...best.map(claimLine),
    ...namesLine(best.length > 0 ? 'also: ' : '', also),
    ...namesLine('in earlier sessions: ', earlier),
  ]
}

function namesLine(start: string, claims: readonly Claim[]): readonly string[] {
  const names = claims.map(({ text, check }) => `${text.replace(WHY, '')}${markOf(check)}`)
  return names.length > 0 ? [`- ${start}${names.join(', ')}`] : []
}
const WHY = / \([^()]*\)$/

/** The nouns for counting omitted claims in the brief. */
const NAMES: Readonly<Record<Section, readonly [one: string, several: string]>> = {
  standing: ['remark', 'remarks'],
  goal: ['goal', 'goals'],
  blockers: ['blocker', 'blockers'],
  next: ['next step', 'next steps'],
  questions: ['question', 'questions'],
  uncommitted: ['list of uncommitted files', 'lists of uncommitted files'],
  decisions: ['decision', 'decisions'],
  facts: ['fact', 'facts'],
  asked: ['prompt', 'prompts'],
  answer: ['answer', 'answers'],
  files: ['file', 'files'],
  commands: ['command', 'commands'],
  others: ['session', 'sessions'],
}

/** `Left out: 3 decisions, 12 files (leftoff brief --budget 3000)`, or an empty string. */
function leftOutText(left: Readonly<Partial<Record<Section, number>>>, budget: number): string {
  const { others = 0, ...lines } = left
  const counts = SECTIONS.flatMap((section) => {
    const n = section === 'others' ? 0 : (lines[section] ?? 0)
    return n > 0 ? [countText(n, ...NAMES[section])] : []
  })
  const parts = [
    ...(counts.length > 0 ? [`${counts.join(', ')} (leftoff brief --budget ${2 * budget})`] : []),
    ...(others > 0 ? [`${countText(others, ...NAMES.others)} (leftoff session list)`] : []),
  ]
  return parts.length > 0 ? `Left out: ${parts.join(', ')}` : ''
}
