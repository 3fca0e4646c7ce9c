import type { Json } from '../agent/install-plan.ts'

/** What shall stand in a file of a client. */
export interface Wanted {
  /** By event; each is one group of our own. */
  readonly hooks?: ReadonlyMap<string, Json>
  readonly entry?: {
    readonly path: readonly [string, string]
    readonly value: { readonly [key: string]: Json }
    readonly theirs: readonly string[]
  }
  readonly slot?: {
    readonly key: string
    readonly value: { readonly [key: string]: Json }
    /** False: it is brought up to date where it is ours, and taken nowhere. */
    readonly isAsked: boolean
  }
}

/** A file as it should be, and in words what that changes. */
export interface Edited {
  readonly text: string
  readonly added: readonly string[]
  readonly updated: readonly string[]
  readonly removed: readonly string[]
  /** What was asked for and is not added, because something of the user's own stands in its place. */
  readonly occupied?: string
}

export const UNCHANGED = { added: [], updated: [], removed: [] } as const

export const hookName = (event: string): string => `hook ${event}`
export const entryName = (path: readonly [string, string]): string => path.join('.')

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** By value. The objects of the parsers have no prototype, and `isDeepStrictEqual` minds. */
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
