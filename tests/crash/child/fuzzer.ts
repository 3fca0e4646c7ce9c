import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventFromDraft, sessionIdOf } from '../../../src/agent/event-draft.ts'
import { refuseWrongSettings, resolveSettings } from '../../../src/app/settings.ts'
import type { JsonObject } from '../../../src/event/canonical-json.ts'
import { serializeLetter } from '../../../src/event/wire.ts'
import { readSettingsFile } from '../../../src/host/settings-files.ts'
import { Problem } from '../../../src/problem.ts'
import { type IngestTrial, ingestAnything } from '../kit/ingest-anything.ts'
import { mutatePayload } from '../kit/mutate-payload.ts'
import { clientsIn, type PayloadFixtures } from '../kit/payload-fixtures.ts'
import { type Random, seeded } from '../kit/random.ts'
import { printLine } from './stdio.ts'

interface FuzzerOrders {
  readonly folder: string
  readonly repository: string
  readonly seed: number
  readonly from: number
  readonly to: number
}

const MAX_MS = 50
const UNIT_BYTES = 64 * 1024

/** Ingests mutated inputs one by one and prints its progress. */
export async function fuzzer({ folder, repository, seed, from, to }: FuzzerOrders): Promise<void> {
  const clients = clientsIn(repository)
  const letters = lettersOf(clients)
  const counts = { stored: 0, ignored: 0, quarantined: 0 }
  const pace = new Pace()
  let slowest = 0
  for (let number = from; number < to; number += 1) {
    if (number % 1000 === 0) printLine(`at ${number}`)
    const random = seeded(seed, `input ${number}`)
    if (random.chance(0.03)) await readMutatedSettings(folder, random)
    const isLetter = random.chance(0.06)
    const { agent, payloads } = random.oneOf(clients)
    const source = isLetter ? letters : payloads
    const bytes = mutatePayload(random.oneOf(source), source, random)
    const examine = (): Promise<IngestTrial> => ingestAnything(isLetter ? undefined : agent, bytes)
    const { outcome, fault, ms } = await examine()
    const isSlow = ms > pace.limit(bytes) ? await pace.isSlow(bytes, examine) : undefined
    slowest = Math.max(slowest, ms / Math.max(1, bytes.length / UNIT_BYTES))
    counts[outcome] += 1
    const wrong = fault ?? isSlow
    if (wrong === undefined) continue
    const file = join(folder, `${isLetter ? 'leftoff' : agent.name}.input-${number}`)
    writeFileSync(file, bytes)
    throw new Error(`${file}: ${wrong}`)
  }
  printLine(`counts ${JSON.stringify({ ...counts, slowest })}`)
}

/** Decides whether an input takes too long. Takes into account how busy the machine is. */
class Pace {
  readonly #usual = calibrate()

  limit(bytes: Buffer): number {
    return MAX_MS * Math.max(1, bytes.length / UNIT_BYTES)
  }

  /** Takes the best of five runs, corrected for how much the machine has slowed down since the start. */
  async isSlow(bytes: Buffer, examine: () => Promise<IngestTrial>): Promise<string | undefined> {
    let best = Number.POSITIVE_INFINITY
    for (let time = 0; time < 5; time += 1) best = Math.min(best, (await examine()).ms)
    const slowness = Math.max(1, calibrate() / this.#usual)
    if (best <= this.limit(bytes) * slowness) return undefined
    return `${bytes.length} bytes take ${best.toFixed(0)} ms`
  }
}

function calibrate(): number {
  const text = JSON.stringify(Array.from({ length: 4000 }, (_, index) => `some text ${index}`))
  const times = Array.from({ length: 20 }, () => {
    const began = performance.now()
    JSON.stringify(JSON.parse(text))
    return performance.now() - began
  })
  return Math.min(...times)
}

/** Deliveries as leftoff itself spools them, made from client payloads. */
function lettersOf(clients: readonly PayloadFixtures[]): readonly JsonObject[] {
  return clients.flatMap(({ agent, payloads }) =>
    payloads.flatMap((payload): JsonObject[] => {
      const hook = agent.parse(JSON.stringify(payload))
      if (hook.kind !== 'parsed' || hook.drafts.length === 0) return []
      const heading = { agent: agent.name, session: hook.session, receivedAt: 5 }
      const events = hook.drafts.map((draft) => eventFromDraft(heading, draft))
      return [JSON.parse(serializeLetter({ session: sessionIdOf(agent.name, hook.session), events }))]
    }),
  )
}

const SETTINGS: JsonObject = {
  session: { expiry: '7d', 'idle-timeout': '30m', 'auto-archive': true },
  'brief.resume-budget': 300,
  log: { 'busy-timeout': '30s' },
}

/** A settings file must be read or refused with a Problem. */
async function readMutatedSettings(folder: string, random: Random): Promise<void> {
  const path = join(folder, `config-${process.pid}.json`)
  writeFileSync(path, mutatePayload(SETTINGS, [SETTINGS], random))
  try {
    const { problems } = resolveSettings([
      { source: 'user', where: path, values: readSettingsFile(path) ?? {} },
    ])
    refuseWrongSettings(problems)
  } catch (error) {
    if (!(error instanceof Problem)) throw new Error(`${path}: ${String(error)}`)
  }
}
