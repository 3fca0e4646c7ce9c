import type { Node, ParseError } from 'jsonc-parser'
import type { Liberty } from '../agent/install-plan.ts'
import { jsonc } from '../host/jsonc.ts'
import { Problem } from '../problem.ts'
import { isObject } from './edited.ts'

export interface JsonFile {
  readonly where: string
  /** Who reads it. */
  readonly title: string
  readonly liberties: readonly Liberty[]
}

export interface ParsedJson {
  readonly root: Node
  readonly value: Readonly<Record<string, unknown>>
}

/** The file as the client reads it. What the client would pass over is refused, never repaired. */
export function parsedJson(text: string, { where, title, liberties }: JsonFile): ParsedJson {
  const errors: ParseError[] = []
  const { parseTree, getNodeValue, printParseErrorCode } = jsonc()
  const root = parseTree(text, errors, {
    disallowComments: !liberties.includes('comments'),
    allowTrailingComma: liberties.includes('trailing commas'),
  })
  const [first] = errors
  if (first || !root) {
    const line = text.slice(0, first?.offset ?? 0).split('\n').length
    throw unreadable(`${where}:${line}`, title, reasonOf(text, printParseErrorCode(first?.error ?? 1)))
  }
  const value: unknown = getNodeValue(root)
  if (isObject(value)) return { root, value }
  throw unreadable(where, title, 'it must hold one object, { ... }')
}

const unreadable = (where: string, title: string, reason: string): Problem =>
  new Problem({
    code: 'agent-config-unreadable',
    message: `${title} cannot read this file, so it was left as it is: ${reason}`,
    where,
    fix: 'correct the file and run leftoff init again',
  })

/** The library's name of an error in words: InvalidCommentToken, PropertyNameExpected. */
function reasonOf(text: string, code: string): string {
  if (text.startsWith('\uFEFF')) return 'it begins with a byte order mark, which is not read there'
  if (code === 'InvalidCommentToken') return 'it has comments, which are not read there'
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

/** The node of a key; a key that stands twice means one thing to us and another to the client. */
export function memberOf(object: Node | undefined, key: string, where: string): Node | undefined {
  if (object?.type !== 'object') return undefined
  const found = (object.children ?? []).filter((property) => property.children?.[0]?.value === key)
  if (found.length < 2) return found[0]?.children?.[1]
  throw new Problem({
    code: 'agent-config-unreadable',
    message: `the key ${JSON.stringify(key)} stands twice in this file, so it was left as it is`,
    where,
    fix: 'keep one of them and run leftoff init again',
  })
}
