import type { Edit, Node } from 'jsonc-parser'
import { isOurCommand, type Json } from '../agent/install-plan.ts'
import { jsonc } from '../host/lazy-packages.ts'
import { Problem } from '../problem.ts'
import {
  appendMembers,
  findMember,
  type JsonFile,
  type Member,
  parseJsonSettings,
  removeNodes,
  replaceValue,
} from './json-settings.ts'
import {
  entryName,
  hookName,
  isObject,
  isOurEntry,
  isSame,
  NO_CHANGES,
  type SettingsEdit,
  type WantedEntries,
  type WantedEntry,
  type WantedSlot,
} from './settings-edit.ts'

/** Adds or updates our entries in JSON settings, so that each exists exactly once. Keeps every other byte. */
export function addEntries(text: string, file: JsonFile, wanted: WantedEntries): SettingsEdit {
  const before = text.trim() === '' ? `{}${text || '\n'}` : text
  const parsed = parseJsonSettings(before, file)
  const existing = updateExisting(before, parsed.root, file, wanted)
  const { root } = existing.text === before ? parsed : parseJsonSettings(existing.text, file)
  const complete = addMissing(existing.text, root, file, wanted)
  if (complete.text === before) return complete
  const after = parseJsonSettings(complete.text, file).value
  refuseForeignChanges(parsed.value, after, { where: file.where, entry: wanted.entry })
  return { ...complete, updated: existing.updated, removed: existing.removed }
}

/**
 * Removes our entries from JSON settings. `original` is the text before leftoff changed it, if known. An array or
 * object that was empty in `original` becomes empty again. An array or object that we created is removed.
 */
export function removeEntries(
  text: string,
  file: JsonFile,
  { entry, original }: { readonly entry: WantedEntry | undefined; readonly original?: string | undefined },
): SettingsEdit {
  if (!text.includes('leftoff')) return { ...NO_CHANGES, text }
  const { root, value } = parseJsonSettings(text, file)
  const events = findOurHooks(root, file.where)
  const named = entry && findEntry(root, file, entry)
  const isOwn = named !== undefined && entry !== undefined && isOurEntry(nodeValue(named), entry)
  const own = isOwn ? named.parent : undefined
  const slots = (root.children ?? []).filter(({ children }) => isOurSlot(nodeValue(children?.[1])))
  const targets = [...events.flatMap(({ groups }) => removableNodes(groups)), ...(own ? [own] : []), ...slots]
  const edits = removeNodes(text, root, targets, originalContainers(original, file))
  const after = jsonc().applyEdits(text, [...edits])
  refuseForeignChanges(value, parseJsonSettings(after, file).value, { where: file.where, entry })
  return {
    ...NO_CHANGES,
    text: after,
    removed: [
      ...events.map(({ event }) => hookName(event)),
      ...(own && entry ? [entryName(entry.path)] : []),
      ...slots.map(({ children }) => String(children?.[0]?.value)),
    ],
    ...(named && entry && !isOwn && { occupied: entryName(entry.path) }),
  }
}

function originalContainers(
  original: string | undefined,
  file: JsonFile,
): (container: Node) => string | undefined {
  if (!original?.trim()) return () => undefined
  const { root } = parseJsonSettings(original, file)
  return (container) => {
    const node = jsonc().findNodeAtLocation(root, jsonc().getNodePath(container))
    if (!node) return undefined
    const isEmpty = (node.children ?? []).length === 0
    if (isEmpty) return original.slice(node.offset, node.offset + node.length)
    if (node === root) return undefined
    return node.type === 'array' ? '[]' : '{}'
  }
}

/** A hook group that contains our hooks. */
interface HookGroup {
  readonly node: Node
  readonly ours: readonly Node[]
  readonly isOursAlone: boolean
}

interface EventHooks {
  readonly event: string
  readonly groups: readonly HookGroup[]
}

/** Finds every event that has our hooks, including hooks that are no longer wanted. */
function findOurHooks(root: Node, where: string): EventHooks[] {
  const hooks = findMember(root, 'hooks', where)
  if (hooks?.type !== 'object') return []
  return (hooks.children ?? []).flatMap(({ children }) => {
    const [key, array] = children ?? []
    const groups = array?.type === 'array' ? findOurGroups(array, where) : []
    return groups.length > 0 ? [{ event: String(key?.value), groups }] : []
  })
}

const findOurGroups = (array: Node, where: string): HookGroup[] =>
  (array.children ?? []).flatMap((node) => {
    const list = findMember(node, 'hooks', where)
    const all = list?.type === 'array' ? (list.children ?? []) : []
    const ours = all.filter((hook) => isOurCommand(jsonc().getNodeValue(hook)?.command))
    return ours.length > 0 ? [{ node, ours, isOursAlone: ours.length === all.length }] : []
  })

