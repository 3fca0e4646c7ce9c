import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { jsonc } from './lazy-packages.ts'
import type { Environment } from './paths.ts'
import { hasCode } from './private-file.ts'

/** The settings file of a project, shared by everyone who works on it. */
export const PROJECT_FILE = '.leftoff.json'
export const projectFileOf = (checkout: string): string => join(checkout, PROJECT_FILE)

/** A missing file has no settings; an unreadable file is an error and never ignored. */
export function readSettingsFile(path: string): Readonly<Record<string, unknown>> | undefined {
  const text = read(path)
  if (text === undefined || text.trim() === '') return undefined
  try {
    const value = parsePlainJson(text) ?? parseTolerant(path, text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return flatten(value, '')
  } catch (error) {
    if (error instanceof RangeError) throw unreadable(path, 'it is nested too deeply')
    throw error
  }
  throw unreadable(path, 'it must contain one object, { ... }')
}

/** `{"session": {"expiry": "7d"}}` and `{"session.expiry": "7d"}` mean the same. */
function flatten(value: object, before: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): [string, unknown][] =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.entries(flatten(member, `${before}${key}.`))
        : [[`${before}${key}`, member]],
    ),
  )
}

/** Only comments and trailing commas need another parser. */
function parsePlainJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // it may have comments: the tolerant parser decides
  }
}

function parseTolerant(path: string, text: string): unknown {
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

function read(path: string): string | undefined {
  try {
    // Most users have no file, and a check is cheaper than an exception.
    if (!statSync(path, { throwIfNoEntry: false })) return undefined
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw new Problem({
      code: 'config-unreadable',
      message: `the settings cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      where: path,
      fix: 'make the file readable, or remove it',
      cause: error,
    })
  }
}
