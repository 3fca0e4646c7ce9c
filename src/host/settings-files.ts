import { readFileSync, statSync } from 'node:fs'
import { Problem } from '../problem.ts'
import { below } from './below.ts'
import { jsonc } from './jsonc.ts'
import type { Environment } from './paths.ts'
import { hasCode } from './private-file.ts'

/** The file of a project: settings that everybody who works on it shares. */
export const PROJECT_FILE = '.leftoff.json'
export const projectFileOf = (checkout: string): string => below(checkout, PROJECT_FILE)

/** A file that is absent says nothing; one that cannot be understood is an error, never ignored. */
export function valuesIn(path: string): Readonly<Record<string, unknown>> | undefined {
  const text = read(path)
  if (text === undefined || text.trim() === '') return undefined
  try {
    const value = plain(text) ?? tolerant(path, text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return flat(value, '')
  } catch (error) {
    if (error instanceof RangeError) throw unreadable(path, 'it is nested too deeply')
    throw error
  }
  throw unreadable(path, 'it must hold one object, { ... }')
}

/** `{"session": {"expiry": "7d"}}` and `{"session.expiry": "7d"}` say the same. */
function flat(value: object, before: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, unknown][] =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.entries(flat(member, `${before}${key}.`))
        : [[`${before}${key}`, member]],
    ),
  )
}

/** Plain JSON needs no further parser; comments and trailing commas do. */
function plain(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // perhaps it has comments: the tolerant parser decides
  }
}

function tolerant(path: string, text: string): unknown {
  const { parse, printParseErrorCode } = jsonc()
  const errors: import('jsonc-parser').ParseError[] = []
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true })
  const [first] = errors
  if (!first) return value
  const line = text.slice(0, first.offset).split('\n').length
  throw unreadable(`${path}:${line}`, printParseErrorCode(first.error))
}

const unreadable = (where: string, reason: string): Problem =>
  new Problem({
    code: 'config-unreadable',
    message: `the settings cannot be read: ${reason}`,
    where,
    fix: 'correct the file; leftoff config list shows every key',
    outcome: 'usage',
  })

/** Variables named LEFTOFF_... that stand for settings. `keys` maps each to its key; mostly there are none. */
export function valuesFrom(
  env: Environment,
  keys: () => ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const ours = Object.keys(env).filter((name) => name.toUpperCase().startsWith('LEFTOFF_'))
  if (ours.every((name) => name === 'LEFTOFF_HOME' || name === 'LEFTOFF_SESSION')) return {}
  const found = [...keys()].flatMap(([variable, key]): [string, unknown][] => {
    const value = env[variable]
    return value === undefined || value === '' ? [] : [[key, value]]
  })
  return Object.fromEntries(found)
}

function read(path: string): string | undefined {
  try {
    // Most have none, and asking is cheaper than catching.
    if (!statSync(path, { throwIfNoEntry: false })) return undefined
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw new Problem({
      code: 'config-unreadable',
      message: `the settings cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      where: path,
      fix: 'make the file readable for you, or remove it',
      cause: error,
    })
  }
}
