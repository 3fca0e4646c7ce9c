import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { damages } from '../kit/damages.ts'
import { examineLog } from '../kit/examine.ts'
import { pristineHomes } from '../kit/pristine.ts'
import { seeded } from '../kit/random.ts'
import { printLine } from './stdio.ts'

interface DamagerOrders {
  readonly folder: string
  readonly seed: number
  readonly cases: readonly number[]
}

/** Runs in its own process, so that the campaign continues if SQLite crashes on a damaged file. */
export async function damager({ folder, seed, cases }: DamagerOrders): Promise<void> {
  const pristine = await pristineHomes(folder, seed)
  for (const number of cases) {
    const random = seeded(seed, `R15/${number}`)
    const damage = damages[number % damages.length]!
    const home = join(folder, `case-${number}`)
    cpSync(damage.needsWal ? pristine.open : pristine.closed, home, { recursive: true })
    printLine(`case ${number} ${damage.name}`)
    const expectation = damage.inflict(home, { random, pristine })
    await examineLog(home, { pristine, expectation })
    rmSync(home, { recursive: true })
  }
  printLine(`megabytes ${Math.round(process.resourceUsage().maxRSS / 1024)}`)
  printLine(`examined ${cases.length}`)
}
