import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { below } from './below.ts'

/** A file that holds more than this is not somebody's handful of secrets. */
const MOST_BYTES = 256 * 1024
const MOST_FILES = 16

/** What the .env files of a folder hold; examples are for everybody to read. */
export function dotenvTexts(folder: string): readonly string[] {
  const names = attempt(() => readdirSync(folder)) ?? []
  return names
    .filter((name) => /^\.env(?:\.|$)/.test(name) && !/\.(?:example|sample|template|dist)$/.test(name))
    .slice(0, MOST_FILES)
    .flatMap((name) => attempt(() => textOf(below(folder, name))) ?? [])
}

/** Opened without waiting: a pipe may stand where a file should be. */
function textOf(path: string): string[] {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const { size } = fstatSync(file)
    return fstatSync(file).isFile() && size <= MOST_BYTES ? [readFileSync(file, 'utf8')] : []
  } finally {
    closeSync(file)
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined // what cannot be read here cannot be recognised there
  }
}
