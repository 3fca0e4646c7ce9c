import { SqliteIndex } from './sqlite-index.ts'

/** The same engine without a file, for tests. */
export class MemoryIndex extends SqliteIndex {
  constructor() {
    super({ path: ':memory:', readOnly: false })
  }
}
