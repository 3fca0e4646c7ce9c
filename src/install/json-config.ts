import type { Node } from 'jsonc-parser'
import { type Edited, entryName, hookName, UNCHANGED, type Wanted } from './edited.ts'
import { refuseUnlessOnlyOurs } from './json-check.ts'
import { grown } from './json-grow.ts'
import { nodesOf, standing } from './json-hooks.ts'
import { type JsonFile, memberOf, parsedJson } from './json-parse.ts'
import { type Origin, pruned } from './json-prune.ts'
import { ourSlots, slotName } from './json-slot.ts'
import { spliced } from './json-text.ts'
import { tidied } from './json-tidy.ts'

/** The text with our hooks and our entry in it, each once and up to date, and every other byte as it was. */
export function withOurs(text: string, file: JsonFile, wanted: Wanted): Edited {
  const before = text.trim() === '' ? `{}${text || '\n'}` : text
  const parsed = parsedJson(before, file)
  const tidy = tidied(before, parsed, file, wanted)
  const full = grown(tidy.text, tidy.text === before ? parsed : parsedJson(tidy.text, file), file, wanted)
  if (full.text === before) return full
  const { value: after } = parsedJson(full.text, file)
  refuseUnlessOnlyOurs(parsed.value, after, { where: file.where, entry: wanted.entry?.path })
  return { ...full, updated: tidy.updated, removed: tidy.removed }
}

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
  const slots = ourSlots(root)
  const leaves = [...found.flatMap(({ groups }) => nodesOf(groups)), ...(own ? [own] : []), ...slots]
  const after = spliced(text, pruned(text, root, leaves, originIn(original, file)))
  refuseUnlessOnlyOurs(value, parsedJson(after, file).value, { where: file.where, entry })
  return {
    ...UNCHANGED,
    text: after,
    removed: [
      ...found.map(({ event }) => hookName(event)),
      ...(own && entry ? [entryName(entry)] : []),
      ...slots.map(slotName),
    ],
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
