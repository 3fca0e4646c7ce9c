import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '../../problem.ts'

/** The part of the SQLite API that this engine needs. `node:sqlite` and `@photostructure/sqlite` both have it. */
export interface Connection {
  exec(sql: string): void
  prepare(sql: string): SqlStatement
  close(): void
}
interface SqlStatement {
  run(...values: readonly SqlValue[]): { readonly changes: number | bigint }
  get(...values: readonly SqlValue[]): SqlRow | undefined
  all(...values: readonly SqlValue[]): SqlRow[]
  iterate(...values: readonly SqlValue[]): IterableIterator<SqlRow>
}
export type SqlValue = string | number | null | Uint8Array
export type SqlRow = Readonly<Record<string, unknown>>

interface Sqlite {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean; readonly timeout: number },
  ) => Connection
}

interface ConnectOptions {
  readonly readOnly: boolean
  readonly busyMs: number
}

/**
 * SQL that limits a column to safe integers, because the driver throws for larger ones. We never store larger
 * ones, so the limit only replaces one damaged value with another.
 */
export const boundedNumber = (column: string): string =>
  `min(max(${column}, -${Number.MAX_SAFE_INTEGER}), ${Number.MAX_SAFE_INTEGER})`

export function connect(path: string, options: ConnectOptions): Connection {
  const { DatabaseSync } = sqlite()
  return new DatabaseSync(path, { readOnly: options.readOnly, timeout: options.busyMs })
}

let loaded: Sqlite | undefined

function sqlite(): Sqlite {
  loaded ??= load()
  return loaded
}

/** Loads the prebuilt file directly, because resolving it through its package takes three milliseconds longer. */
function load(): Sqlite {
  const attempts = [
    loadPrebuilt,
    () => requirePackage('@photostructure/sqlite'),
    () => requirePackage('node:sqlite'),
  ]
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
    message: `cannot load SQLite: ${failures.join('; ')}`,
    fix: 'reinstall leftoff (npm install -g leftoff), or use Node 24 or newer, which includes SQLite',
  })
}

/** Loads `node:module` only here, because most machines do not need it. */
const requirePackage = (name: string): Sqlite =>
  process.getBuiltinModule('node:module').createRequire(import.meta.url)(name) as Sqlite

function loadPrebuilt(): Sqlite {
  const here = import.meta.url.startsWith('file:') ? fileURLToPath(import.meta.url) : import.meta.url
  const file = join('prebuilds', `${process.platform}-${process.arch}`, '@photostructure+sqlite.glibc.node')
  for (let folder = dirname(here); ; folder = dirname(folder)) {
    const driver = join(folder, 'node_modules', '@photostructure', 'sqlite')
    // Tries only the first match: a folder further up, such as /tmp, may belong to another user.
    if (existsSync(driver)) return loadAddOn(join(driver, file))
    if (dirname(folder) === folder) throw new Error('no prebuilt SQLite for this platform')
  }
}

/** Throws on systems without glibc. On those, loading the package finds the right file. */
function loadAddOn(file: string): Sqlite {
  const module = { exports: {} as Sqlite }
  process.dlopen(module, file)
  return module.exports
}

/**
 * Before 3.51.3, two connections that write and checkpoint at the same time can corrupt a WAL database. The fix was
 * backported to 3.50.7 and 3.44.6 only. Many short-lived processes that close their connections trigger the bug.
 */
export function isSafeVersion(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  if (major !== 3) return major > 3
  if (minor === 44) return patch >= 6
  if (minor === 50) return patch >= 7
  if (minor === 51) return patch >= 3
  return minor > 52 || (minor === 52 && patch > 0)
}

const STATEMENTS = new WeakMap<Connection, Map<string, SqlStatement>>()

/**
 * Prepares a statement once per connection. Preparing takes longer than running, and the driver frees statements
 * only at garbage collection: an import of a few thousand events held 200 MB of them. Do not use this for
 * `iterate`, because a statement can have only one run in progress.
 */
export function prepareOnce(db: Connection, sql: string): SqlStatement {
  const statements = STATEMENTS.get(db) ?? new Map<string, SqlStatement>()
  STATEMENTS.set(db, statements)
  const known = statements.get(sql)
  if (known) return known
  const statement = db.prepare(sql)
  statements.set(sql, statement)
  return statement
}
