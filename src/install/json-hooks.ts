import type { Node } from 'jsonc-parser'
import { isOurCommand, type Json } from '../agent/install-plan.ts'
import { jsonc } from '../host/jsonc.ts'
import { isSame } from './edited.ts'
import { memberOf } from './json-parse.ts'

/** A group of hooks of one event with some of ours in it. */
interface Group {
  readonly node: Node
  readonly ours: readonly Node[]
  readonly isOursAlone: boolean
}

export interface Standing {
  readonly event: string
  readonly groups: readonly Group[]
}

/** Every event of which we have hooks, whether we want them still or not. */
export function standing(root: Node, where: string): Standing[] {
  const hooks = memberOf(root, 'hooks', where)
  if (hooks?.type !== 'object') return []
  return (hooks.children ?? []).flatMap(({ children }) => {
    const [key, array] = children ?? []
    const groups = array?.type === 'array' ? groupsIn(array, where) : []
    return groups.length > 0 ? [{ event: String(key?.value), groups }] : []
  })
}

const groupsIn = (array: Node, where: string): Group[] =>
  (array.children ?? []).flatMap((node) => {
    const list = memberOf(node, 'hooks', where)
    const all = list?.type === 'array' ? (list.children ?? []) : []
    const ours = all.filter((hook) => isOurCommand(jsonc().getNodeValue(hook)?.command))
    return ours.length > 0 ? [{ node, ours, isOursAlone: ours.length === all.length }] : []
  })

/** Groups that are ours alone go as a whole; from the others only our hooks. */
export const nodesOf = (groups: readonly Group[]): readonly Node[] =>
  groups.flatMap(({ node, ours, isOursAlone }) => (isOursAlone ? [node] : ours))

/** The one group that stays, and whether it says what it should. */
export function kept(
  { groups }: Standing,
  wanted: Json,
): { readonly node: Node; readonly isCurrent: boolean } | undefined {
  const own = groups.find(({ isOursAlone }) => isOursAlone)
  return own && { node: own.node, isCurrent: isSame(jsonc().getNodeValue(own.node), wanted) }
}
