import type { Campaign } from './kit/campaign.ts'
import { randomKill } from './r01-acked-events-survive-a-random-kill.ts'
import { concurrentWriters } from './r06-concurrent-writers-lose-nothing.ts'
import { stampede } from './r08-a-first-run-stampede-makes-one-log.ts'

import { damagedDatabase } from './r15-damage-is-reported-and-the-rest-is-read.ts'
import { erasure } from './r28-forgotten-bytes-are-gone.ts'

export const campaigns: readonly Campaign[] = [
  randomKill,
  concurrentWriters,
  stampede,
  damagedDatabase,
  erasure,
]
