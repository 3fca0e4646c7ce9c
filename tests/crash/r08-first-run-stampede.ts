import { join } from 'node:path'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { type Child, startChild } from './kit/child.ts'
import { checkLog, countEvents } from './oracle.ts'

const PROCESSES = 32

export const stampede: Campaign = {
  id: 'R8',
  title: 'first-run stampede',
  async run(trial) {
    const rounds = trial.size({ change: 10, night: 300 })
    // The same processes serve every round, because the campaign is about the first open, not the start of
    // Node.
    const children = Array.from({ length: PROCESSES }, (_, index) =>
      startChild(trial, 'stampeder', { name: String(index), seed: trial.seed }),
    )
    try {
      await Promise.all(children.map((child) => child.waitFor('ready')))
      for (let round = 0; round < rounds; round += 1) await oneRound(trial, children, round)
    } finally {
      for (const child of children) child.kill()
    }
    return `${PROCESSES} processes, ${rounds} rounds, 0 errors`
  },
}

async function oneRound(trial: Trial, children: readonly Child[], round: number): Promise<void> {
  trial.step(`round ${round}`)
  const home = join(trial.folder, 'deep', `home-${round}`)
  for (const child of children) child.lines.length = 0
  for (const child of children) child.send(home)
  await Promise.all(children.map((child) => child.waitFor('finished')))
  const acks = children.flatMap((child, index) => {
    require(child.acks.length === 1, `process ${index} could not append: ${child.lines[0]}`)
    return child.acks
  })
  const stored = countEvents(await checkLog(home, acks))
  require(stored === PROCESSES, `${stored} events stored by ${PROCESSES} processes`)
}
