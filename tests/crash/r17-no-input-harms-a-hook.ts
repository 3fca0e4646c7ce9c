import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agents } from '../../src/agent/agents.ts'
import { type Campaign, require, type Trial, Violation } from './kit/campaign.ts'
import { start } from './kit/crew.ts'
import { hearAnything } from './kit/hear-anything.ts'

const LANES = 2

export const fuzzedInput: Campaign = {
  id: 'R17',
  title: 'fuzzed hook input',
  async run(trial) {
    const known = await knownCrashers(trial)
    const inputs = trial.size({ change: 20_000, night: 1_000_000 })
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      fuzzed(trial, { from: (inputs / LANES) * lane, to: (inputs / LANES) * (lane + 1) }),
    )
    const all = await Promise.all(lanes)
    const sum = (key: keyof Counts): number => all.reduce((total, counts) => total + counts[key], 0)
    const stored = sum('stored')
    require(stored >
      inputs / 10, `only ${stored} of ${inputs} inputs were understood: they are spoilt too much`)
    const slowest = Math.max(...all.map((counts) => counts.slowest)).toFixed(0)
    return `${inputs + known} inputs, ${stored} stored, ${sum('set aside')} set aside, at most ${slowest} ms`
  },
}

interface Counts {
  readonly stored: number
  readonly ignored: number
  readonly 'set aside': number
  /** Milliseconds for 64 KB; what the rest of the machine did meanwhile is in it. */
  readonly slowest: number
}

async function fuzzed(trial: Trial, range: { readonly from: number; readonly to: number }): Promise<Counts> {
  const { folder, repository, seed } = trial
  const member = start(trial, 'fuzzer', { folder, repository, seed, ...range }, { silenceMs: 180_000 })
  const { code, signal } = await member.ended
  if (code === 0) return JSON.parse(member.words('counts')[0] ?? '{}')
  throw new Violation(`ended with ${signal ?? code}: ${member.said.at(-1)} ${member.stderr}`)
}

/** What harmed once is tried first. `tests/fixtures/crashers`: named by agent and by what it did. */
async function knownCrashers({ repository }: Trial): Promise<number> {
  const folder = join(repository, 'tests/fixtures/crashers')
  const names = readdirSync(folder)
  for (const name of names) {
    const agent = agents.get(name.split('.')[0] ?? '')
    const { fault } = await hearAnything(agent, readFileSync(join(folder, name)))
    require(fault === undefined, `${name}: ${fault}`)
  }
  return names.length
}
