import { clausesOf, isForbidding } from './choice.ts'
import { meant } from './meant.ts'
import { tellingWords } from './words.ts'

/** What of a rule can be seen in what was done: the words that it asks for, and sets of words that it forbids together. */
export interface Showing {
  readonly wanted: readonly string[]
  readonly forbidden: readonly (readonly string[])[]
}

/** What stands under a condition shows nothing: whether it held is not seen. */
export function showingOf(rule: string): Showing {
  const wanted: string[] = []
  const forbidden: (readonly string[])[] = []
  for (const clause of clausesOf(rule)) {
    if (CONDITION.test(clause)) continue
    const words = tellingWords(clause.replace(HERE, ' ')).map(meant)
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

export interface Done {
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

export interface Seen {
  readonly isUsed: boolean
  readonly isBroken: boolean
}

/** A message of a commit says what somebody writes, not what was done. */
const unquoted = (command: string): string => command.replaceAll(/"[^"]{0,2000}"|'[^']{0,2000}'/g, ' ')

/** Tells whether a word is in it: paths count whole, by their end and in parts. */
function deedOf(deed: string): (word: string) => boolean {
  const parts = deed.replaceAll(/[/\\._:@=-]+/g, ' ')
  const words = new Set([...tellingWords(deed), ...tellingWords(parts)].map(meant))
  const plain = deed.toLowerCase()
  return (word) => words.has(word) || (word.includes('/') && plain.includes(word))
}
