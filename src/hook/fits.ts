/**
 * What valibot does, for the parts that answer within milliseconds; they are built with this in its place
 * (scripts/quick-parts.mjs). It says whether a value fits and gives what is taken of it, and not why one does not fit:
 * whatever does not is met again by the whole hook, with valibot. fits.test.ts holds the two against each other.
 */
export interface Schema {
  take(input: unknown): unknown
  /** What stands for a key that is not there. */
  readonly absent: unknown
}
type Check = (value: never) => boolean
type Entries = Readonly<Record<string, Schema>>

const MISFIT = Symbol('misfit')
const NOTHING = Symbol('nothing')

const required = (take: Schema['take']): Schema => ({ take, absent: MISFIT })
const only = (fits: (input: unknown) => boolean): Schema =>
  required((input) => (fits(input) ? input : MISFIT))

const STRING = only((input) => typeof input === 'string')
const NUMBER = only((input) => typeof input === 'number' && !Number.isNaN(input))
const BOOLEAN = only((input) => typeof input === 'boolean')
const UNKNOWN = required((input) => input)
export const string = (): Schema => STRING
export const number = (): Schema => NUMBER
export const boolean = (): Schema => BOOLEAN
export const unknown = (): Schema => UNKNOWN
export const literal = (value: unknown): Schema => only((input) => input === value)
export const picklist = (values: readonly unknown[]): Schema => only((input) => values.includes(input))

export const optional = (schema: Schema, instead?: unknown): Schema => ({
  take: (input) =>
    input === undefined && instead === undefined
      ? undefined
      : schema.take(input === undefined ? instead : input),
  absent: instead === undefined ? NOTHING : schema.take(instead),
})
export const nullish = (schema: Schema): Schema => ({
  take: (input) => (input === undefined || input === null ? input : schema.take(input)),
  absent: NOTHING,
})
export const exactOptional = (schema: Schema): Schema => ({ take: schema.take, absent: NOTHING })

export const object = (entries: Entries): Schema => {
  const names = Object.keys(entries)
  return required((input) => (isObject(input) ? takenOf(input, entries, names) : MISFIT))
}
export const strictObject = (entries: Entries): Schema => {
  const names = Object.keys(entries)
  return required((input) => {
    if (!isObject(input)) return MISFIT
    for (const key in input) if (!Object.hasOwn(entries, key)) return MISFIT
    return takenOf(input, entries, names)
  })
}

const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null

function takenOf(input: Record<string, unknown>, entries: Entries, names: readonly string[]): unknown {
  const taken: Record<string, unknown> = {}
  for (let at = 0; at < names.length; at += 1) {
    const key = names[at] ?? ''
    const schema = entries[key] ?? UNKNOWN
    const found = key in input ? schema.take(input[key]) : schema.absent
    if (found === MISFIT) return MISFIT
    if (found !== NOTHING) taken[key] = found
  }
  return taken
}

export const array = (schema: Schema): Schema =>
  required((input) => {
    if (!Array.isArray(input)) return MISFIT
    const taken: unknown[] = []
    for (let at = 0; at < input.length; at += 1) {
      const found = schema.take(input[at])
      if (found === MISFIT) return MISFIT
      taken.push(found)
    }
    return taken
  })

/** Names that stand for what every object has are left out. */
const EVERYWHERE: readonly string[] = ['__proto__', 'prototype', 'constructor']

export const record = (key: Schema, value: Schema): Schema =>
  required((input) => {
    if (!isObject(input)) return MISFIT
    const taken: Record<string, unknown> = {}
    for (const name in input) {
      if (!Object.hasOwn(input, name) || EVERYWHERE.includes(name)) continue
      const found = key.take(name) === MISFIT ? MISFIT : value.take(input[name])
      if (found === MISFIT) return MISFIT
      taken[name] = found
    }
    return taken
  })

export const pipe = (schema: Schema, ...checks: readonly Check[]): Schema => ({
  absent: schema.absent,
  take: (input) => {
    const found = schema.take(input)
    return found === MISFIT || checks.every((fits) => fits(found as never)) ? found : MISFIT
  },
})
export const check = (fits: Check): Check => fits
export const minLength =
  (least: number): Check =>
  (value: ArrayLike<unknown>) =>
    value.length >= least
export const maxLength =
  (most: number): Check =>
  (value: ArrayLike<unknown>) =>
    value.length <= most
export const minValue =
  (least: number): Check =>
  (value: number) =>
    value >= least
export const maxValue =
  (most: number): Check =>
  (value: number) =>
    value <= most
export const integer = (): Check => Number.isInteger
export const safeInteger = (): Check => Number.isSafeInteger
export const regex =
  (pattern: RegExp): Check =>
  (value: string) =>
    pattern.test(value)

export type Parsed =
  | { readonly success: true; readonly output: unknown }
  | { readonly success: false; readonly issues: readonly [{ readonly expected: string }] }

export function safeParse(schema: Schema, input: unknown): Parsed {
  const output = schema.take(input)
  return output === MISFIT
    ? { success: false, issues: [{ expected: 'something else' }] }
    : { success: true, output }
}

export function parse(schema: Schema, input: unknown): unknown {
  const output = schema.take(input)
  if (output === MISFIT) throw new TypeError('the value does not fit')
  return output
}

export const getDotPath = (): undefined => undefined
