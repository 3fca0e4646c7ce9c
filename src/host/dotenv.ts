import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A larger file is not a list of secrets. */
const MAX_BYTES = 256 * 1024
const MAX_FILES = 16

/** The contents of the folder's .env files, without examples, which are public. */
export function readDotenvFiles(folder: string): readonly string[] {
  const names = attempt(() => readdirSync(folder)) ?? []
  return names
    .filter((name) => /^\.env(?:\.|$)/.test(name) && !/\.(?:example|sample|template|dist)$/.test(name))
    .slice(0, MAX_FILES)
    .flatMap((name) => attempt(() => textOf(join(folder, name))) ?? [])
}

/** Opens without blocking: the path may be a pipe. */
function textOf(path: string): string[] {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const { size } = fstatSync(file)
    return fstatSync(file).isFile() && size <= MAX_BYTES ? [readFileSync(file, 'utf8')] : []
  } finally {
    closeSync(file)
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined // unreadable files contribute no secrets
  }
}
