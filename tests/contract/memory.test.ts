import { sessionProjection } from '../../src/app/projection.ts'
import { MemoryLog } from '../../src/log/memory.ts'
import { eventLogContract } from './event-log.contract.ts'

eventLogContract({
  name: 'memory',
  skip: [],
  async make() {
    const log = new MemoryLog(sessionProjection)
    return { open: () => log, destroy: () => log.close() }
  },
})
