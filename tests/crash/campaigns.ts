import type { Campaign } from './kit/campaign.ts'
import { randomKill } from './r01-acked-events-survive-a-random-kill.ts'
import { killAtEveryWrite } from './r02-acked-events-survive-a-kill-at-every-write.ts'
import { failedSync } from './r03-a-failed-sync-is-never-acked.ts'
import { fullDisk } from './r04-a-full-disk-loses-nothing-acked.ts'
import { hostileEnvironment } from './r05-a-hostile-environment-gets-a-clear-answer.ts'
import { concurrentWriters } from './r06-concurrent-writers-lose-nothing.ts'
import { stampede } from './r08-a-first-run-stampede-makes-one-log.ts'

import { damagedDatabase } from './r15-damage-is-reported-and-the-rest-is-read.ts'
import { tornTranscripts } from './r16-a-torn-transcript-is-read-once.ts'
import { fuzzedInput } from './r17-no-input-harms-a-hook.ts'
import { redelivery } from './r18-what-is-told-twice-is-stored-once.ts'
import { clocks } from './r19-no-clock-changes-the-order.ts'
import { hookBudget } from './r20-a-hook-keeps-its-time.ts'
import { installers } from './r21-settings-of-agents-keep-every-byte.ts'
import { erasure } from './r28-forgotten-bytes-are-gone.ts'

export const campaigns: readonly Campaign[] = [
  randomKill,
  killAtEveryWrite,
  failedSync,
  fullDisk,
  hostileEnvironment,
  concurrentWriters,
  stampede,
  damagedDatabase,
  tornTranscripts,
  fuzzedInput,
  redelivery,
  clocks,
  hookBudget,
  installers,
  erasure,
]
