import type { Edit, Node, ParseError } from 'jsonc-parser'
import type { Json, JsonExtension } from '../agent/install-plan.ts'
import { jsonc } from '../host/lazy-packages.ts'
import { Problem } from '../problem.ts'
import { isObject } from './settings-edit.ts'

/**
 * Parses and edits JSON settings, and keeps every other byte: comments, order, spacing, commas. jsonc-parser
 * parses, finds paths and applies edits. Its `modify` is not used. With formatting options, it reformats the lines
 * around an edit (and the whole file if it is one line). Without them, it ignores indentation. In both cases, it
 * deletes comments next to a removed member.
 */
export interface JsonFile {
  readonly where: string
  /** The agent that reads the file. */
  readonly title: string
  readonly extensions: readonly JsonExtension[]
}

interface ParsedJson {
  readonly root: Node
  readonly value: Readonly<Record<string, unknown>>
}

/** Parses by the agent's rules. A file that the agent would ignore is refused, never repaired. */
export function parseJsonSettings(text: string, { where, title, extensions }: JsonFile): ParsedJson {
  try {
    return parseStrictly(text, { where, title, extensions })
  } catch (error) {
    if (error instanceof RangeError) throw unreadable(where, title, 'it is nested too deeply')
    throw error
  }
}

function parseStrictly(text: string, { where, title, extensions }: JsonFile): ParsedJson {
  const errors: ParseError[] = []
  const { parseTree, getNodeValue, printParseErrorCode } = jsonc()
  const root = parseTree(text, errors, {
    disallowComments: !extensions.includes('comments'),
    allowTrailingComma: extensions.includes('trailing commas'),
  })
  const [first] = errors
  if (first || !root) {
    const line = text.slice(0, first?.offset ?? 0).split('\n').length
    throw unreadable(`${where}:${line}`, title, reasonFor(text, printParseErrorCode(first?.error ?? 1)))
  }
  const value: unknown = getNodeValue(root)
  if (isObject(value)) return { root, value }
  throw unreadable(where, title, 'it must contain one object, { ... }')
}

const unreadable = (where: string, title: string, reason: string): Problem =>
  new Problem({
    code: 'agent-config-unreadable',
    message: `${title} cannot read this file, so it was not changed: ${reason}`,
    where,
    fix: 'correct the file and run leftoff init again',
  })

