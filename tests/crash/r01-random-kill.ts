import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { derivedId } from '../../src/event/identity.ts'
import type { Ack } from './kit/acks.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { startChild } from './kit/child.ts'
import type { Random } from './kit/random.ts'
import { checkLog } from './oracle.ts'

/** Kills two writers and a reader at a random moment, checks the log, and repeats. */
export const randomKill: Campaign = {
  id: 'R1',
  title: 'random kill -9',
  async run(trial) {
    const random = trial.random('R1')
    const kills = trial.size({ change: 200, night: 10_000 })
    let killed = 0
    let acked = 0
    for (let home = 0; killed < kills; home += 1) {
      const result = await oneHome(trial, random, home)
      killed += result.kills
      acked += result.acks
    }
    return `${killed} kills, ${acked} acked, 0 violations`
  },
}

const ROUNDS = 10

async function oneHome(
  trial: Trial,
  random: Random,
  number: number,
): Promise<{ kills: number; acks: number }> {
  const home = join(trial.folder, `home-${number}`)
  const acks: Ack[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    trial.step(`home ${number}, round ${round}`)
    acks.push(...(await oneRound(trial, random, { home, name: `${number}/${round}` })))
    await checkLog(home, acks)
  }
  return { kills: ROUNDS * 3, acks: acks.length }
}

async function oneRound(
  trial: Trial,
  random: Random,
  { home, name }: { readonly home: string; readonly name: string },
): Promise<Ack[]> {
  const sessions = ['shared', name].map((source) => derivedId('ses', source))
  const writers = ['a', 'b'].map((letter) =>
    startChild(trial, 'writer', { home, name: `${name}/${letter}`, seed: trial.seed, sessions }),
  )
  const all = [...writers, startChild(trial, 'reader', { home })]
  // The moment of the kill is the random input of this campaign.
  await Promise.all(
    all.map(async (child) => {
      await child.waitFor('ready')
      await delay(random.between(5, 120))
      child.kill()
      const { signal } = await child.ended
      require(signal ===
        'SIGKILL', `a process ended before it was killed: ${child.lines.at(-1)} ${child.stderr}`)
    }),
  )
  return writers.flatMap(({ acks }) => acks)
}
