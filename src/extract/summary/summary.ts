import { byFolder } from './folders.ts'
import { type Line, written } from './line.ts'
import { LISTS, type List, type Listed } from './listed.ts'

/** A summary before it is text. */
export interface Draft {
  readonly goal?: string | undefined
  readonly lines: readonly Line[]
  readonly listed: readonly Listed[]
  /** What paths are seen from. */
  readonly root: string
}

export function textOfDraft({ goal, lines, listed, root }: Draft): string {
  const told = [...lines].sort((a, b) => a.at - b.at).map(written)
  const lists = LISTS.flatMap((list) => listOf(list, listed, root))
  const isSeen = root !== '' && listed.some(({ list }) => list.startsWith('Files'))
  const heads = [goal === undefined ? [] : [`Goal: ${goal}`], told, isSeen ? [`Folder: ${root}`] : []]
  return [...heads.flat(), ...lists].join('\n')
}

function listOf(list: List, listed: readonly Listed[], root: string): readonly string[] {
  const own = listed.filter((one) => one.list === list).map(({ text }) => text)
  if (own.length === 0) return []
  return [`${list}: ${list.startsWith('Files') ? byFolder(own, root) : own.join(', ')}`]
}

/** The same text, never above the budget: what was taken last goes first, and the goal at the very end. */
export function fitted(
  draft: Draft,
  ask: { readonly budget: number; countTokens(text: string): number },
): Draft {
  let left = draft
  for (;;) {
    const tokens = ask.countTokens(textOfDraft(left))
    if (tokens <= ask.budget) return left
    const over = (tokens - ask.budget) / tokens
    left = smaller(left, over)
    if (left.lines.length + left.listed.length === 0 && left.goal === undefined) return left
  }
}

function smaller(draft: Draft, over: number): Draft {
  const { goal, lines, listed, root } = draft
  if (lines.length + listed.length === 0) return { lines, listed, root }
  const kept = <T>(list: readonly T[]): readonly T[] =>
    list.slice(0, Math.max(0, list.length - Math.max(1, Math.floor(list.length * over))))
  return lines.length > listed.length
    ? { goal, lines: kept(lines), listed, root }
    : { goal, lines, listed: kept(listed), root }
}
