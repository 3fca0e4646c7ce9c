import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contextFor } from '../../../src/app/context/context-for.ts'
import { drainSpool } from '../../../src/app/ingest/drain-spool.ts'
import { ingest } from '../../../src/app/ingest/ingest.ts'
import type { World } from '../../../src/app/world.ts'
import { randomName } from '../../../src/host/random.ts'
import { Maildir } from '../../../src/spool/maildir.ts'
import { hookWorld } from '../kit/hook-world.ts'
import { logOf } from '../kit/log-of.ts'
import { clientsIn } from '../kit/payload-fixtures.ts'
import { seeded } from '../kit/random.ts'
import { dealt, type Step, type Story, storyOf } from '../kit/stories.ts'
import { say } from './voice.ts'

export interface RedelivererOrders {
  readonly home: string
  readonly repository: string
  readonly seed: number
  readonly at: number
  readonly sets: number
  /** Which of the hands this process is. */
  readonly hand: number
}

/** Tells its share of every story, as the hooks of a client would, beside others that tell theirs. */
export async function redeliverer(orders: RedelivererOrders): Promise<void> {
  const { home, seed, sets, hand } = orders
  const book = { clients: clientsIn(orders.repository), seed, at: orders.at }
  const spoolFolder = join(home, 'spool')
  for (const part of ['new', 'tmp']) mkdirSync(join(spoolFolder, part), { recursive: true })
  const log = logOf(home)
  for (let number = 0; number < sets; number += 1) {
    const story = storyOf(book, number)
    const world = hookWorld(log, new Maildir(spoolFolder), story.folder)
    const share = dealt(story, seeded(seed, `deal ${number}`))[hand] ?? []
    for (const step of share) await take(world, story, { step, spoolFolder })
    say(`set ${number}`)
  }
  const last = hookWorld(log, new Maildir(spoolFolder), '/work')
  while ((await last.spool.waiting(1)).length > 0) await drainSpool(last)
  await log.close()
}

interface Task {
  readonly step: Step
  readonly spoolFolder: string
}

async function take(world: World, story: Story, { step, spoolFolder }: Task): Promise<void> {
  if (step.way === 'hook') await hooked(world, story, step.payload)
  else left(spoolFolder, story.agent.name, step.payload)
  if (step.drains) await drainSpool(world)
}

/** What `leftoff hook` does with a payload that it understands. */
async function hooked(world: World, { agent }: Story, payload: string): Promise<void> {
  const heard = agent.parse(payload)
  if (heard.kind !== 'parsed') throw new Error(`a payload of ${agent.name} was ${heard.kind}`)
  await drainSpool(world, { deliveries: 200 })
  const given = await contextFor(world, agent, heard)
  const drafts = [...heard.drafts, ...(given?.drafts ?? [])]
  await ingest(world, agent, [{ hook: { ...heard, drafts }, at: world.clock.now() }])
}

/** As the shell does it: nothing is synced. */
function left(spoolFolder: string, agent: string, payload: string): void {
  const name = `${agent}.${randomName()}`
  writeFileSync(join(spoolFolder, 'tmp', name), payload)
  renameSync(join(spoolFolder, 'tmp', name), join(spoolFolder, 'new', name))
}
