import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
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

const require = createRequire(import.meta.url)

/** Requiring the prebuilt file itself saves the 3 ms that the package takes to look for it. */
function load(): Sqlite {
  const attempts = [prebuilt('glibc'), prebuilt('musl'), () => require('@photostructure/sqlite'), builtIn]
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

const prebuilt = (libc: string) => (): Sqlite => {
  const root = dirname(require.resolve('@photostructure/sqlite/package.json'))
  const platform = `${process.platform}-${process.arch}`
  return require(join(root, 'prebuilds', platform, `@photostructure+sqlite.${libc}.node`))
}

const builtIn = (): Sqlite => require('node:sqlite')

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
