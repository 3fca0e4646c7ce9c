import { existsSync } from 'node:fs'
import { packedHistories, unpacked } from '../histories.ts'
import { fitWeights } from './fit.ts'
import { KNOWN_SERIES, sessionsOf } from './messages.ts'
import { measure, readIn } from './report.ts'
import { sampleOf } from './sample.ts'

/** Compares the rules of src/meaning with what was found by reading; see README.md beside this. */
const [root = '.', ...words] = process.argv.slice(2)
const packed = packedHistories(root)
if (!existsSync(packed))
  console.log(`meaning: no histories in ${packed}, so nothing was measured (LEFTOFF_BENCH_DATA says where)`)
else if (words.includes('--sample')) draw(unpacked(packed))
else if (words.includes('--fit')) fitWeights(root, readIn(root, unpacked(packed)))
else measure(root, unpacked(packed))

/** Which messages to read, for whoever labels anew. */
function draw(folder: string): void {
  for (const { message, drawn } of KNOWN_SERIES.flatMap((series) => sampleOf(sessionsOf(folder, series))))
    console.log(`${message.series} ${message.session} ${message.ordinal} ${message.speaker} ${drawn}`)
}