/** Turns one of the library's error names into words: PropertyNameExpected becomes `property name expected`. */
function reasonFor(text: string, code: string): string {
  if (text.startsWith('\uFEFF')) return 'it starts with a byte order mark, which this agent does not accept'
  if (code === 'InvalidCommentToken') return 'it contains comments, which this agent does not accept'
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

/** Finds the value of a key. Refuses a duplicate key, because the agent may use the other one. */
export function findMember(object: Node | undefined, key: string, where: string): Node | undefined {
  if (object?.type !== 'object') return undefined
  const matches = (object.children ?? []).filter((property) => property.children?.[0]?.value === key)
  if (matches.length < 2) return matches[0]?.children?.[1]
  throw new Problem({
    code: 'agent-config-unreadable',
    message: `the key ${JSON.stringify(key)} appears twice in this file, so it was not changed`,
    where,
    fix: 'keep one of them and run leftoff init again',
  })
}

export interface Member {
  /** The key; absent in an array. */
  readonly key?: string
  readonly value: Json
}

/** Adds members after the last one of an object or array, with the same layout. */
export function appendMembers(text: string, node: Node, members: readonly Member[]): Edit[] {
  const last = node.children?.at(-1)
  return last ? appendAfter(text, { node, last }, members) : fillEmpty(text, node, members)
}

function appendAfter(
  text: string,
  { node, last }: { readonly node: Node; readonly last: Node },
  members: readonly Member[],
): Edit[] {
  const gap = readGap(text, endOf(last), closeOf(node))
  const isInline = !isFirstOnLine(text, last.offset) && !gap.endsInLineComment
  const indent = isInline ? undefined : indentAt(text, last.offset)
  const rows = members.map((member) => renderMember(member, text, indent))
  // A trailing comma stays after the last member.
  if (gap.commas.length > 0) return [insert(gap.end, rows.map((row) => `${row},`).join(''))]
  return [insert(endOf(last), ','), insert(gap.end, rows.join(','))]
}

function fillEmpty(text: string, node: Node, members: readonly Member[]): Edit[] {
  const gap = readGap(text, node.offset + 1, closeOf(node))
  const owner = ownerOf(node)
  const isInline = node.parent !== undefined && !isFirstOnLine(text, owner.offset) && !gap.endsInLineComment
  const base = indentAt(text, owner.offset)
  const indent = isInline ? undefined : base + indentUnit(text)
  const rows = members.map((member) => renderMember(member, text, indent)).join(',')
  const needsBreak = !isInline && !/[\r\n]/.test(text.slice(gap.end, closeOf(node)))
  return [insert(gap.end, needsBreak ? rows + lineBreakOf(text) + base : rows)]
}

/** Replaces a value. If old and new have the same shape, changes only the parts that differ. */
export function replaceValue(text: string, node: Node, value: Json): readonly Edit[] {
  const pairs = pairByShape(node, value)
  if (pairs) return pairs.flatMap(([part, wanted]) => replaceValue(text, part, wanted))
  if (node.value === value) return []
  const indent = isFirstOnLine(text, ownerOf(node).offset) ? indentAt(text, node.offset) : undefined
  return [{ offset: node.offset, length: node.length, content: renderValue(value, text, indent) }]
}

/** Pairs the members of two values with the same keys or the same array length. */
function pairByShape(node: Node, value: Json): readonly (readonly [Node, Json])[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const members = node.children ?? []
  const isArray = Array.isArray(value)
  if (node.type !== (isArray ? 'array' : 'object') || members.length !== Object.keys(value).length)
    return undefined
  const byKey = new Map(
    members.map((member, index) =>
      isArray ? [String(index), member] : [member.children?.[0]?.value, member.children?.[1]],
    ),
  )
  const pairs = Object.entries(value).flatMap(([key, wanted]): [Node, Json][] => {
    const part = byKey.get(key)
    return part ? [[part, wanted]] : []
  })
  return pairs.length === members.length ? pairs : undefined
}

/**
 * Removes nodes, and each array or object that becomes empty. `originalAt` returns the text to put back for a
 * container that existed before us, and undefined for a container that we created.
 */
export function removeNodes(
  text: string,
  root: Node,
  targets: readonly Node[],
  originalAt: (container: Node) => string | undefined = () => undefined,
): readonly Edit[] {
  const targetSet = new Set(targets)
  const touched = new Set(targets.flatMap(ancestorsOf))
  const visit = (node: Node): readonly Edit[] | 'removed' => {
    if (targetSet.has(node)) return 'removed'
    if (!touched.has(node)) return []
    if (node.type !== 'property') return visitContainer(node, node.children ?? [])
    const value = node.children?.[1]
    return value ? visit(value) : []
  }
  const visitContainer = (node: Node, members: readonly Node[]): readonly Edit[] | 'removed' => {
    const results = members.map(visit)
    const removed = new Set(members.filter((_, index) => results[index] === 'removed'))
    const original = removed.size === members.length ? originalAt(node) : undefined
    if (original !== undefined) return [{ offset: node.offset, length: node.length, content: original }]
    if (removed.size === members.length && node !== root) return 'removed'
    return [...results.filter((edits) => edits !== 'removed').flat(), ...cutMembers(text, node, removed)]
  }
  const edits = visit(root)
  return edits === 'removed' ? [] : edits
}

const ancestorsOf = (node: Node): Node[] => (node.parent ? [node.parent, ...ancestorsOf(node.parent)] : [])

/** Removes each member, the space before it and one comma. This is the inverse of `appendMembers`. */
function cutMembers(text: string, node: Node, removed: ReadonlySet<Node>): Edit[] {
  const members = node.children ?? []
  const gapAfter = (index: number): Gap =>
    readGap(text, endOf(members[index] ?? node), members[index + 1]?.offset ?? closeOf(node))
  const edits = members.flatMap((member, index): Edit[] => {
    if (!removed.has(member)) return []
    const before = index === 0 ? readGap(text, node.offset + 1, member.offset) : gapAfter(index - 1)
    const run = members.slice(index).findIndex((next) => !removed.has(next))
    const last = run < 0 ? members.length - 1 : index + run - 1
    const after = (gapAfter(last).commas[0] ?? endOf(members[last] ?? node) - 1) + 1
    const [comma] = gapAfter(index).commas
    return [
      cut(startOfCut(text, before, after), endOf(member)),
      ...(comma === undefined ? [] : [cut(comma, comma + 1)]),
    ]
  })
  const lastRemaining = members.findLastIndex((member) => !removed.has(member))
  const hasTrailingComma = members.length > 0 && gapAfter(members.length - 1).commas.length > 0
  if (lastRemaining < 0 || lastRemaining === members.length - 1 || hasTrailingComma) return edits
  const [comma] = gapAfter(lastRemaining).commas
  return comma === undefined ? edits : [...edits, cut(comma, comma + 1)]
}

/**
 * A line comment before the removed text needs a line break after it. If none follows the removed text, the
 * comment keeps its own line break.
 */
function startOfCut(text: string, before: Gap, after: number): number {
  if (!before.endsInLineComment || /^[ \t]*\r?\n/.test(text.slice(after, after + 80))) return before.end
  return text.indexOf('\n', before.end) + 1
}

/** The commas, comments and space between two members. */
interface Gap {
  readonly commas: readonly number[]
  /** The offset after the last comma or comment. */
  readonly end: number
  readonly endsInLineComment: boolean
}

const TOKEN = /\s*(?:(,)|(\/\/[^\r\n]*)|\/\*[\s\S]*?\*\/)/y

function readGap(text: string, from: number, to: number): Gap {
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

/** Without `indent`, renders on the current line. */
function renderMember({ key, value }: Member, text: string, indent: string | undefined): string {
  const name = key === undefined ? '' : `${JSON.stringify(key)}:${indent === undefined ? '' : ' '}`
  const start = indent === undefined ? '' : lineBreakOf(text) + indent
  return start + name + renderValue(value, text, indent)
}

const renderValue = (value: Json, text: string, indent: string | undefined): string =>
  indent === undefined
    ? JSON.stringify(value)
    : JSON.stringify(value, null, indentUnit(text)).replaceAll('\n', lineBreakOf(text) + indent)

/** The first line break of the file. */
export const lineBreakOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n'

/** One level of indentation: how much deeper the first indented line starts. */
function indentUnit(text: string): string {
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
const insert = (offset: number, content: string): Edit => ({ offset, length: 0, content })
const cut = (from: number, to: number): Edit => ({ offset: from, length: to - from, content: '' })
