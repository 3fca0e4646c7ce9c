import { expect, test } from 'vitest'
import { seeded } from '../crash/kit/random.ts'
import { faultsOf, PIECES } from './examine-torn.ts'
import { tornFile } from './torn.ts'

/** Campaign R16 runs 1,000 files. */
const FILES = 100

test('every intact record of a torn transcript is read once, and every skipped part is counted', async () => {
  for (let number = 0; number < FILES; number += 1) {
    const random = seeded(1, `R16/${number}`)
    const torn = tornFile(random)
    const faults = await faultsOf(torn, random.oneOf(PIECES))
    expect(faults, `file ${number} of ${torn.writer.name}: ${torn.damages.join(', ')}`).toEqual([])
  }
})
