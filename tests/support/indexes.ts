import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { EMPTY_SHELF } from '../../src/search/forgiving-shelf.ts'
import { type Kept, keptShelf } from '../../src/search/sqlite/kept-shelf.ts'
import { PreparedFiles } from '../../src/search/sqlite/prepared-files.ts'
import { SqliteIndex } from '../../src/search/sqlite/sqlite-index.ts'
import { temporaryFolder } from './temporary-folder.ts'

const folders = new WeakMap<SqliteIndex, string>()

export function sqliteIndex(path = join(temporaryFolder(), 'index.db')): SqliteIndex {
  const prepared = join(dirname(path), 'prepared')
  const index = new SqliteIndex({ path, prepared, readOnly: false })
  folders.set(index, prepared)
  onTestFinished(() => index.close())
  return index
}

/** What the first prompt of a session finds of it. */
export function keptFrom(
  index: SqliteIndex,
  projects: readonly string[],
  now = 0,
): Kept & { readonly path: string } {
  index.keepShelf(projects, now)
  const path = new PreparedFiles(folders.get(index) ?? '').shelfPath(projects)
  return { ...(keptShelf(path) ?? { shelf: EMPTY_SHELF, settled: () => new Map() }), path }
}
