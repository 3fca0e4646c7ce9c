import { join } from 'node:path'
import { Problem, parseJson } from '../problem.ts'
import { jsonc } from './lazy-packages.ts'
import type { Environment } from './paths.ts'
import { type FileLimits, readFileWithin } from './regular-file.ts'

/** The settings file of a project, shared by everyone who works on it. */
export const PROJECT_FILE = '.leftoff.json'
export const projectFileOf = (checkout: string): string => join(checkout, PROJECT_FILE)

type SettingsValues = Readonly<Record<string, unknown>>

const MAX_BYTES = 256 * 1024

/**
 * Reads the user's own file, which may be a link. A missing file contains no settings; an unreadable file is
 * an error.
 */
export const readSettingsFile = (path: string): SettingsValues | undefined =>
  readValues(path, { maxBytes: MAX_BYTES, mayLeave: true })

/** Reads the project's file, which anyone may have written. */
export const readProjectFile = (checkout: string): SettingsValues | undefined =>
  readValues(projectFileOf(checkout), { maxBytes: MAX_BYTES, root: checkout })

function readValues(path: string, limits: FileLimits): SettingsValues | undefined {
  const text = read(path, limits)
  if (text === undefined || text.trim() === '') return undefined
  try {
    const value = parseJson(text) ?? parseTolerant(path, text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return flattened(value)
  } catch (error) {
    if (error instanceof RangeError) throw unreadableSettings(path, 'it is nested too deeply')
    throw error
  }
  throw unreadableSettings(path, 'it must contain one object, { ... }')
}

/** Setting names have two parts. Deeper objects are not flattened, because their keys could exhaust memory. */
const MAX_DEPTH = 3
const MAX_KEYS = 1000

/** `{"session": {"expiry": "7d"}}` and `{"session.expiry": "7d"}` mean the same. */
function flattened(value: object): Record<string, unknown> {
  const found: [string, unknown][] = []
  const add = (members: object, { before, depth }: { before: string; depth: number }): void => {
    for (const [key, member] of Object.entries(members)) {
      if (found.length >= MAX_KEYS) return
      const isGroup = typeof member === 'object' && member !== null && !Array.isArray(member)
      if (isGroup && depth < MAX_DEPTH) add(member, { before: `${before}${key}.`, depth: depth + 1 })
      else found.push([`${before}${key}`, member])
    }
  }
  add(value, { before: '', depth: 1 })
  return Object.fromEntries(found)
}

function parseTolerant(path: string, text: string): unknown {
  const { parse, printParseErrorCode } = jsonc()
  const errors: import('jsonc-parser').ParseError[] = []
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true })
  const [first] = errors
  if (!first) return value
  const line = text.slice(0, first.offset).split('\n').length
  throw unreadableSettings(`${path}:${line}`, printParseErrorCode(first.error))
}

export const unreadableSettings = (where: string, reason: string): Problem =>
  new Problem({
    code: 'config-unreadable',
    message: `the settings cannot be read: ${reason}`,
    where,
    fix: 'correct the file; leftoff config list shows every key',
    outcome: 'usage',
  })

/** Settings from LEFTOFF_... variables. `keys` maps each variable to its setting. */
export function settingsFromEnvironment(
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

function read(path: string, limits: FileLimits): string | undefined {
  const found = readFileWithin(path, limits)
  if (found.kind === 'file') return found.bytes.toString('utf8')
  if (found.kind === 'missing') return undefined
  throw new Problem({
    code: 'config-unreadable',
    message: `the settings cannot be read: ${found.reason}`,
    where: path,
    fix: 'make it a readable regular file, or remove it',
    ...(found.cause !== undefined && { cause: found.cause }),
  })
}
