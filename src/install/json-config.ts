import type { Node } from 'jsonc-parser'
import type { Json } from '../agent/install-plan.ts'
import { jsonc } from '../host/jsonc.ts'
import { Problem } from '../problem.ts'
import { type Edited, entryName, hookName, isObject, isSame, UNCHANGED, type Wanted } from './edited.ts'
import { refuseUnlessOnlyOurs } from './json-check.ts'
import { kept, nodesOf, standing } from './json-hooks.ts'
import { type JsonFile, memberOf, type ParsedJson, parsedJson } from './json-parse.ts'
import { type Origin, pruned } from './json-prune.ts'
import { appended, type Member, replaced, type Splice, spliced } from './json-text.ts'

/** The text with our hooks and our entry in it, each once and up to date, and every other byte as it was. */
export function withOurs(text: string, file: JsonFile, wanted: Wanted): Edited {
  const before = text.trim() === '' ? `{}${text || '\n'}` : text
  const parsed = parsedJson(before, file)
  const tidied = tidy(before, parsed, file, wanted)
  const isTidy = tidied.text === before
  const grown = grow(tidied.text, isTidy ? parsed : parsedJson(tidied.text, file), file, wanted)
  if (grown.text === before) return grown
  const { value: after } = parsedJson(grown.text, file)
  refuseUnlessOnlyOurs(parsed.value, after, { where: file.where, entry: wanted.entry?.path })
  return { ...grown, updated: tidied.updated, removed: tidied.removed }
}

/** First what is there of us: kept, brought up to date, or taken out. */
function tidy(text: string, { root }: ParsedJson, file: JsonFile, { hooks, entry }: Wanted): Edited {
  const found = standing(root, file.where).map((one) => {
    const group = hooks?.get(one.event)
    return { ...one, group, stays: group === undefined ? undefined : kept(one, group) }
  })
  const surplus = found.flatMap(({ groups, stays }) =>
    nodesOf(groups.filter(({ node }) => node !== stays?.node)),
  )
  const outdated = found.flatMap(({ event, group, stays }) =>
    group !== undefined && stays && !stays.isCurrent
      ? [{ event, splice: replaced(text, stays.node, group) }]
      : [],
  )
  const entrySplices = entry ? entryBroughtUpToDate(text, root, file, entry) : []
  const splices = [
    ...pruned(text, root, surplus, () => undefined),
    ...outdated.map(({ splice }) => splice),
    ...entrySplices,
  ]
  return {
    text: spliced(text, splices),
    added: [],
    updated: [
      ...outdated.map(({ event }) => hookName(event)),
      ...(entry && entrySplices.length > 0 ? [entryName(entry.path)] : []),
    ],
    removed: found.filter(({ stays }) => !stays).map(({ event }) => hookName(event)),
  }
}

function entryBroughtUpToDate(
  text: string,
  root: Node,
  file: JsonFile,
  entry: NonNullable<Wanted['entry']>,
): Splice[] {
  const node = memberOf(memberOf(root, entry.path[0], file.where), entry.path[1], file.where)
  if (!node) return []
  const found: unknown = jsonc().getNodeValue(node)
  if (!isObject(found)) return [replaced(text, node, entry.value)]
  const wrong = Object.entries(entry.value).filter(
    ([key, value]) => !entry.theirs.includes(key) && !isSame(found[key], value),
  )
  const missing: Member[] = []
  const corrected = wrong.flatMap(([key, value]) => {
    const old = memberOf(node, key, file.where)
    if (!old) missing.push({ key, value })
    return old ? [replaced(text, old, value)] : []
  })
  return missing.length > 0 ? [...corrected, ...appended(text, node, missing)] : corrected
}

/** Then what is missing, behind what is there. */
function grow(text: string, { root }: ParsedJson, file: JsonFile, { hooks, entry }: Wanted): Edited {
  const have = new Set(standing(root, file.where).map(({ event }) => event))
  const missing = [...(hooks ?? [])].filter(([event]) => !have.has(event))
  const isEntryMissing =
    entry !== undefined && !memberOf(objectAt(root, entry.path[0], file), entry.path[1], file.where)
  const parts = [
    missing.length > 0 ? hooksGrown(text, root, file, missing) : NOTHING,
    isEntryMissing ? entryGrown(text, root, file, entry) : NOTHING,
  ]
  const top = parts.flatMap((part) => part.top)
  const splices = [
    ...parts.flatMap((part) => part.splices),
    ...(top.length > 0 ? appended(text, root, top) : []),
  ]
  return {
    ...UNCHANGED,
    text: spliced(text, splices),
    added: [...missing.map(([event]) => hookName(event)), ...(isEntryMissing ? [entryName(entry.path)] : [])],
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

/**
 * The text without anything of ours. `original` is what it was before us, where that is known: a list or object that
 * was there and empty is empty again, one that we made is gone.
 */
export function withoutOurs(
  text: string,
  file: JsonFile,
  {
    entry,
    original,
  }: { readonly entry: readonly [string, string] | undefined; readonly original?: string | undefined },
): Edited {
  if (!text.includes('leftoff')) return { ...UNCHANGED, text }
  const { root, value } = parsedJson(text, file)
  const found = standing(root, file.where)
  const own = entry && memberOf(memberOf(root, entry[0], file.where), entry[1], file.where)?.parent
  const leaves = [...found.flatMap(({ groups }) => nodesOf(groups)), ...(own ? [own] : [])]
  const after = spliced(text, pruned(text, root, leaves, originIn(original, file)))
  refuseUnlessOnlyOurs(value, parsedJson(after, file).value, { where: file.where, entry })
  return {
    ...UNCHANGED,
    text: after,
    removed: [...found.map(({ event }) => hookName(event)), ...(own && entry ? [entryName(entry)] : [])],
  }
}

function originIn(original: string | undefined, file: JsonFile): Origin {
  if (!original?.trim()) return () => undefined
  const { root } = parsedJson(original, file)
  return (path) => {
    const node = path.reduce<Node | undefined>((at, key) => memberOf(at, key, file.where), root)
    if (!node) return undefined
    const isEmpty = (node.children ?? []).length === 0
    if (isEmpty) return original.slice(node.offset, node.offset + node.length)
    if (node === root) return undefined
    return node.type === 'array' ? '[]' : '{}'
  }
}
