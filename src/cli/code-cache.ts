import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

interface Part {
  main(input: readonly string[], version: string): Promise<void>
}

export interface Loaded {
  readonly part: Part
  /** Keeps what V8 compiled for the next start; called when all is done, so that it holds what really ran. */
  keep(): void
}

/**
 * Loads a file of ours with what V8 compiled of it the last time, which takes a third off the start of a command.
 * The cache belongs to exactly this file and this Node; whatever is wrong with it, the file is loaded without.
 */
export function loadedWithCache(file: string, folder: string): Loaded {
  const cacheFile = join(folder, cacheName(file))
  const cachedData = readIntact(cacheFile)
  // Late, so that --version does not pay for them.
  const { createRequire, wrap } = process.getBuiltinModule('node:module')
  const { Script } = process.getBuiltinModule('node:vm')
  // The bundler writes nothing but ASCII.
  const source = wrap(readFileSync(file, 'latin1'))
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) })
  const module: { exports: unknown } = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file))
  const isKept = cachedData !== undefined && script.cachedDataRejected === false
  return {
    part: module.exports as Part,
    keep: () => {
      if (!isKept) attempt(() => write(cacheFile, script.createCachedData()))
    },
  }
}

/** V8 compares little more than the length of the source, so the name says which file and which Node it was. */
function cacheName(file: string): string {
  const { mtimeMs, size } = statSync(file)
  const part = file.slice(file.lastIndexOf('/') + 1).replace(/\W/g, '-')
  return `${part}.${process.version}-${process.arch}-${Math.trunc(mtimeMs)}-${size}`
}

/** A cache is code: a damaged one would crash the process, so its own sum stands before it. */
function readIntact(file: string): Buffer | undefined {
  const found = attempt(() => readFileSync(file))
  if (!found || found.length < 8) return undefined
  const data = found.subarray(8)
  return found.readDoubleLE(0) === sumOf(data) ? data : undefined
}

function write(file: string, data: Buffer): void {
  const folder = dirname(file)
  statSync(dirname(folder)) // no home, no cache: it is not for a cache to make one
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const part = file.slice(folder.length + 1).split('.', 1)[0] ?? ''
  for (const old of readdirSync(folder)) if (old.startsWith(`${part}.`)) unlinkSync(join(folder, old))
  const sum = Buffer.alloc(8)
  sum.writeDoubleLE(sumOf(data))
  writeFileSync(`${file}.${process.pid}`, Buffer.concat([sum, data]), { mode: 0o600, flag: 'wx' })
  renameSync(`${file}.${process.pid}`, file)
}

/** Over whole words, and without an iterator: this runs cold at every start. */
function sumOf(data: Buffer): number {
  const length = data.length >> 2
  const words =
    data.byteOffset % 4 === 0
      ? new Int32Array(data.buffer, data.byteOffset, length)
      : new Int32Array(data.buffer.slice(data.byteOffset, data.byteOffset + length * 4))
  let sum = data.length
  for (let i = 0; i < length; i += 1) sum = (Math.imul(sum, 31) + (words[i] ?? 0)) | 0
  return sum
}

/** Only speed is lost when this fails. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
