import type { Node } from 'jsonc-parser'
import type { Json } from '../agent/install-plan.ts'

/**
 * Edits of JSON text that leave every other byte where it was: comments, order, spacing, commas. The library's own
 * `modify` formats the lines around its edit anew, and the whole of a file that is one line.
 */
export interface Splice {
  readonly at: number
  readonly length: number
  readonly text: string
}

export interface Member {
  /** None in an array. */
  readonly key?: string
  readonly value: Json
}

export function spliced(text: string, splices: readonly Splice[]): string {
  let [result, from] = ['', 0]
  // The sort is stable: what is put at the same place keeps its order.
  for (const { at, length, text: put } of splices.toSorted((a, b) => a.at - b.at)) {
    result += text.slice(from, at) + put
    from = at + length
  }
  return result + text.slice(from)
}

/** New members behind the last one of an object or array, written as their neighbours are. */
export function appended(text: string, node: Node, members: readonly Member[]): Splice[] {
  const last = node.children?.at(-1)
  return last ? afterLast(text, { node, last }, members) : intoEmpty(text, node, members)
}

function afterLast(
  text: string,
  { node, last }: { readonly node: Node; readonly last: Node },
  members: readonly Member[],
): Splice[] {
  const gap = gapOf(text, endOf(last), closeOf(node))
  const isInline = !isFirstOnLine(text, last.offset) && !gap.endsInLineComment
  const indent = indentAt(text, last.offset)
  const rows = members.map((member) => row(member, text, isInline ? undefined : indent))
  // A comma behind the last member stays behind the last member.
  if (gap.commas.length > 0) return [insert(gap.end, rows.map((one) => `${one},`).join(''))]
  return [insert(endOf(last), ','), insert(gap.end, rows.join(','))]
}

function intoEmpty(text: string, node: Node, members: readonly Member[]): Splice[] {
  const gap = gapOf(text, node.offset + 1, closeOf(node))
  const owner = node.parent?.type === 'property' ? node.parent : node
  const isInline = node.parent !== undefined && !isFirstOnLine(text, owner.offset) && !gap.endsInLineComment
  if (isInline) return [insert(gap.end, members.map((member) => row(member, text, undefined)).join(','))]
  const base = indentAt(text, owner.offset)
  const rows = members.map((member) => row(member, text, base + unitOf(text)))
  const closing = /[\r\n]/.test(text.slice(gap.end, closeOf(node))) ? '' : eolOf(text) + base
  return [insert(gap.end, rows.join(',') + closing)]
}

/** The value in place of the one that is there. What is of the same shape is changed only where it differs. */
export function updated(text: string, node: Node, value: Json): readonly Splice[] {
  const pairs = alike(node, value)
  if (pairs) return pairs.flatMap(([one, wanted]) => updated(text, one, wanted))
  if (node.value === value) return []
  const isInline = !isFirstOnLine(text, ownerOf(node).offset)
  const indent = isInline ? undefined : indentAt(text, node.offset)
  return [{ at: node.offset, length: node.length, text: rendered(value, text, indent) }]
}

/** The values of both, side by side, where they have the same keys or are lists of the same length. */
function alike(node: Node, value: Json): readonly (readonly [Node, Json])[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const members = node.children ?? []
  const isList = Array.isArray(value)
  if (node.type !== (isList ? 'array' : 'object') || members.length !== Object.keys(value).length)
    return undefined
  const found = new Map(members.map((one, index) => [isList ? String(index) : one.children?.[0]?.value, one]))
  const pairs = Object.entries(value).flatMap(([key, wanted]): [Node, Json][] => {
    const one = isList ? found.get(key) : found.get(key)?.children?.[1]
    return one ? [[one, wanted]] : []
  })
  return pairs.length === members.length ? pairs : undefined
}

