import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { damages } from '../kit/damages.ts'
import { examined } from '../kit/examine.ts'
import { pristineHomes } from '../kit/pristine.ts'
import { seeded } from '../kit/random.ts'
import { say } from './voice.ts'

export interface DamagerOrders {
  readonly folder: string
  readonly seed: number
  readonly cases: readonly number[]
}

/** In a process of its own: should SQLite itself fall over a damaged file, the campaign sees it die. */
export async function damager({ folder, seed, cases }: DamagerOrders): Promise<void> {
  const pristine = await pristineHomes(folder, seed)
  for (const number of cases) {
    const random = seeded(seed, `R15/${number}`)
    const damage = damages[number % damages.length]!
    const home = join(folder, `case-${number}`)
    cpSync(damage.needsWal ? pristine.open : pristine.closed, home, { recursive: true })
    say(`case ${number} ${damage.name}`)
    const expectation = damage.inflict(home, { random, pristine })
    await examined(home, { pristine, expectation })
    rmSync(home, { recursive: true })
  }
  say(`examined ${cases.length}`)
}
