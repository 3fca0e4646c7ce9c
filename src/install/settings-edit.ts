import type { Json } from '../agent/install-plan.ts'

/** The entries that leftoff wants in an agent's settings file. */
export interface WantedEntries {
  /** Our hook groups, one per event. */
  readonly hooks?: ReadonlyMap<string, Json>
  readonly entry?: WantedEntry
  readonly slot?: WantedSlot
}

/** An entry with a key of its own, such as an MCP server. */
export interface WantedEntry {
  readonly path: readonly [string, string]
  readonly value: { readonly [key: string]: Json }
  /** Keys that we set once and never update, because the user may change them. */
  readonly userKeys: readonly string[]
}

/** A setting that only one program can use, such as the status line. */
export interface WantedSlot {
  readonly key: string
  readonly value: { readonly [key: string]: Json }
  /** Whether to fill an empty slot. A slot that contains our value is always updated. */
  readonly isRequested: boolean
}

/** The new text of a file, and the names of the entries that changed. */
export interface SettingsEdit {
  readonly text: string
  readonly added: readonly string[]
  readonly updated: readonly string[]
  readonly removed: readonly string[]
  /** The name of the requested slot or of our entry, if it already has a value that we did not write. */
  readonly occupied?: string
}

export const NO_CHANGES = { added: [], updated: [], removed: [] } as const

export const hookName = (event: string): string => `hook ${event}`
export const entryName = (path: readonly [string, string]): string => path.join('.')
export const isEntryName = (name: string): boolean => name.includes('.')

/**
 * Whether we wrote an entry: it runs only our script, from this home or from a home with the usual name. An
 * entry that merely has our name belongs to the user.
 */
export function isOurEntry(found: unknown, { value }: WantedEntry): boolean {
  const [script, ...words] = commandWords(found)
  const [ours, ...expected] = commandWords(value)
  return (script === ours || USUAL_SCRIPT.test(String(script))) && isSame(words, expected)
}

const USUAL_SCRIPT = /[\\/]leftoff[\\/]bin[\\/]leftoff$/

/** Some clients store the arguments in the command, others next to it. */
function commandWords(entry: unknown): readonly unknown[] {
  if (!isObject(entry)) return []
  const { command, args } = entry
  return [command, args].flat().filter((word) => word !== undefined)
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Compares by value. `isDeepStrictEqual` does not work here: the parsers return objects without a prototype. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof Date || b instanceof Date) return JSON.stringify(a) === JSON.stringify(b)
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => isSame(item, b[i]))
  if (!isObject(a) || !isObject(b)) return Object.is(a, b)
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
  )
}
