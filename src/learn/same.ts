import { polarityOf, tellingWords } from './words.ts'

/** A rule as it is compared with others. */
export interface Matter {
  readonly rule: string
  readonly about: readonly string[]
}

export const matterOf = (rule: string): Matter => ({ rule, about: tellingWords(rule) })

/** Weighs every word alike. */
const even = (): number => 1

/** The cosine of two sets of words, in which a word counts as much as it weighs; words that mean the same are one. */
export function likeness(
  one: readonly string[],
  other: readonly string[],
  weightOf: (word: string) => number = even,
): number {
  const mine = new Set(one.map(meant))
  const others = new Set(other.map(meant))
  const common = [...mine].filter((word) => others.has(word))
  const size = Math.sqrt(squares(mine, weightOf) * squares(others, weightOf))
  return size === 0 ? 0 : squares(common, weightOf) / size
}

const squares = (words: Iterable<string>, weightOf: (word: string) => number): number => {
  let sum = 0
  for (const word of words) sum += weightOf(word) ** 2
  return sum
}

/**
 * The same words; or two telling ones in common at least, because one alone says little, and both say to do it, or both
 * to leave it.
 */
export function isSameMatter(one: Matter, other: Matter): boolean {
  if (bare(one.rule) === bare(other.rule)) return true
  const others = new Set(other.about.map(meant))
  const common = one.about.filter((word) => others.has(meant(word))).length
  return (
    common >= 2 && likeness(one.about, other.about) >= SAME && polarityOf(one.rule) === polarityOf(other.rule)
  )
}
const SAME = 0.6
const bare = (rule: string): string => rule.toLowerCase().replace(/[\s.!]{1,9}$/, '')

/** Stems that name the same thing in rules about code. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  `repository=repo; directory=folder; directori=folder; dir=folder; docs=doc; documentation=doc; document=doc; documents=doc
  remov=delet; drop=delet; eras=delet; creat=add; introduc=add; append=add; insert=add; execut=run; invok=run; launch=run
  method=function; func=function; ts=typescript; js=javascript; spec=test; unit-test=test; message=messag; msg=messag
  message=messag; dependenci=dependency; librari=dependency; library=dependency; lib=dependency; packag=dependency
  pr=pull-request; pullrequest=pull-request; modify=edit; modifi=edit; chang=edit; touch=edit; updat=edit; alter=edit
  quot=quote; emoji=emoji; emojis=emoji; permission=approval; confirm=approval; approv=approval; ask=approval; asking=approval
  comment=comment; remark=comment; ensur=check; verify=check; verifi=check; swallow=ignor; skip=ignor; suppress=ignor
  indentation=indent; tab=tabs; long=verbose; lengthy=verbose; summari=summary; summariz=summary; recap=summary
  main=main; master=main; trunk=main; secret=secret; credential=secret; token=secret; password=secret`
    .split(/;|\n/)
    .map((pair) => pair.trim().split('=', 2))
    .map(([from = '', to = '']) => [from, to]),
)
export const meant = (word: string): string => ALIKE.get(word) ?? word
