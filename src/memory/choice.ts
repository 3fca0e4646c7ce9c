import { meant } from './meant.ts'
import { polarityOf, tellingWords } from './words.ts'

/** What a rule wants and what it refuses. */
export interface Choice {
  readonly wanted: readonly string[]
  readonly refused: readonly string[]
}

const OVER =
  /^(.{0,160}?)(?:,? (?:instead of|rather than|over|in place of|and not|but not|not|never)) (?:use |using |the |a |an )?(.{1,160})$/i
const USE =
  /\b(?:use|using|prefer|choose|pick|write|adopt|indent with|stick (?:to|with)|switch to|go with)\b (?:the |a |an )?(.{1,120})/i

export function choiceIn(rule: string): Choice {
  const text = rule.replace(/[.!]{1,3}$/, '')
  const halves = halvesOf(text)
  if (halves) return halves
  const parted = OVER.exec(text)
  if (parted && polarityOf(text) === 'do')
    return {
      wanted: objectOf(USE.exec(parted[1] ?? '')?.[1] ?? parted[1] ?? ''),
      refused: objectOf(parted[2] ?? ''),
    }
  const object = objectOf(USE.exec(text)?.[1] ?? '')
  return polarityOf(text) === 'leave' ? { wanted: [], refused: object } : { wanted: object, refused: [] }
}

/** The thing itself, without where and what for. */
const objectOf = (text: string): readonly string[] =>
  tellingWords(
    text.split(
      / (?:for|in|on|when|while|as|with|to|if|unless|because|from|by|everywhere|at)\b|[,;(]/,
      1,
    )[0] ?? '',
  ).map(meant)

/** `Use npm, never pnpm`, `never npm, use pnpm`: of two short clauses one wants and the other refuses. */
function halvesOf(text: string): Choice | undefined {
  const halves = clausesOf(text).map((clause) => ({
    isRefused: isForbidding(clause),
    things: objectOf(USE.exec(clause)?.[1] ?? clause),
    isNamed: USE.test(clause),
  }))
  const [one, other] = halves
  if (halves.length !== 2 || !one || !other || one.isRefused === other.isRefused) return undefined
  const isShort = halves.every(({ things, isNamed }) => things.length > 0 && (isNamed || things.length === 1))
  if (!isShort || !halves.some(({ isNamed }) => isNamed)) return undefined
  const [refused, wanted] = one.isRefused ? [one, other] : [other, one]
  return { wanted: wanted.things, refused: refused.things }
}

/** One wants what the other refuses. */
export const isCrossed = (one: Choice, other: Choice): boolean =>
  one.wanted.some((word) => other.refused.includes(word)) ||
  other.wanted.some((word) => one.refused.includes(word))

/** `pnpm, never npm`, `pnpm instead of npm`: each half is a clause, and keeps the word that turns it. */
export const clausesOf = (rule: string): readonly string[] =>
  rule
    .slice(0, FAR)
    .replaceAll(/\b(?:instead of|rather than|in place of|as opposed to)\b/gi, '; never')
    .split(/[,;:.!]\s|[.!;]$|\s(?:but|—|--?)\s|\s(?=(?:never|not)\s)/i)
    .map((clause) => clause.trim())
    .filter(Boolean)
const FAR = 2000
export const isForbidding = (clause: string): boolean =>
  /^not\s/i.test(clause) || polarityOf(clause) === 'leave'
