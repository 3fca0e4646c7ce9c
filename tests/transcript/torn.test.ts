import { expect, test } from 'vitest'
import { seeded } from '../crash/kit/random.ts'
import { faultsOf } from './examine-torn.ts'
import { tornFile } from './torn.ts'

test('of a torn transcript every whole record is told once, and every skip is counted', async () => {
  for (let number = 0; number < Number(process.env.N ?? 200); number += 1) {
    const random = seeded(1, `R16/${number}`)
    const torn = tornFile(random)
    const faults = await faultsOf(torn, random.oneOf([1, 7, 64, 4096, 1 << 20]))
    expect(faults, `file ${number} of ${torn.writer.name}: ${torn.damages.join(', ')}`).toEqual([])
  }
})
