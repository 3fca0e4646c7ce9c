import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '../../problem.ts'

/** What this engine needs of SQLite; `node:sqlite` and `@photostructure/sqlite` have the same shape. */
export interface Connection {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}
export interface Statement {
  run(...values: readonly Value[]): { readonly changes: number | bigint }
  get(...values: readonly Value[]): Row | undefined
  all(...values: readonly Value[]): Row[]
  iterate(...values: readonly Value[]): IterableIterator<Row>
}
export type Value = string | number | null | Uint8Array
export type Row = Readonly<Record<string, unknown>>

interface Sqlite {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean; readonly timeout: number },
  ) => Connection
}

export interface ConnectOptions {
  readonly readOnly: boolean
  readonly busyMs: number
}

export function connect(path: string, options: ConnectOptions): Connection {
  const { DatabaseSync } = sqlite()
  return new DatabaseSync(path, { readOnly: options.readOnly, timeout: options.busyMs })
}

let loaded: Sqlite | undefined

function sqlite(): Sqlite {
  loaded ??= load()
  return loaded
}

/** Loading the prebuilt file itself saves the three milliseconds that finding it through its package takes. */
function load(): Sqlite {
  const attempts = [prebuilt, () => required('@photostructure/sqlite'), () => required('node:sqlite')]
  const failures: string[] = []
  for (const attempt of attempts) {
    try {
      return attempt()
    } catch (error) {
      failures.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
    }
  }
  throw new Problem({
    code: 'sqlite-missing',
    message: `no SQLite could be loaded: ${failures.join('; ')}`,
    fix: 'install leftoff again (npm install -g leftoff), or use Node 24 or newer, which brings SQLite',
  })
}

/** `node:module` is loaded here, because on most machines nothing needs it. */
const required = (name: string): Sqlite =>
  process.getBuiltinModule('node:module').createRequire(import.meta.url)(name) as Sqlite

function prebuilt(): Sqlite {
  const here = import.meta.url.startsWith('file:') ? fileURLToPath(import.meta.url) : import.meta.url
  const parts = [
    'node_modules',
    '@photostructure',
    'sqlite',
    'prebuilds',
    `${process.platform}-${process.arch}`,
  ]
  for (let folder = dirname(here); ; folder = dirname(folder)) {
    const file = join(folder, ...parts, '@photostructure+sqlite.glibc.node')
    if (existsSync(file)) return addOn(file)
    if (dirname(folder) === folder) throw new Error('no prebuilt SQLite for this platform')
  }
}

/** A C library without glibc refuses this file, and the package finds the other one. */
function addOn(file: string): Sqlite {
  const module = { exports: {} as Sqlite }
  process.dlopen(module, file)
  return module.exports
}

/**
 * Below 3.51.3 two connections that write and checkpoint at one instant can corrupt a WAL database; the repair was
 * carried back to 3.50.7 and 3.44.6 only. Many short processes, each closing its connection, are the trigger.
 */
export function isSafeVersion(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  if (major !== 3) return major > 3
  if (minor === 44) return patch >= 6
  if (minor === 50) return patch >= 7
  if (minor === 51) return patch >= 3
  return minor > 52 || (minor === 52 && patch > 0)
}
