import type { Node } from 'jsonc-parser'
import type { Json } from '../agent/install-plan.ts'
import { Problem } from '../problem.ts'
import { type Edited, entryName, hookName, UNCHANGED, type Wanted } from './edited.ts'
import { standing } from './json-hooks.ts'
import { type JsonFile, memberOf, type ParsedJson } from './json-parse.ts'
import { stateOf } from './json-slot.ts'
import { appended, type Member, type Splice, spliced } from './json-text.ts'

/** What is missing, behind what is there. */
export function grown(text: string, { root }: ParsedJson, file: JsonFile, wanted: Wanted): Edited {
  const { hooks, entry, slot } = wanted
  const have = new Set(standing(root, file.where).map(({ event }) => event))
  const missing = [...(hooks ?? [])].filter(([event]) => !have.has(event))
  const isEntryMissing =
    entry !== undefined && !memberOf(objectAt(root, entry.path[0], file), entry.path[1], file.where)
  const slotIs = slot?.isAsked ? stateOf(root, slot, file) : undefined
  const isTaken = slot !== undefined && slotIs === 'free'
  const parts = [
    missing.length > 0 ? hooksGrown(text, root, file, missing) : NOTHING,
    isEntryMissing ? entryGrown(text, root, file, entry) : NOTHING,
    { ...NOTHING, top: isTaken ? [{ key: slot.key, value: slot.value }] : [] },
  ]
  const top = parts.flatMap((part) => part.top)
  const splices = [
    ...parts.flatMap((part) => part.splices),
    ...(top.length > 0 ? appended(text, root, top) : []),
  ]
  return {
    ...UNCHANGED,
    text: spliced(text, splices),
    added: [
      ...missing.map(([event]) => hookName(event)),
      ...(isEntryMissing ? [entryName(entry.path)] : []),
      ...(isTaken ? [slot.key] : []),
    ],
    ...(slot && slotIs === 'theirs' && { occupied: slot.key }),
  }
}

/** What goes into lists and objects that are there, and what must stand at the top of the file. */
interface Growth {
  readonly splices: readonly Splice[]
  readonly top: readonly Member[]
}
const NOTHING: Growth = { splices: [], top: [] }

function hooksGrown(
  text: string,
  root: Node,
  file: JsonFile,
  missing: readonly (readonly [string, Json])[],
): Growth {
  const hooks = objectAt(root, 'hooks', file)
  const members = missing.map(([event, group]) => ({ key: event, value: [group] }))
  if (!hooks) {
    return {
      splices: [],
      top: [{ key: 'hooks', value: Object.fromEntries(members.map(({ key, value }) => [key, value])) }],
    }
  }
  const fresh: Member[] = []
  const splices = members.flatMap((member) => {
    const list = memberOf(hooks, member.key, file.where)
    if (list && list.type !== 'array') throw unexpected(file, `hooks.${member.key}`, 'a list')
    if (!list) fresh.push(member)
    return list
      ? appended(
          text,
          list,
          member.value.map((value) => ({ value })),
        )
      : []
  })
  return { splices: fresh.length > 0 ? [...splices, ...appended(text, hooks, fresh)] : splices, top: [] }
}

function entryGrown(text: string, root: Node, file: JsonFile, entry: NonNullable<Wanted['entry']>): Growth {
  const [group, name] = entry.path
  const parent = objectAt(root, group, file)
  const member = { key: name, value: entry.value }
  if (!parent) return { splices: [], top: [{ key: group, value: { [name]: entry.value } }] }
  return { splices: appended(text, parent, [member]), top: [] }
}

function objectAt(root: Node, key: string, file: JsonFile): Node | undefined {
  const node = memberOf(root, key, file.where)
  if (node && node.type !== 'object') throw unexpected(file, key, 'an object')
  return node
}

const unexpected = (file: JsonFile, key: string, what: string): Problem =>
  new Problem({
    code: 'agent-config-unreadable',
    message: `${key} is not ${what} in this file, so it was left as it is`,
    where: file.where,
    fix: `make ${key} ${what}, as ${file.title} wants it, and try again`,
  })
