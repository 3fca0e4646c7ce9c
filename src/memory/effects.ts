import { clausesOf, isForbidding } from './similarity.ts'
import { canonicalStem, ruleWords } from './words.ts'

/** The observable part of a rule: words that it demands, and sets of words that it forbids together. */
interface Showing {
  readonly wanted: readonly string[]
  readonly forbidden: readonly (readonly string[])[]
}

/** Conditional rules are not observable, because it is unknown whether the condition was true. */
export function showingOf(rule: string): Showing {
  const wanted: string[] = []
  const forbidden: (readonly string[])[] = []
  for (const clause of clausesOf(rule)) {
    if (CONDITION.test(clause)) continue
    const words = ruleWords(clause.replace(HERE, ' ')).map(canonicalStem)
    if (words.length === 0) continue
    if (!isForbidding(clause)) wanted.push(...words)
    else if (words.length <= MOST_TOGETHER) forbidden.push(words)
  }
  const isForbidden = new Set(forbidden.flat())
  return { wanted: [...new Set(wanted)].filter((word) => !isForbidden.has(word)), forbidden }
}

const CONDITION = /\b(?:without|unless|until|before|after|when|whenever|if|except|while|only)\b/i
const HERE =
  /\b(?:in|for|of) (?:this|our|the|any|every) (?:repo|repository|project|codebase|package|app)\b|\bhere\b/gi
/** A longer text is a sentence, and commands never contain sentences. */
const MOST_TOGETHER = 3

interface Done {
  readonly commands: readonly string[]
  readonly paths: readonly string[]
}

/** Whether any action follows the rule, and whether any action breaks it. */
export function seenIn({ wanted, forbidden }: Showing, { commands, paths }: Done): Seen {
  const deeds = [...commands.map(unquoted), ...paths.map((path) => `edit file files ${path}`)].map(deedOf)
  return {
    isUsed: deeds.some((holds) => wanted.some(holds)),
    isBroken: deeds.some((holds) => forbidden.some((all) => all.every(holds))),
  }
}

interface Seen {
  readonly isUsed: boolean
  readonly isBroken: boolean
}

/** Removes commit messages, which are text and not actions. */
const unquoted = (command: string): string => command.replaceAll(/"[^"]{0,2000}"|'[^']{0,2000}'/g, ' ')

/** A test for words in the action. A word with a slash matches any part of the action's text. */
function deedOf(deed: string): (word: string) => boolean {
  const parts = deed.replaceAll(/[/\\._:@=-]+/g, ' ')
  const words = new Set([...ruleWords(deed), ...ruleWords(parts)].map(canonicalStem))
  const plain = deed.toLowerCase()
  return (word) => words.has(word) || (word.includes('/') && plain.includes(word))
}

/** A number of sessions, out of a total. */
interface Share {
  readonly of: number
  readonly happened: number
}

/** The difference between two shares, with its 95% confidence interval. */
export interface Difference {
  readonly difference: number
  readonly from: number
  readonly to: number
}

/** Newcombe's interval, which is also valid for few sessions. Undefined if one side has no sessions. */
export function differenceOf(one: Share, other: Share): Difference | undefined {
  if (one.of === 0 || other.of === 0) return undefined
  const [p, low, high] = wilson(one)
  const [q, lowOther, highOther] = wilson(other)
  const difference = p - q
  return {
    difference,
    from: difference - Math.hypot(p - low, highOther - q),
    to: difference + Math.hypot(high - p, q - lowOther),
  }
}

const Z = 1.96

function wilson({ of, happened }: Share): readonly [share: number, low: number, high: number] {
  const share = happened / of
  const middle = (share + Z ** 2 / (2 * of)) / (1 + Z ** 2 / of)
  const half = (Z / (1 + Z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2))
  return [share, Math.max(0, middle - half), Math.min(1, middle + half)]
}
