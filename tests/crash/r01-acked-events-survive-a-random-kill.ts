import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { derivedId } from '../../src/event/identity.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { start } from './kit/crew.ts'
import type { Random } from './kit/random.ts'
import type { Ack } from './kit/sealed.ts'
import { holds } from './oracle.ts'

/** Two writers and a reader are killed a moment after they began; the log is checked; the next three come. */
export const randomKill: Campaign = {
  id: 'R1',
  title: 'random kill -9',
  async run(trial) {
    const random = trial.random('R1')
    const kills = trial.size({ change: 200, night: 10_000 })
    let killed = 0
    let acked = 0
    for (let home = 0; killed < kills; home += 1) {
      const lived = await oneHome(trial, random, home)
      killed += lived.kills
      acked += lived.acks
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
    await holds(home, acks)
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
    start(trial, 'writer', { home, name: `${name}/${letter}`, seed: trial.seed, sessions }),
  )
  const all = [...writers, start(trial, 'reader', { home })]
  // The moment of the kill is the random input of this campaign, so here time itself is the fault point.
  await Promise.all(
    all.map(async (member) => {
      await member.saying('ready')
      await delay(random.between(5, 120))
      member.kill()
      const { signal } = await member.ended
      require(signal ===
        'SIGKILL', `a process ended before it was killed: ${member.said.at(-1)} ${member.stderr}`)
    }),
  )
  return writers.flatMap(({ acks }) => acks)
}
