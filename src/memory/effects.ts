import { clausesOf, isForbidding } from './similarity.ts'
import { canonicalStem, ruleWords } from './words.ts'

/** What of a rule can be seen in what was done: the words that it asks for, and sets of words that it forbids together. */
interface Showing {
  readonly wanted: readonly string[]
  readonly forbidden: readonly (readonly string[])[]
}

/** What stands under a condition shows nothing: whether it held is not seen. */
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
/** More words than that are a sentence, which no command says. */
const MOST_TOGETHER = 3

interface Done {
  readonly commands: readonly string[]
  readonly paths: readonly string[]
}

/** Whether what was done is what a rule asks for, and whether it is what it forbids. */
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

/** A message of a commit says what somebody writes, not what was done. */
const unquoted = (command: string): string => command.replaceAll(/"[^"]{0,2000}"|'[^']{0,2000}'/g, ' ')

/** Tells whether a word is in it: paths count whole, by their end and in parts. */
function deedOf(deed: string): (word: string) => boolean {
  const parts = deed.replaceAll(/[/\\._:@=-]+/g, ' ')
  const words = new Set([...ruleWords(deed), ...ruleWords(parts)].map(canonicalStem))
  const plain = deed.toLowerCase()
  return (word) => words.has(word) || (word.includes('/') && plain.includes(word))
}

/** In how many sessions something happened, of how many. */
interface Share {
  readonly of: number
  readonly happened: number
}

/** How much more often it happened in the first, as a share of sessions, and between which bounds that lies, 95 in 100. */
export interface Difference {
  readonly difference: number
  readonly from: number
  readonly to: number
}

/** By Newcombe's interval of two of Wilson's, which holds for few sessions too. Nothing where one side has none. */
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
