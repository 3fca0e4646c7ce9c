import type { Node } from 'jsonc-parser'
import { jsonc } from '../host/jsonc.ts'
import { type Edited, entryName, hookName, isObject, isSame, type Wanted } from './edited.ts'
import { kept, nodesOf, standing } from './json-hooks.ts'
import { type JsonFile, memberOf, type ParsedJson } from './json-parse.ts'
import { pruned } from './json-prune.ts'
import { slotBroughtUpToDate } from './json-slot.ts'
import { appended, type Member, type Splice, spliced, updated } from './json-text.ts'

/** What is there of us: kept, brought up to date, or taken out. */
export function tidied(text: string, { root }: ParsedJson, file: JsonFile, wanted: Wanted): Edited {
  const { hooks, entry, slot } = wanted
  const found = standing(root, file.where).map((one) => {
    const group = hooks?.get(one.event)
    return { ...one, group, stays: group === undefined ? undefined : kept(one, group) }
  })
  const surplus = found.flatMap(({ groups, stays }) =>
    nodesOf(groups.filter(({ node }) => node !== stays?.node)),
  )
  const outdated = found.flatMap(({ event, group, stays }) =>
    group !== undefined && stays && !stays.isCurrent
      ? [{ event, splices: updated(text, stays.node, group) }]
      : [],
  )
  const entrySplices = entry ? entryBroughtUpToDate(text, root, file, entry) : []
  const slotSplices = slot ? slotBroughtUpToDate(text, root, file, slot) : []
  const splices = [
    ...pruned(text, root, surplus, () => undefined),
    ...outdated.flatMap(({ splices }) => splices),
    ...entrySplices,
    ...slotSplices,
  ]
  return {
    text: spliced(text, splices),
    added: [],
    updated: [
      ...outdated.map(({ event }) => hookName(event)),
      ...(entry && entrySplices.length > 0 ? [entryName(entry.path)] : []),
      ...(slot && slotSplices.length > 0 ? [slot.key] : []),
    ],
    removed: found.filter(({ stays }) => !stays).map(({ event }) => hookName(event)),
  }
}

function entryBroughtUpToDate(
  text: string,
  root: Node,
  file: JsonFile,
  entry: NonNullable<Wanted['entry']>,
): readonly Splice[] {
  const node = memberOf(memberOf(root, entry.path[0], file.where), entry.path[1], file.where)
  if (!node) return []
  const found: unknown = jsonc().getNodeValue(node)
  if (!isObject(found)) return updated(text, node, entry.value)
  const wrong = Object.entries(entry.value).filter(
    ([key, value]) => !entry.theirs.includes(key) && !isSame(found[key], value),
  )
  const missing: Member[] = []
  const corrected = wrong.flatMap(([key, value]) => {
    const old = memberOf(node, key, file.where)
    if (!old) missing.push({ key, value })
    return old ? updated(text, old, value) : []
  })
  return missing.length > 0 ? [...corrected, ...appended(text, node, missing)] : corrected
}
