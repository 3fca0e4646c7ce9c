import { join } from 'node:path'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { type Member, start } from './kit/crew.ts'
import { countOf, holds } from './oracle.ts'

const PROCESSES = 32

export const stampede: Campaign = {
  id: 'R8',
  title: 'first-run stampede',
  async run(trial) {
    const rounds = trial.size({ change: 10, night: 300 })
    // The same processes serve every round: what is tested is the first open, not the start of Node.
    const crew = Array.from({ length: PROCESSES }, (_, index) =>
      start(trial, 'stampeder', { name: String(index), seed: trial.seed }),
    )
    try {
      await Promise.all(crew.map((member) => member.saying('ready')))
      for (let round = 0; round < rounds; round += 1) await oneRound(trial, crew, round)
    } finally {
      for (const member of crew) member.kill()
    }
    return `${PROCESSES} processes, ${rounds} rounds, 0 errors`
  },
}

async function oneRound(trial: Trial, crew: readonly Member[], round: number): Promise<void> {
  trial.step(`round ${round}`)
  const home = join(trial.folder, 'deep', `home-${round}`)
  for (const member of crew) member.said.length = 0
  for (const member of crew) member.tell(home)
  await Promise.all(crew.map((member) => member.saying('finished')))
  const acks = crew.flatMap((member, index) => {
    require(member.acks.length === 1, `process ${index} could not append: ${member.said[0]}`)
    return member.acks
  })
  const stored = countOf(await holds(home, acks))
  require(stored === PROCESSES, `${stored} events stored by ${PROCESSES} processes`)
}
