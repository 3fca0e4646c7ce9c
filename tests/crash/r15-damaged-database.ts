import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Campaign, Violation } from './kit/campaign.ts'
import { startChild } from './kit/child.ts'

const LANES = 2

export const damagedDatabase: Campaign = {
  id: 'R15',
  title: 'damaged database',
  async run(trial) {
    const count = trial.size({ change: 300, night: 20_000 })
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const folder = join(trial.folder, `lane-${lane}`)
      mkdirSync(folder)
      const cases = Array.from({ length: count }, (__, index) => index).filter(
        (index) => index % LANES === lane,
      )
      const child = startChild(trial, 'damager', { folder, seed: trial.seed, cases }, { silenceMs: 20_000 })
      const { code, signal } = await child.ended
      if (code === 0) return child.linesAfter('case')
      throw new Violation(
        `case ${child.linesAfter('case').at(-1)}, ended with ${signal ?? code}: ${child.lines.at(-1)} ${child.stderr}`,
      )
    })
    const done = (await Promise.all(lanes)).flat()
    const flips = done.filter((line) => line.endsWith('payload-flip')).length
    return `${done.length} damages, ${flips} payload flips all reported`
  },
}