/** A group with only our hooks is removed. A shared group loses only our hooks. */
const removableNodes = (groups: readonly HookGroup[]): readonly Node[] =>
  groups.flatMap(({ node, ours, isOursAlone }) => (isOursAlone ? [node] : ours))

/** Updates existing entries and removes duplicates and entries that are no longer wanted. */
function updateExisting(text: string, root: Node, file: JsonFile, wanted: WantedEntries): SettingsEdit {
  const { hooks, entry, slot } = wanted
  const events = findOurHooks(root, file.where).map(({ event, groups }) => {
    const group = hooks?.get(event)
    const own = group === undefined ? undefined : groups.find(({ isOursAlone }) => isOursAlone)?.node
    const isOutdated = own !== undefined && !isSame(nodeValue(own), group)
    return {
      event,
      isKept: own !== undefined,
      surplus: removableNodes(groups.filter(({ node }) => node !== own)),
      updates: isOutdated && group !== undefined ? replaceValue(text, own, group) : [],
    }
  })
  const entryEdits = entry ? updateEntry(text, root, file, entry) : []
  const slotEdits = slot ? updateSlot(text, root, file, slot) : []
  const surplus = events.flatMap((event) => event.surplus)
  const edits = [
    ...removeNodes(text, root, surplus),
    ...events.flatMap(({ updates }) => updates),
    ...entryEdits,
    ...slotEdits,
  ]
  return {
    text: jsonc().applyEdits(text, edits),
    added: [],
    updated: [
      ...events.filter(({ updates }) => updates.length > 0).map(({ event }) => hookName(event)),
      ...(entry && entryEdits.length > 0 ? [entryName(entry.path)] : []),
      ...(slot && slotEdits.length > 0 ? [slot.key] : []),
    ],
    removed: events.filter(({ isKept }) => !isKept).map(({ event }) => hookName(event)),
  }
}

function updateEntry(text: string, root: Node, file: JsonFile, entry: WantedEntry): readonly Edit[] {
  const node = findEntry(root, file, entry)
  const current = nodeValue(node)
  if (!node || !isObject(current) || !isOurEntry(current, entry)) return []
  const missing: Member[] = []
  const updates = Object.entries(entry.value).flatMap(([key, value]) => {
    if (entry.userKeys.includes(key) || isSame(current[key], value)) return []
    const old = findMember(node, key, file.where)
    if (!old) missing.push({ key, value })
    return old ? replaceValue(text, old, value) : []
  })
  return missing.length > 0 ? [...updates, ...appendMembers(text, node, missing)] : updates
}

const findEntry = (root: Node, { where }: JsonFile, { path: [group, name] }: WantedEntry): Node | undefined =>
  findMember(findMember(root, group, where), name, where)

/** Updates our command and keeps what the user put next to it. */
function updateSlot(text: string, root: Node, file: JsonFile, slot: WantedSlot): readonly Edit[] {
  const node = findMember(root, slot.key, file.where)
  if (!isOurSlot(nodeValue(node))) return []
  return Object.entries(slot.value).flatMap(([key, value]) => {
    const old = findMember(node, key, file.where)
    return old && !isSame(nodeValue(old), value) ? replaceValue(text, old, value) : []
  })
}

const isOurSlot = (value: unknown): boolean => isObject(value) && isOurCommand(value.command)
const nodeValue = (node: Node | undefined): unknown => node && jsonc().getNodeValue(node)

function addMissing(text: string, root: Node, file: JsonFile, wanted: WantedEntries): SettingsEdit {
  const { hooks, entry, slot } = wanted
  const present = new Set(findOurHooks(root, file.where).map(({ event }) => event))
  const missing = [...(hooks ?? [])].filter(([event]) => !present.has(event))
  const named = entry && findMember(objectAt(root, entry.path[0], file), entry.path[1], file.where)
  const isEntryMissing = entry !== undefined && !named
  const isEntryForeign = entry !== undefined && named !== undefined && !isOurEntry(nodeValue(named), entry)
  const slotNode = slot?.isRequested ? findMember(root, slot.key, file.where) : undefined
  const addsSlot = slot?.isRequested === true && !slotNode
  const parts = [
    missing.length > 0 ? addHooks(text, root, file, missing) : NOTHING,
    isEntryMissing ? addEntry(text, root, file, entry) : NOTHING,
    { ...NOTHING, topLevel: addsSlot ? [{ key: slot.key, value: slot.value }] : [] },
  ]
  const topLevel = parts.flatMap((part) => part.topLevel)
  const edits = [
    ...parts.flatMap((part) => part.edits),
    ...(topLevel.length > 0 ? appendMembers(text, root, topLevel) : []),
  ]
  return {
    ...NO_CHANGES,
    text: jsonc().applyEdits(text, edits),
    added: [
      ...missing.map(([event]) => hookName(event)),
      ...(isEntryMissing ? [entryName(entry.path)] : []),
      ...(addsSlot ? [slot.key] : []),
    ],
    ...(slot && slotNode && !isOurSlot(nodeValue(slotNode)) && { occupied: slot.key }),
    ...(isEntryForeign && { occupied: entryName(entry.path) }),
  }
}

