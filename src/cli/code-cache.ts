import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../host/clock.ts'
import { isOurs, isOursThroughout } from '../host/trusted-home.ts'
import { attempt } from '../problem.ts'

/** A hash over all bundles, so that two builds never share compiled code. */
declare const LEFTOFF_BUILD: string
/** This file is always built as CommonJS, which starts faster than an ES module. */
declare const __dirname: string

interface Part {
  main(input: readonly string[], version: string): Promise<void>
}

interface LoadedPart {
  readonly part: Part
  /** Call at the end, so that the cache contains the functions that ran. */
  saveCache(): void
}

/**
 * Loads `<name>.cjs` with code that V8 compiled in an earlier run, which saves a third of startup time. Without a
 * trusted home folder, the code is compiled in every run.
 */
export function loadPart(name: string, home: string | undefined): LoadedPart {
  const file = join(__dirname, `${name}.cjs`)
  // A failing cache only slows startup down.
  const folder = home === undefined ? undefined : attempt(() => cacheFolder(home))
  const nodeModule = process.getBuiltinModule('node:module') as unknown as CompileCache
  if (!folder) return { part: require(file) as Part, saveCache: () => {} }
  if (!nodeModule.enableCompileCache) return loadWithOwnCache(file, folder)
  const umask = process.umask(PRIVATE)
  nodeModule.enableCompileCache(folder)
  process.umask(umask)
  return { part: require(file) as Part, saveCache: () => flush(nodeModule) }
}

/** Part of `node:module` since Node 22. */
interface CompileCache {
  enableCompileCache?(folder: string): unknown
  flushCompileCache?(): void
}

/** Node creates its cache files with default permissions, so only the umask can make them private. */
const PRIVATE = 0o077

function flush(nodeModule: CompileCache): void {
  process.umask(PRIVATE) // not restored, because this process writes no more files
  nodeModule.flushCompileCache?.()
}

/**
 * The folder of the cache; undefined if there is no home folder (because a cache must not create one), or if
 * another user owns the cache.
 */
function cacheFolder(home: string): string | undefined {
  const parent = join(home, 'cache')
  const folder = join(parent, LEFTOFF_BUILD)
  if (lstatSync(parent, { throwIfNoEntry: false }) && !isOurs(parent)) return undefined
  if (lstatSync(folder, { throwIfNoEntry: false })) return isOursThroughout(folder) ? folder : undefined
  if (!statSync(home, { throwIfNoEntry: false })) return undefined
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeOldBuilds(parent)
  return folder
}

const OLD_BUILD_MS = 30 * 24 * 60 * 60 * 1000

function removeOldBuilds(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name)
    const isOld = systemClock.now() - statSync(path).mtimeMs > OLD_BUILD_MS
    if (isOld || !statSync(path).isDirectory()) rmSync(path, { recursive: true, force: true })
  }
}

/** For Node 20, which has no compile cache. */
function loadWithOwnCache(file: string, folder: string): LoadedPart {
  const { Script } = process.getBuiltinModule('node:vm')
  const cacheFile = join(folder, `${file.slice(__dirname.length + 1)}-${process.version}-${process.arch}`)
  const cached = attempt(() => readIntact(cacheFile))
  const source = readFileSync(file, 'latin1') // the build escapes all non-ASCII characters
  const script = new Script(`(function(exports,require,module,__filename,__dirname){${source}\n})`, {
    filename: file,
    ...(cached && { cachedData: cached.data }),
  })
  const module: { exports: unknown } = { exports: {} }
  script.runInThisContext()(module.exports, require, module, file, __dirname)
  const saves = cached && script.cachedDataRejected === false ? cached.saves : 0
  return {
    part: module.exports as Part,
    saveCache: () => {
      if (saves === 0 || isDue(cacheFile, saves))
        attempt(() => save(cacheFile, { data: script.createCachedData(), saves: saves + 1 }))
    },
  }
}

interface CachedCode {
  readonly data: Buffer
  /** How often the file has been saved. */
  readonly saves: number
}

/**
 * V8 runs damaged code until it crashes, and its own check detects only a wrong length. So the file contains
 * two copies that must be equal. Comparing them takes almost no time; a checksum in JavaScript that is not
 * compiled yet takes two milliseconds.
 */
function readIntact(file: string): CachedCode | undefined {
  const bytes = readFileSync(file)
  const end = bytes.length - 1
  const data = bytes.subarray(0, end / 2)
  const isIntact = end > 0 && data.equals(bytes.subarray(data.length, end))
  return isIntact ? { data, saves: bytes[end] ?? 0 } : undefined
}

const FIRST_MS = 15_000
const MAX_SAVES = 0xff

/** Later runs compile more functions, so the cache is saved again after 15, 30, 60 ... seconds. */
const isDue = (file: string, saves: number): boolean =>
  systemClock.now() - (attempt(() => statSync(file).mtimeMs) ?? Number.POSITIVE_INFINITY) >
  FIRST_MS * 2 ** (saves - 1)

function save(file: string, { data, saves }: CachedCode): void {
  const temporary = `${file}.${process.pid}`
  const bytes = Buffer.concat([data, data, Buffer.of(Math.min(saves, MAX_SAVES))])
  // Synced, because after a power failure both copies could be empty and therefore equal.
  writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(temporary, file)
}
