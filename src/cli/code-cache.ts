import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { below } from '../host/below.ts'
import { systemClock } from '../host/clock.ts'

interface Part {
  /** False: another part must answer. */
  main(input: readonly string[], version: string, payload: string): Promise<boolean | undefined>
}

export interface CacheAsk {
  readonly file: string
  readonly folder: string | undefined
  /** For which the part runs. Each has a cache of its own, because V8 keeps what has run, and elsewhere other things run. */
  readonly occasion: string
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
export function loadedWithCache({ file, folder, occasion }: CacheAsk): Loaded {
  const cacheFile = folder && below(folder, cacheName(file, occasion))
  const kept = cacheFile ? readIntact(cacheFile) : undefined
  const cachedData = kept?.data
  // Late, so that --version does not pay for it.
  const { Script } = process.getBuiltinModule('node:vm')
  // The bundler writes nothing but ASCII, and around it the function that is called below.
  const source = readFileSync(file, 'latin1')
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) })
  const module: { exports: unknown } = { exports: {} }
  const beside: Loaded[] = []
  const besideOr = (name: string): unknown => {
    // Whatever is not ours, ours finds as well: every part lies beside this one.
    if (!name.startsWith('./')) return require(name)
    const one = loadedWithCache({ file: below(dirname(file), name.slice(2)), folder, occasion })
    beside.push(one)
    return one.part
  }
  script.runInThisContext()(module.exports, besideOr, module, file, dirname(file))
  const times = kept && script.cachedDataRejected === false ? kept.times : 0
  return {
    part: module.exports as Part,
    keep: () => {
      for (const one of beside) one.keep()
      if (cacheFile && (times === 0 || isDue(cacheFile, times)))
        attempt(() => write(cacheFile, { data: script.createCachedData(), times: times + 1 }))
    },
  }
}

/** V8 compares little more than the length of the source, so the name says which file and which Node it was. */
function cacheName(file: string, occasion: string): string {
  const { mtimeMs, size } = statSync(file)
  const part = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1).replaceAll('.', '-')
  return `${part}${occasion && `-${occasion}`}.${process.version}-${process.arch}-${Math.trunc(mtimeMs)}-${size}`
}

interface Cached {
  readonly data: Buffer
  /** How often it was written. */
  readonly times: number
}

/**
 * A cache is code, and V8 runs a damaged one until it crashes. So it is written twice and both copies are compared:
 * a sum over it would take two milliseconds of a cold loop, comparing takes the processor no time at all.
 */
function readIntact(file: string): Cached | undefined {
  const found = attempt(() => readFileSync(file))
  if (!found?.length) return undefined
  const end = found.length - 1
  const data = found.subarray(0, end / 2)
  return data.equals(found.subarray(data.length, end)) ? { data, times: found[end] ?? 0 } : undefined
}

/**
 * What ran the first time is not what mostly runs: the first prompt that anybody gives finds an empty log. What a later
 * run had to compile besides is added, after a minute, four, sixteen and so on: what V8 was given it gives back.
 */
const isDue = (file: string, times: number): boolean =>
  systemClock.now() - (attempt(() => statSync(file).mtimeMs) ?? Number.POSITIVE_INFINITY) >
  FIRST_MS * 4 ** (times - 1)
const FIRST_MS = 60_000
const MOST_TIMES = 0xff

function write(file: string, { data, times }: Cached): void {
  const folder = dirname(file)
  statSync(dirname(folder)) // no home, no cache: it is not for a cache to make one
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Synced: after a power loss both copies could hold the same nothing.
  writeFileSync(
    `${file}.${process.pid}`,
    Buffer.concat([data, data, Buffer.of(Math.min(times, MOST_TIMES))]),
    {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    },
  )
  renameSync(`${file}.${process.pid}`, file)
  for (const old of oldest(folder)) unlinkSync(old)
}

/** Each agent has five, every other part some, and several versions of Node and of leftoff may take turns on a machine. */
const MOST_FILES = 96

function oldest(folder: string): readonly string[] {
  const files = readdirSync(folder).map((name) => below(folder, name))
  const dated = files.map((path) => ({ path, at: statSync(path).mtimeMs }))
  return dated
    .sort((a, b) => b.at - a.at)
    .slice(MOST_FILES)
    .map(({ path }) => path)
}

/** Only speed is lost when this fails. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
