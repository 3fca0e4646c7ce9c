import type { Campaign } from './kit/campaign.ts'
import { randomKill } from './r01-random-kill.ts'
import { killAtEveryWrite } from './r02-kill-at-every-write.ts'
import { failedSync } from './r03-write-and-sync-errors.ts'
import { fullDisk } from './r04-full-disk.ts'
import { hostileEnvironment } from './r05-hostile-environment.ts'
import { concurrentWriters } from './r06-concurrent-writers.ts'
import { stampede } from './r08-first-run-stampede.ts'

import { damagedDatabase } from './r15-damaged-database.ts'
import { tornTranscripts } from './r16-torn-transcripts.ts'
import { fuzzedInput } from './r17-fuzzed-hook-input.ts'
import { redelivery } from './r18-redelivery.ts'
import { clocks } from './r19-clocks.ts'
import { hookBudget } from './r20-hook-time-limit.ts'
import { installers } from './r21-agent-settings.ts'
import { erasure } from './r28-erasure.ts'
import { attribution } from './r29-attribution.ts'
import { nearFences } from './r30-near-fences.ts'
import { forgetRaces } from './r31-forget-races.ts'
import { homeOwnership } from './r32-home-ownership.ts'
import { hostileCheckouts } from './r33-hostile-checkouts.ts'
import { redactionByKind } from './r34-redaction-by-kind.ts'

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
  attribution,
  nearFences,
  forgetRaces,
  homeOwnership,
  hostileCheckouts,
  redactionByKind,
]
