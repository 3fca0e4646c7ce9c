import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { jsonc } from '../host/jsonc.ts'
import { privateFolder, replaceFile } from '../host/private-file.ts'
import { PROJECT_FILE, valuesIn } from '../host/settings-files.ts'

/** Sets one key in a file and keeps every other byte of it: comments, order, spacing. */
export function written(path: string, key: string, value: string | number | boolean): void {
  if (!existsSync(dirname(path))) privateFolder(dirname(path))
  valuesIn(path) // a file that cannot be read is refused, never rewritten
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const text = before.trim() === '' ? '{}\n' : before
  const options = { formattingOptions: { insertSpaces: true, tabSize: 2 } }
  const { applyEdits, modify } = jsonc()
  const target = existsSync(path) ? realpathSync(path) : path // a link stays a link
  replaceFile(target, applyEdits(text, modify(text, spelledAs(text, key), value, options)), modeOf(path))
}

/** Ours is private; the project's belongs to everybody who works on it, and keeps the mode it has. */
function modeOf(path: string): number {
  if (basename(path) !== PROJECT_FILE) return 0o600
  return existsSync(path) ? statSync(path).mode & 0o777 : 0o644
}

/** A key that stands in the file keeps its spelling; a new one joins its group where there is one. */
function spelledAs(text: string, key: string): string[] {
  const settings: unknown = jsonc().parse(text)
  const [group = '', name = ''] = key.split('.', 2)
  if (!isObject(settings) || Object.hasOwn(settings, key)) return [key]
  return isObject(settings[group]) ? [group, name] : [key]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
