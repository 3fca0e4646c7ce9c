import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agents } from '../../src/agent/agents.ts'
import { type Campaign, require, type Trial, Violation } from './kit/campaign.ts'
import { startChild } from './kit/child.ts'
import { ingestAnything } from './kit/ingest-anything.ts'

const LANES = 2

export const fuzzedInput: Campaign = {
  id: 'R17',
  title: 'fuzzed hook input',
  async run(trial) {
    const crashers = await knownCrashers(trial)
    const inputs = trial.size({ change: 20_000, night: 1_000_000 })
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      fuzz(trial, { from: (inputs / LANES) * lane, to: (inputs / LANES) * (lane + 1) }),
    )
    const all = await Promise.all(lanes)
    const sum = (key: keyof FuzzCounts): number => all.reduce((total, counts) => total + counts[key], 0)
    const stored = sum('stored')
    require(stored > inputs / 10, `only ${stored} of ${inputs} inputs were stored: too many mutations`)
    const slowest = Math.max(...all.map((counts) => counts.slowest)).toFixed(0)
    return `${inputs + crashers} inputs, ${stored} stored, ${sum('quarantined')} quarantined, at most ${slowest} ms per 64 KB`
  },
}

interface FuzzCounts {
  readonly stored: number
  readonly ignored: number
  readonly quarantined: number
  /** Wall-clock milliseconds per 64 KB. */
  readonly slowest: number
}

async function fuzz(
  trial: Trial,
  range: { readonly from: number; readonly to: number },
): Promise<FuzzCounts> {
  const { folder, repository, seed } = trial
  const child = startChild(trial, 'fuzzer', { folder, repository, seed, ...range }, { silenceMs: 180_000 })
  const { code, signal } = await child.ended
  if (code === 0) return JSON.parse(child.linesAfter('counts')[0] ?? '{}')
  throw new Violation(`ended with ${signal ?? code}: ${child.lines.at(-1)} ${child.stderr}`)
}

/** Inputs that once crashed leftoff. Files in `tests/fixtures/crashers` are named after agent and symptom. */
async function knownCrashers({ repository }: Trial): Promise<number> {
  const folder = join(repository, 'tests/fixtures/crashers')
  const names = readdirSync(folder)
  for (const name of names) {
    const agent = agents.get(name.split('.')[0] ?? '')
    const { fault } = await ingestAnything(agent, readFileSync(join(folder, name)))
    require(fault === undefined, `${name}: ${fault}`)
  }
  return names.length
}
