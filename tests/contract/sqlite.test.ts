import { join } from 'node:path'
import { sessionProjection } from '../../src/app/projection.ts'
import { SqliteLog } from '../../src/log/sqlite/sqlite-log.ts'
import { unmanagedFolder } from '../support/temporary-folder.ts'
import { eventLogContract } from './event-log.contract.ts'

eventLogContract({
  name: 'sqlite',
  skip: [],
  async make() {
    const { folder, remove } = unmanagedFolder()
    const handles: SqliteLog<ReturnType<typeof sessionProjection.apply>>[] = []
    return {
      open() {
        const log = new SqliteLog({ path: join(folder, 'log.db'), projection: sessionProjection })
        handles.push(log)
        return log
      },
      async destroy() {
        for (const log of handles) await log.close()
        remove()
      },
    }
  },
})
