import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { derivedId } from '../../../src/event/identity.ts'
import { Problem } from '../../../src/problem.ts'
import { require } from '../kit/campaign.ts'
import { busyEvent, eventId } from '../kit/event-source.ts'
import { logOf } from '../kit/log-of.ts'
import { seeded } from '../kit/random.ts'
import type { Ack } from '../kit/sealed.ts'
import { ackLine, parsedAck } from '../kit/sealed.ts'
import { countOf, holds } from '../oracle.ts'
import { say } from './voice.ts'

export interface FillerOrders {
  /** An empty tmpfs of a small size, seen by this process alone. */
  readonly disk: string
  readonly seed: number
  readonly isFullAtStart: boolean
}

const HONEST = ['disk-full', 'log-io', 'home-unusable', 'log-unopenable']
const MOST_APPENDS = 20_000

/** Fills the disk with events, is refused, gets a larger disk, and goes on: all in one process. */
export async function diskFiller({ disk, seed, isFullAtStart }: FillerOrders): Promise<void> {
  const home = join(disk, 'home')
  const log = logOf(home)
  const filler = seeded(seed, 'filler')
  const acks: Ack[] = []
  const append = async (): Promise<Problem | undefined> => {
    const event = busyEvent(filler, eventId('filler', filler.below(2 ** 31)), 1)
    const session = derivedId('ses', 'filler', String(filler.below(3)))
    try {
      const appended = await log.append(session, [event])
      if (appended.kind === 'appended') acks.push(parsedAck(ackLine(session, appended.seq, event, 0)))
      return undefined
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
  }
  if (isFullAtStart) await refusedWhileFull(disk, append)
  for (let refused = 0; refused < 5 && acks.length < MOST_APPENDS; ) {
    const problem = await append()
    if (problem) requireHonest(problem)
    if (problem) refused += 1
  }
  const before = acks.length
  execFileSync('mount', ['-o', 'remount,size=64m', disk])
  for (let more = 0; more < 20; more += 1) {
    const problem = await append()
    require(problem ===
      undefined, `with space again the log still answers ${problem?.code}: ${problem?.message}`)
  }
  await log.close()
  const stored = countOf(await holds(home, acks))
  require(stored === acks.length, `${stored} stored, ${acks.length} acknowledged`)
  say(`filled ${before}`)
}

async function refusedWhileFull(disk: string, append: () => Promise<Problem | undefined>): Promise<void> {
  const ballast = join(disk, 'ballast')
  try {
    writeFileSync(ballast, Buffer.alloc(64 * 1024 * 1024))
  } catch {
    // That it does not fit is the point: now nothing else does.
  }
  const problem = await append()
  require(problem !== undefined, 'an event was stored on a full disk')
  requireHonest(problem)
  rmSync(ballast)
}

function requireHonest({ code, fix }: Problem): void {
  require(HONEST.includes(code) && fix.length > 0, `a full disk was answered with ${code}`)
}