/** Takes members out, each with the space before it and one comma. The undoing of `appended`. */
export function removed(text: string, node: Node, gone: ReadonlySet<Node>): Splice[] {
  const members = node.children ?? []
  const gapAfter = (index: number): Gap =>
    gapOf(text, endOf(members[index] ?? node), members[index + 1]?.offset ?? closeOf(node))
  const splices = members.flatMap((member, index): Splice[] => {
    if (!gone.has(member)) return []
    const before = index === 0 ? gapOf(text, node.offset + 1, member.offset) : gapAfter(index - 1)
    const run = members.slice(index).findIndex((one) => !gone.has(one))
    const last = run < 0 ? members.length - 1 : index + run - 1
    const after = (gapAfter(last).commas[0] ?? endOf(members[last] ?? node) - 1) + 1
    const [comma] = gapAfter(index).commas
    return [
      cut(startOfCut(text, before, after), endOf(member)),
      ...(comma === undefined ? [] : [cut(comma, comma + 1)]),
    ]
  })
  const kept = members.findLastIndex((member) => !gone.has(member))
  const hasTrailing = members.length > 0 && gapAfter(members.length - 1).commas.length > 0
  if (kept < 0 || kept === members.length - 1 || hasTrailing) return splices
  const [comma] = gapAfter(kept).commas
  return comma === undefined ? splices : [...splices, cut(comma, comma + 1)]
}

/** A comment to the end of its line must have an end of line behind it: the one after the cut, else its own. */
function startOfCut(text: string, before: Gap, after: number): number {
  if (!before.endsInLineComment || /^[ \t]*\r?\n/.test(text.slice(after, after + 80))) return before.end
  return text.indexOf('\n', before.end) + 1
}

/** What stands between two members: commas, comments and space. */
interface Gap {
  readonly commas: readonly number[]
  /** Behind its last comma or comment. */
  readonly end: number
  readonly endsInLineComment: boolean
}

const TOKEN = /\s*(?:(,)|(\/\/[^\r\n]*)|\/\*[\s\S]*?\*\/)/y

function gapOf(text: string, from: number, to: number): Gap {
  const commas: number[] = []
  let [end, endsInLineComment] = [from, false]
  for (;;) {
    TOKEN.lastIndex = end
    const match = TOKEN.exec(text)
    if (!match || TOKEN.lastIndex > to) return { commas, end, endsInLineComment }
    end = TOKEN.lastIndex
    endsInLineComment = match[2] !== undefined
    if (match[1]) commas.push(end - 1)
  }
}

const row = ({ key, value }: Member, text: string, indent: string | undefined): string => {
  const name = key === undefined ? '' : `${JSON.stringify(key)}:${indent === undefined ? '' : ' '}`
  const start = indent === undefined ? '' : eolOf(text) + indent
  return start + name + rendered(value, text, indent)
}

const rendered = (value: Json, text: string, indent: string | undefined): string =>
  indent === undefined
    ? JSON.stringify(value)
    : JSON.stringify(value, null, unitOf(text)).replaceAll('\n', eolOf(text) + indent)

/** As the file has it: its first line break, and how much further in its first indented line begins. */
export const eolOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n'
function unitOf(text: string): string {
  const base = /^[ \t]*/.exec(text)?.[0].length ?? 0
  return /^[ \t]+(?=")/m.exec(text)?.[0].slice(base) || '  '
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1
const indentAt = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, at), at))?.[0] ?? ''
const isFirstOnLine = (text: string, at: number): boolean =>
  at > 0 && text.slice(lineStart(text, at), at).trim() === '' && lineStart(text, at) > 0

const ownerOf = (node: Node): Node => (node.parent?.type === 'property' ? node.parent : node)
const endOf = ({ offset, length }: Node): number => offset + length
const closeOf = (node: Node): number => endOf(node) - 1
const insert = (at: number, text: string): Splice => ({ at, length: 0, text })
const cut = (from: number, to: number): Splice => ({ at: from, length: to - from, text: '' })
