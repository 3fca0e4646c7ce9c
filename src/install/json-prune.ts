import type { Node } from 'jsonc-parser'
import { removed, type Splice } from './json-text.ts'

/** What a place was before we came: its text if it was there, nothing if we made it. */
export type Origin = (path: readonly string[]) => string | undefined

interface Pruned {
  readonly isGone: boolean
  readonly splices: readonly Splice[]
}

const STAYS: Pruned = { isGone: false, splices: [] }
const GONE: Pruned = { isGone: true, splices: [] }

/** Takes nodes out of their lists and objects, and those that have nothing left in them too, unless they were there. */
export function pruned(text: string, root: Node, leaves: readonly Node[], origin: Origin): readonly Splice[] {
  const gone = new Set(leaves)
  const touched = new Set(leaves.flatMap(ancestors))
  const visit = (node: Node, path: readonly string[]): Pruned => {
    if (gone.has(node)) return GONE
    if (!touched.has(node)) return STAYS
    const [key, value] = node.children ?? []
    if (node.type === 'property') return value ? visit(value, [...path, String(key?.value)]) : STAYS
    return container(node, path)
  }
  const container = (node: Node, path: readonly string[]): Pruned => {
    const members = (node.children ?? []).map((member) => ({ member, ...visit(member, path) }))
    const lost = new Set(members.filter(({ isGone }) => isGone).map(({ member }) => member))
    const before = lost.size === members.length ? origin(path) : undefined
    if (before !== undefined) {
      return { isGone: false, splices: [{ at: node.offset, length: node.length, text: before }] }
    }
    if (lost.size === members.length && node !== root) return GONE
    return {
      isGone: false,
      splices: [...members.flatMap(({ splices }) => splices), ...removed(text, node, lost)],
    }
  }
  return visit(root, []).splices
}

function ancestors(node: Node): Node[] {
  return node.parent ? [node.parent, ...ancestors(node.parent)] : []
}
