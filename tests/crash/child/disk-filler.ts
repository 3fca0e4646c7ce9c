import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { derivedId } from '../../../src/event/identity.ts'
import { Problem } from '../../../src/problem.ts'
import type { Ack } from '../kit/acks.ts'
import { ackLine, parseAck } from '../kit/acks.ts'
import { require } from '../kit/campaign.ts'
import { eventId, smallEvent } from '../kit/event-source.ts'
import { openLog } from '../kit/open-log.ts'
import { seeded } from '../kit/random.ts'
import { checkLog, countEvents } from '../oracle.ts'
import { printLine } from './stdio.ts'

interface FillerOrders {
  /** A small empty tmpfs, mounted only for this process. */
  readonly disk: string
  readonly seed: number
  readonly isFullAtStart: boolean
}

const HONEST = ['disk-full', 'log-io', 'home-unusable', 'log-unopenable']
const MAX_APPENDS = 20_000

/** Appends until the disk is full, enlarges the disk, and continues, all in one process. */
export async function diskFiller({ disk, seed, isFullAtStart }: FillerOrders): Promise<void> {
  const home = join(disk, 'home')
  const log = openLog(home)
  const filler = seeded(seed, 'filler')
  const acks: Ack[] = []
  const append = async (): Promise<Problem | undefined> => {
    const event = smallEvent(filler, eventId('filler', filler.below(2 ** 31)), 1)
    const session = derivedId('ses', 'filler', String(filler.below(3)))
    try {
      const appended = await log.append(session, [event])
      if (appended.kind === 'appended') acks.push(parseAck(ackLine(session, appended.seq, event, 0)))
      return undefined
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
  }
  if (isFullAtStart) await requireRefusalWhileFull(disk, append)
  for (let refused = 0; refused < 5 && acks.length < MAX_APPENDS; ) {
    const problem = await append()
    if (problem) requireHonest(problem)
    if (problem) refused += 1
  }
  const before = acks.length
  execFileSync('mount', ['-o', 'remount,size=64m', disk])
  for (let more = 0; more < 20; more += 1) {
    const problem = await append()
    require(problem ===
      undefined, `after the disk was enlarged, the log still fails with ${problem?.code}: ${problem?.message}`)
  }
  await log.close()
  const stored = countEvents(await checkLog(home, acks))
  require(stored === acks.length, `${stored} stored, ${acks.length} acknowledged`)
  printLine(`filled ${before}`)
}

async function requireRefusalWhileFull(
  disk: string,
  append: () => Promise<Problem | undefined>,
): Promise<void> {
  const ballast = join(disk, 'ballast')
  try {
    writeFileSync(ballast, Buffer.alloc(64 * 1024 * 1024))
  } catch {
    // Expected: the disk is now full.
  }
  const problem = await append()
  require(problem !== undefined, 'an event was stored on a full disk')
  requireHonest(problem)
  rmSync(ballast)
}

function requireHonest({ code, fix }: Problem): void {
  require(HONEST.includes(code) && fix.length > 0, `a full disk was reported as ${code}`)
}
