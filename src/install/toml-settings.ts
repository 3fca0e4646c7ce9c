import type { Json } from '../agent/install-plan.ts'
import { toml } from '../host/toml.ts'
import { Problem } from '../problem.ts'
import { lineBreakOf } from './json-settings.ts'
import {
  entryName,
  isObject,
  isSame,
  NO_CHANGES,
  type SettingsEdit,
  type WantedEntry,
} from './settings-edit.ts'

type Values = Readonly<Record<string, unknown>>
interface TomlFile {
  readonly where: string
  readonly title: string
}

/** One line, and no second one at the end: Codex puts what it adds itself before a comment that ends the file. */
const MARK = '# leftoff: written by leftoff init, taken out by leftoff uninstall'

/** The text with our table in it, up to date, and every other byte as it was. */
export function addTable(text: string, file: TomlFile, entry: WantedEntry): SettingsEdit {
  const before = parsed(text, file)
  const found = at(before, entry.path)
  if (isUpToDate(found, entry)) return { ...NO_CHANGES, text }
  const isNew = found === undefined
  const ways = isNew
    ? [withTable(text, entry)]
    : runs(text, entry.path).map((run) => withKeys(text, run, entry))
  const next = ways.find((way) => isSound(way, before, entry))
  if (next === undefined) throw byHand(file, entry)
  return { ...NO_CHANGES, text: next, [isNew ? 'added' : 'updated']: [entryName(entry.path)] }
}

export function removeTable(
  text: string,
  file: TomlFile,
  { entry, original }: { readonly entry: readonly [string, string]; readonly original?: string | undefined },
): SettingsEdit {
  if (!text.includes('leftoff')) return { ...NO_CHANGES, text }
  const before = parsed(text, file)
  if (at(before, entry) === undefined) return { ...NO_CHANGES, text }
  const next = runs(text, entry)
    .map((run) => withoutRun(text, run, original))
    .find((way) => {
      const after = attempted(way)
      return after && at(after, entry) === undefined && isSame(without(after, entry), without(before, entry))
    })
  if (next === undefined) throw takenOutByHand(file, entry)
  return { ...NO_CHANGES, text: next, removed: [entryName(entry)] }
}

const isUpToDate = (found: unknown, { value }: WantedEntry): boolean =>
  isObject(found) && Object.entries(value).every(([key, one]) => isSame(found[key], one))

function withTable(text: string, { path, value }: WantedEntry): string {
  const eol = lineBreakOf(text)
  return text + gapBefore(text) + tableText(path, value).join(eol) + eol
}

/** An empty line before our table, and the end of the last line where it has none. */
function gapBefore(text: string): string {
  const eol = lineBreakOf(text)
  if (text === '') return ''
  return text.endsWith('\n') ? eol : eol + eol
}

const tableText = (path: readonly [string, string], value: WantedEntry['value']): string[] => [
  MARK,
  `[${path.join('.')}]`,
  ...Object.entries(value).map(([key, one]) => `${key} = ${tomlValue(one)}`),
]

/** Strings and lists of strings in JSON's spelling are TOML too; DEL must be escaped there. */
const tomlValue = (value: Json): string => JSON.stringify(value).replaceAll('\u007f', '\\u007F')

/** Keys that differ, in the lines where they stand. */
const withKeys = (text: string, run: ReadonlySet<number>, { value }: WantedEntry): string =>
  linesOf(text)
    .map((line, index) => {
      const [, key = '', end = ''] = /^\s*([\w-]+)\s*=.*?(\r?\n|$)/.exec(line) ?? []
      const wanted = run.has(index) ? value[key] : undefined
      return wanted === undefined ? line : `${key} = ${tomlValue(wanted)}${end}`
    })
    .join('')

function withoutRun(text: string, run: ReadonlySet<number>, original: string | undefined): string {
  const lines = linesOf(text)
  const first = lines.findIndex((_, index) => run.has(index))
  const kept = withoutGap(lines.slice(0, first).join(''), original)
  const rest = lines.filter((_, index) => index > first && !run.has(index)).join('')
  // What somebody has put behind our table begins on a line of its own.
  return rest !== '' && /[^\n]$/.test(kept) ? kept + lineBreakOf(text) + rest : kept + rest
}

function withoutGap(before: string, original: string | undefined): string {
  const gap = original === undefined ? lineBreakOf(before) : gapBefore(original)
  const isOurs = original === undefined ? /\n\r?\n$/.test(before) : gap !== '' && before.endsWith(gap)
  return isOurs ? before.slice(0, before.length - gap.length) : before
}

/**
 * Lines that look like ours: our mark, our header and what follows it up to an empty line, a comment or the next header,
 * with tables below ours. All of them first, then each run alone, the last first: one may stand in a string of many lines.
 */
function runs(text: string, path: readonly [string, string]): readonly ReadonlySet<number>[] {
  const found: number[][] = []
  let isInside = false
  for (const [index, line] of linesOf(text).entries()) {
    const header = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)?.[1]?.replaceAll(/["'\s]/g, '')
    if (header !== undefined) isInside = `${header}.`.startsWith(`${path.join('.')}.`)
    else if (/^\s*(#|$)/.test(line)) isInside = false
    if (!isInside && line.trim() !== MARK) continue
    const last = found.at(-1)
    if (last?.at(-1) === index - 1) last.push(index)
    else found.push([index])
  }
  return [found.flat(), ...found.toReversed()].map((run) => new Set(run))
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

/** Everything else means what it meant, and ours says what it should. */
function isSound(next: string, before: Values, entry: WantedEntry): boolean {
  const after = attempted(next)
  return (
    after !== undefined &&
    isSame(without(after, entry.path), without(before, entry.path)) &&
    isUpToDate(at(after, entry.path), entry)
  )
}

const at = (values: Values, [group, name]: readonly [string, string]): unknown =>
  isObject(values[group]) ? values[group][name] : undefined

function without(values: Values, [group, name]: readonly [string, string]): Values {
  const { [group]: found, ...rest } = values
  if (!isObject(found)) return values
  const { [name]: _, ...others } = found
  return Object.keys(others).length > 0 ? { ...rest, [group]: others } : rest
}

function attempted(text: string): Values | undefined {
  try {
    return toml().parse(text, { integersAsBigInt: 'asNeeded' })
  } catch {
    return undefined // the caller tells the user what to write by hand
  }
}

function parsed(text: string, { where, title }: TomlFile): Values {
  try {
    return toml().parse(text, { integersAsBigInt: 'asNeeded' })
  } catch (error) {
    const { line, message } = error as { readonly line?: number; readonly message: string }
    throw new Problem({
      code: 'agent-config-unreadable',
      message: `${title} cannot read this file, so it was left as it is: ${message.split('\n', 1)[0]}`,
      where: line === undefined ? where : `${where}:${line}`,
      fix: 'correct the file and try again',
    })
  }
}

const byHand = ({ where }: TomlFile, { path, value }: WantedEntry): Problem =>
  new Problem({
    code: 'agent-config-by-hand',
    message: `${path[0]} is written in this file in a way that nothing can be added behind it`,
    where,
    fix: `add it by hand and run leftoff init again: ${path.join('.')} = { ${Object.entries(value)
      .map(([key, one]) => `${key} = ${tomlValue(one)}`)
      .join(', ')} }`,
  })

const takenOutByHand = ({ where }: TomlFile, path: readonly [string, string]): Problem =>
  new Problem({
    code: 'agent-config-by-hand',
    message: `${path.join('.')} is written in this file in a way that leftoff did not write and cannot take out`,
    where,
    fix: `delete ${path.join('.')} from the file by hand`,
  })