/** Edits inside existing containers, and members that must be added at the top level of the file. */
interface Addition {
  readonly edits: readonly Edit[]
  readonly topLevel: readonly Member[]
}
const NOTHING: Addition = { edits: [], topLevel: [] }

function addHooks(
  text: string,
  root: Node,
  file: JsonFile,
  missing: readonly (readonly [string, Json])[],
): Addition {
  const hooks = objectAt(root, 'hooks', file)
  if (!hooks) {
    const value = Object.fromEntries(missing.map(([event, group]) => [event, [group]]))
    return { edits: [], topLevel: [{ key: 'hooks', value }] }
  }
  const newEvents: Member[] = []
  const edits = missing.flatMap(([event, group]) => {
    const list = findMember(hooks, event, file.where)
    if (list && list.type !== 'array') throw unexpectedType(file, `hooks.${event}`, 'an array')
    if (!list) newEvents.push({ key: event, value: [group] })
    return list ? appendMembers(text, list, [{ value: group }]) : []
  })
  return {
    edits: newEvents.length > 0 ? [...edits, ...appendMembers(text, hooks, newEvents)] : edits,
    topLevel: [],
  }
}

function addEntry(text: string, root: Node, file: JsonFile, entry: WantedEntry): Addition {
  const [group, name] = entry.path
  const parent = objectAt(root, group, file)
  if (!parent) return { edits: [], topLevel: [{ key: group, value: { [name]: entry.value } }] }
  return { edits: appendMembers(text, parent, [{ key: name, value: entry.value }]), topLevel: [] }
}

function objectAt(root: Node, key: string, file: JsonFile): Node | undefined {
  const node = findMember(root, key, file.where)
  if (node && node.type !== 'object') throw unexpectedType(file, key, 'an object')
  return node
}

const unexpectedType = (file: JsonFile, key: string, type: string): Problem =>
  new Problem({
    code: 'agent-config-unreadable',
    message: `${key} is not ${type} in this file, so it was not changed`,
    where: file.where,
    fix: `make ${key} ${type}, as ${file.title} expects, and try again`,
  })

type JsonValues = Readonly<Record<string, unknown>>

/** Final check before writing: foreign settings must keep their values and their order. */
function refuseForeignChanges(
  before: JsonValues,
  after: JsonValues,
  { where, entry }: { readonly where: string; readonly entry: WantedEntry | undefined },
): void {
  const [old, now] = [before, after].map((value) => JSON.stringify(foreignSettings(value, entry)))
  if (old === now) return
  throw new Problem({
    code: 'agent-config-refused',
    message: 'the edit would have changed settings that are not ours, so the file was not changed',
    where,
    fix: 'please report this; leftoff init --dry-run shows what to add by hand',
  })
}

function foreignSettings(root: JsonValues, entry: WantedEntry | undefined): JsonValues {
  const hooks = isObject(root.hooks) ? nonEmpty(foreignHooks(root.hooks)) : root.hooks
  const rest: JsonValues = Object.fromEntries(
    Object.entries({ ...root, hooks }).filter(([, value]) => !isOurSlot(value)),
  )
  const [group, name] = entry?.path ?? ['', '']
  const siblings = root[group]
  if (!entry || !isObject(siblings)) return rest
  const others = Object.entries(siblings).filter(([key, value]) => key !== name || !isOurEntry(value, entry))
  return { ...rest, [group]: nonEmpty(Object.fromEntries(others)) }
}

const nonEmpty = (value: JsonValues): JsonValues | undefined =>
  Object.keys(value).length > 0 ? value : undefined

/** An event with no hooks is equivalent to a missing event. */
const foreignHooks = (hooks: JsonValues): JsonValues =>
  Object.fromEntries(
    Object.entries(hooks).flatMap(([event, groups]): [string, unknown][] => {
      if (!Array.isArray(groups)) return [[event, groups]]
      const foreign = groups.flatMap(foreignGroup)
      return foreign.length > 0 ? [[event, foreign]] : []
    }),
  )

function foreignGroup(group: unknown): unknown[] {
  if (!isObject(group) || !Array.isArray(group.hooks)) return [group]
  const hooks = group.hooks.filter((hook: unknown) => !(isObject(hook) && isOurCommand(hook.command)))
  return hooks.length > 0 || group.hooks.length === 0 ? [{ ...group, hooks }] : []
}
