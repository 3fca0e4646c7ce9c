import type { Node } from 'jsonc-parser'
import { isOurCommand } from '../agent/install-plan.ts'
import { jsonc } from '../host/jsonc.ts'
import { isObject, isSame, type Wanted } from './edited.ts'
import { type JsonFile, memberOf } from './json-parse.ts'
import { type Splice, updated } from './json-text.ts'

export type Slot = NonNullable<Wanted['slot']>

/** A value of which the client has one, with a command of ours in it. */
export const isOurSlot = (value: unknown): boolean => isObject(value) && isOurCommand(value.command)

/** Every key at the top of the file whose value is ours. */
export const ourSlots = (root: Node): readonly Node[] =>
  (root.children ?? []).filter(
    ({ children }) => children?.[1] && isOurSlot(jsonc().getNodeValue(children[1])),
  )

export const slotName = ({ children }: Node): string => String(children?.[0]?.value)

export function stateOf(root: Node, slot: Slot, { where }: JsonFile): 'free' | 'ours' | 'theirs' {
  const node = memberOf(root, slot.key, where)
  if (!node) return 'free'
  return isOurSlot(jsonc().getNodeValue(node)) ? 'ours' : 'theirs'
}

/** Our command as it should be; what the user has put beside it stays. */
export function slotBroughtUpToDate(text: string, root: Node, file: JsonFile, slot: Slot): readonly Splice[] {
  if (stateOf(root, slot, file) !== 'ours') return []
  const node = memberOf(root, slot.key, file.where)
  return Object.entries(slot.value).flatMap(([key, value]) => {
    const old = memberOf(node, key, file.where)
    return old && !isSame(jsonc().getNodeValue(old), value) ? updated(text, old, value) : []
  })
}
