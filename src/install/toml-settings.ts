import type { Json } from '../agent/install-plan.ts'
import { toml } from '../host/lazy-packages.ts'
import { attempt, Problem } from '../problem.ts'
import { lineBreakOf } from './json-settings.ts'
import {
  entryName,
  isObject,
  isOurEntry,
  isSame,
  NO_CHANGES,
  type SettingsEdit,
  type WantedEntry,
} from './settings-edit.ts'

type TomlValues = Readonly<Record<string, unknown>>
interface TomlFile {
  readonly where: string
  readonly title: string
}

/** One line before the table and none after it, because Codex inserts its tables before a comment at the end. */
const MARK = '# leftoff: written by leftoff init, taken out by leftoff uninstall'

/** Adds our table or updates it, and keeps every other byte. */
export function addTable(text: string, file: TomlFile, entry: WantedEntry): SettingsEdit {
  const before = parseToml(text, file)
  const current = entryAt(before, entry.path)
  if (isUpToDate(current, entry)) return { ...NO_CHANGES, text }
  if (current !== undefined && !isOurs(text, current, entry))
    return { ...NO_CHANGES, text, occupied: entryName(entry.path) }
  const isNew = current === undefined
  const candidates = isNew
    ? [appendTable(text, entry)]
    : candidateRuns(text, entry.path).map((run) => replaceKeys(text, run, entry))
  const next = candidates.find((candidate) => isExpectedResult(candidate, before, entry))
  if (next === undefined) throw addByHandError(file, entry)
  return { ...NO_CHANGES, text: next, [isNew ? 'added' : 'updated']: [entryName(entry.path)] }
}

export function removeTable(
  text: string,
  file: TomlFile,
  { entry, original }: { readonly entry: WantedEntry; readonly original?: string | undefined },
): SettingsEdit {
  if (!text.includes('leftoff')) return { ...NO_CHANGES, text }
  const before = parseToml(text, file)
  const { path } = entry
  const current = entryAt(before, path)
  if (current === undefined) return { ...NO_CHANGES, text }
  if (!isOurs(text, current, entry)) return { ...NO_CHANGES, text, occupied: entryName(path) }
  const next = candidateRuns(text, path)
    .map((run) => cutRun(text, run, original))
    .find((candidate) => {
      const after = tryParseToml(candidate)
      return (
        after &&
        entryAt(after, path) === undefined &&
        isSame(withoutEntry(after, path), withoutEntry(before, path))
      )
    })
  if (next === undefined) throw removeByHandError(file, path)
  return { ...NO_CHANGES, text: next, removed: [entryName(path)] }
}

/** Whether we wrote the entry. Our comment above the table also proves it, even if the home folder has moved. */
const isOurs = (text: string, found: unknown, entry: WantedEntry): boolean =>
  isOurEntry(found, entry) || text.replaceAll('\r', '').includes(`${MARK}\n[${entry.path.join('.')}]`)

const isUpToDate = (found: unknown, { value }: WantedEntry): boolean =>
  isObject(found) && Object.entries(value).every(([key, one]) => isSame(found[key], one))

function appendTable(text: string, { path, value }: WantedEntry): string {
  const eol = lineBreakOf(text)
  return text + gapBefore(text) + tableLines(path, value).join(eol) + eol
}

/** An empty line before our table, preceded by a line break if the last line has none. */
function gapBefore(text: string): string {
  const eol = lineBreakOf(text)
  if (text === '') return ''
  return text.endsWith('\n') ? eol : eol + eol
}

const tableLines = (path: readonly [string, string], value: WantedEntry['value']): string[] => [
  MARK,
  `[${path.join('.')}]`,
  ...Object.entries(value).map(([key, one]) => `${key} = ${tomlValue(one)}`),
]

/** JSON strings and arrays of strings are valid TOML, except that TOML requires DEL to be escaped. */
const tomlValue = (value: Json): string => JSON.stringify(value).replaceAll('\u007f', '\\u007F')

/** Replaces the values of our keys line by line. */
const replaceKeys = (text: string, run: ReadonlySet<number>, { value }: WantedEntry): string =>
  splitLines(text)
    .map((line, index) => {
      const [, key = '', end = ''] = /^\s*([\w-]+)\s*=.*?(\r?\n|$)/.exec(line) ?? []
      const wanted = run.has(index) ? value[key] : undefined
      return wanted === undefined ? line : `${key} = ${tomlValue(wanted)}${end}`
    })
    .join('')

