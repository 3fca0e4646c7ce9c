import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventFromDraft, sessionIdOf } from '../../../src/agent/event-draft.ts'
import { resolved } from '../../../src/app/settings.ts'
import type { JsonObject } from '../../../src/event/canonical-json.ts'
import { serializeLetter } from '../../../src/event/wire.ts'
import { readSettingsFile } from '../../../src/host/settings-files.ts'
import { Problem } from '../../../src/problem.ts'
import { type Examined, hearAnything } from '../kit/hear-anything.ts'
import { type Client, clientsIn } from '../kit/payload-fixtures.ts'
import { type Random, seeded } from '../kit/random.ts'
import { spoiltPayload } from '../kit/spoilt-payload.ts'
import { say } from './voice.ts'

export interface FuzzerOrders {
  readonly folder: string
  readonly repository: string
  readonly seed: number
  readonly from: number
  readonly to: number
}

const MOST_MS = 50
const UNIT_BYTES = 64 * 1024

/** Takes in one spoilt input after the other, and says which it is before it does. */
export async function fuzzer({ folder, repository, seed, from, to }: FuzzerOrders): Promise<void> {
  const clients = clientsIn(repository)
  const letters = lettersOf(clients)
  const counts = { stored: 0, ignored: 0, 'set aside': 0 }
  const pace = new Pace()
  let slowest = 0
  for (let number = from; number < to; number += 1) {
    if (number % 1000 === 0) say(`at ${number}`)
    const random = seeded(seed, `input ${number}`)
    if (random.chance(0.03)) await configured(folder, random)
    const isLetter = random.chance(0.06)
    const { agent, payloads } = random.oneOf(clients)
    const source = isLetter ? letters : payloads
    const bytes = spoiltPayload(random.oneOf(source), source, random)
    const examine = (): Promise<Examined> => hearAnything(isLetter ? undefined : agent, bytes)
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
  say(`counts ${JSON.stringify({ ...counts, slowest })}`)
}

/** Judges times on a machine that has other things to do as well. */
class Pace {
  readonly #usual = calibrated()

  limit(bytes: Buffer): number {
    return MOST_MS * Math.max(1, bytes.length / UNIT_BYTES)
  }

  /** The best of several times counts, on a machine that is as fast as it was when we began. */
  async isSlow(bytes: Buffer, examine: () => Promise<Examined>): Promise<string | undefined> {
    let best = Number.POSITIVE_INFINITY
    for (let time = 0; time < 5; time += 1) best = Math.min(best, (await examine()).ms)
    const slowness = Math.max(1, calibrated() / this.#usual)
    if (best <= this.limit(bytes) * slowness) return undefined
    return `${bytes.length} bytes take ${best.toFixed(0)} ms`
  }
}

function calibrated(): number {
  const text = JSON.stringify(Array.from({ length: 4000 }, (_, index) => `some text ${index}`))
  const times = Array.from({ length: 20 }, () => {
    const began = performance.now()
    JSON.stringify(JSON.parse(text))
    return performance.now() - began
  })
  return Math.min(...times)
}

/** What leftoff itself leaves in the spool, made of what clients said. */
function lettersOf(clients: readonly Client[]): readonly JsonObject[] {
  return clients.flatMap(({ agent, payloads }) =>
    payloads.flatMap((payload): JsonObject[] => {
      const heard = agent.parse(JSON.stringify(payload))
      if (heard.kind !== 'parsed' || heard.drafts.length === 0) return []
      const heading = { agent: agent.name, session: heard.session, receivedAt: 5 }
      const events = heard.drafts.map((said) => eventFromDraft(heading, said))
      return [JSON.parse(serializeLetter({ session: sessionIdOf(agent.name, heard.session), events }))]
    }),
  )
}

const SETTINGS: JsonObject = {
  session: { expiry: '7d', 'idle-timeout': '30m', 'auto-archive': true },
  'brief.resume-budget': 300,
  log: { 'busy-timeout': '30s' },
}

/** A file of settings is understood, or refused with a reason. */
async function configured(folder: string, random: Random): Promise<void> {
  const path = join(folder, `config-${process.pid}.json`)
  writeFileSync(path, spoiltPayload(SETTINGS, [SETTINGS], random))
  try {
    resolved([{ source: 'user', where: path, values: readSettingsFile(path) ?? {} }])
  } catch (error) {
    if (!(error instanceof Problem)) throw new Error(`${path}: ${String(error)}`)
  }
}
