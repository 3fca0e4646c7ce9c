import { homedir } from 'node:os'
import { join } from 'node:path'

export const cacheFolder = (): string =>
  process.env.LEFTOFF_BENCH_CACHE || join(homedir(), '.cache', 'leftoff-bench')