function cutRun(text: string, run: ReadonlySet<number>, original: string | undefined): string {
  const lines = splitLines(text)
  const first = lines.findIndex((_, index) => run.has(index))
  const start = cutGap(lines.slice(0, first).join(''), original)
  const rest = lines.filter((_, index) => index > first && !run.has(index)).join('')
  // Text after our table must start on a new line.
  return rest !== '' && /[^\n]$/.test(start) ? start + lineBreakOf(text) + rest : start + rest
}

function cutGap(before: string, original: string | undefined): string {
  const gap = original === undefined ? lineBreakOf(before) : gapBefore(original)
  const isOurs = original === undefined ? /\n\r?\n$/.test(before) : gap !== '' && before.endsWith(gap)
  return isOurs ? before.slice(0, before.length - gap.length) : before
}

/**
 * Finds runs of lines that look like ours: our mark, our header or that of a sub-table, and the lines after it up
 * to an empty line, a comment or the next header. The first candidate contains all runs. The others contain one
 * run each, last run first, because a run may be part of a multi-line string. The caller takes the first candidate
 * that parses to the expected result.
 */
function candidateRuns(text: string, path: readonly [string, string]): readonly ReadonlySet<number>[] {
  const runs: number[][] = []
  let isInside = false
  for (const [index, line] of splitLines(text).entries()) {
    const header = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)?.[1]?.replaceAll(/["'\s]/g, '')
    if (header !== undefined) isInside = `${header}.`.startsWith(`${path.join('.')}.`)
    else if (/^\s*(#|$)/.test(line)) isInside = false
    if (!isInside && line.trim() !== MARK) continue
    const last = runs.at(-1)
    if (last?.at(-1) === index - 1) last.push(index)
    else runs.push([index])
  }
  return [runs.flat(), ...runs.toReversed()].map((run) => new Set(run))
}

const splitLines = (text: string): string[] => text.split(/(?<=\n)/)

/** Whether our entry is up to date and all other values are unchanged. */
function isExpectedResult(next: string, before: TomlValues, entry: WantedEntry): boolean {
  const after = tryParseToml(next)
  return (
    after !== undefined &&
    isSame(withoutEntry(after, entry.path), withoutEntry(before, entry.path)) &&
    isUpToDate(entryAt(after, entry.path), entry)
  )
}

const entryAt = (values: TomlValues, [group, name]: readonly [string, string]): unknown =>
  isObject(values[group]) ? values[group][name] : undefined

function withoutEntry(values: TomlValues, [group, name]: readonly [string, string]): TomlValues {
  const { [group]: found, ...rest } = values
  if (!isObject(found)) return values
  const { [name]: _, ...others } = found
  return Object.keys(others).length > 0 ? { ...rest, [group]: others } : rest
}

const tryParseToml = (text: string): TomlValues | undefined =>
  attempt(() => toml().parse(text, { integersAsBigInt: 'asNeeded' }))

function parseToml(text: string, { where, title }: TomlFile): TomlValues {
  try {
    return toml().parse(text, { integersAsBigInt: 'asNeeded' })
  } catch (error) {
    const { line, message } = error as { readonly line?: number; readonly message: string }
    throw new Problem({
      code: 'agent-config-unreadable',
      message: `${title} cannot read this file, so it was not changed: ${message.split('\n', 1)[0]}`,
      where: line === undefined ? where : `${where}:${line}`,
      fix: 'correct the file and try again',
    })
  }
}

const addByHandError = ({ where }: TomlFile, { path, value }: WantedEntry): Problem =>
  new Problem({
    code: 'agent-config-by-hand',
    message: `${path[0]} is an inline table in this file, which cannot be extended automatically`,
    where,
    fix: `add it by hand and run leftoff init again: ${path.join('.')} = { ${Object.entries(value)
      .map(([key, one]) => `${key} = ${tomlValue(one)}`)
      .join(', ')} }`,
  })

const removeByHandError = ({ where }: TomlFile, path: readonly [string, string]): Problem =>
  new Problem({
    code: 'agent-config-by-hand',
    message: `${path.join('.')} was not written by leftoff in this form and cannot be removed automatically`,
    where,
    fix: `delete ${path.join('.')} from the file by hand`,
  })
