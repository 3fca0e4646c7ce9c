import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Campaign, require, type Trial, Violation } from './kit/campaign.ts'
import { runLimited, startChild } from './kit/child.ts'

const LANES = 2
/** Cases per process. Limited, because the driver closes files and frees memory only at garbage collection. */
const BATCH = 250
const MAX_MEGABYTES = 700

export const damagedDatabase: Campaign = {
  id: 'R15',
  title: 'damaged database',
  async run(trial) {
    const count = trial.size({ change: 300, night: 20_000 })
    const starts = Array.from({ length: Math.ceil(count / BATCH) }, (_, batch) => batch * BATCH)
    const done: string[] = []
    let megabytes = 0
    await runLimited(LANES, starts, async (start) => {
      const cases = Array.from({ length: Math.min(BATCH, count - start) }, (_, index) => start + index)
      const batch = await runBatch(trial, cases)
      megabytes = Math.max(megabytes, batch.megabytes)
      done.push(...batch.lines)
    })
    require(megabytes <= MAX_MEGABYTES, `a process took ${megabytes} MB, the limit is ${MAX_MEGABYTES}`)
    const flips = done.filter((line) => line.endsWith('payload-flip')).length
    return `${done.length} damaged logs, all ${flips} payload flips reported; at most ${megabytes} MB`
  },
}

interface Batch {
  readonly lines: readonly string[]
  readonly megabytes: number
}

async function runBatch(trial: Trial, cases: readonly number[]): Promise<Batch> {
  trial.step(`case ${cases[0]}`)
  const folder = join(trial.folder, `from-${cases[0]}`)
  mkdirSync(folder)
  const child = startChild(trial, 'damager', { folder, seed: trial.seed, cases }, { silenceMs: 20_000 })
  const { code, signal } = await child.ended
  if (code !== 0)
    throw new Violation(
      `case ${child.linesAfter('case').at(-1)}, ended with ${signal ?? code}: ${child.lines.at(-1)} ${child.stderr}`,
    )
  rmSync(folder, { recursive: true })
  return { lines: child.linesAfter('case'), megabytes: Number(child.linesAfter('megabytes').at(-1)) }
}
