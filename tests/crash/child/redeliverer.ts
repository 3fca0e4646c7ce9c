import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contextFor } from '../../../src/app/context/context-for.ts'
import { drainSpool } from '../../../src/app/ingest/drain-spool.ts'
import { ingest } from '../../../src/app/ingest/ingest.ts'
import type { World } from '../../../src/app/world.ts'
import { randomName } from '../../../src/host/random.ts'
import { Maildir } from '../../../src/spool/maildir.ts'
import { hookWorld } from '../kit/hook-world.ts'
import { openLog } from '../kit/open-log.ts'
import { clientsIn } from '../kit/payload-fixtures.ts'
import { seeded } from '../kit/random.ts'
import { type DeliveryStep, distributeSteps, type SessionScript, scriptFor } from '../kit/session-scripts.ts'
import { printLine } from './stdio.ts'

interface RedelivererOrders {
  readonly home: string
  readonly repository: string
  readonly seed: number
  readonly at: number
  readonly sets: number
  /** The number of this worker. */
  readonly worker: number
}

/** Delivers its share of every script like the hooks of a client, concurrently with other workers. */
export async function redeliverer(orders: RedelivererOrders): Promise<void> {
  const { home, seed, sets, worker } = orders
  const source = { clients: clientsIn(orders.repository), seed, at: orders.at }
  const spoolFolder = join(home, 'spool')
  for (const part of ['new', 'tmp']) mkdirSync(join(spoolFolder, part), { recursive: true })
  const log = openLog(home)
  for (let number = 0; number < sets; number += 1) {
    const script = scriptFor(source, number)
    const world = hookWorld(log, new Maildir(spoolFolder), script.folder)
    const share = distributeSteps(script, seeded(seed, `deal ${number}`))[worker] ?? []
    for (const step of share) await deliver(world, script, { step, spoolFolder })
    printLine(`set ${number}`)
  }
  const last = hookWorld(log, new Maildir(spoolFolder), '/work')
  while ((await last.spool.waiting(1)).length > 0) await drainSpool(last)
  await log.close()
}

interface DeliveryTask {
  readonly step: DeliveryStep
  readonly spoolFolder: string
}

async function deliver(
  world: World,
  script: SessionScript,
  { step, spoolFolder }: DeliveryTask,
): Promise<void> {
  if (step.route === 'hook') await runHook(world, script, step.payload)
  else spool(spoolFolder, script.agent.name, step.payload)
  if (step.drains) await drainSpool(world)
}

/** What `leftoff hook` does with a payload that it can parse. */
async function runHook(world: World, { agent }: SessionScript, payload: string): Promise<void> {
  const hook = agent.parse(payload)
  if (hook.kind !== 'parsed') throw new Error(`a payload of ${agent.name} was ${hook.kind}`)
  await drainSpool(world, { deliveries: 200 })
  const context = await contextFor(world, agent, hook)
  const drafts = [...hook.drafts, ...(context?.drafts ?? [])]
  await ingest(world, agent, [{ hook: { ...hook, drafts }, at: world.clock.now() }])
}

/** Spools like the shell script, but without a sync. */
function spool(spoolFolder: string, agent: string, payload: string): void {
  const name = `${agent}.${randomName()}`
  writeFileSync(join(spoolFolder, 'tmp', name), payload)
  renameSync(join(spoolFolder, 'tmp', name), join(spoolFolder, 'new', name))
}
