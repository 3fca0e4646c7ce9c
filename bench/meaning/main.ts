import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packedHistories, unpacked } from '../histories.ts'
import { fitWeights } from './fit.ts'
import { hashOf, type Labelled, labelledIn } from './labels.ts'
import { KNOWN_SERIES, sessionsOf } from './messages.ts'
import { measure, readIn } from './report.ts'
import { freshOf, moreOf, sampleOf, trainingOf } from './sample.ts'

/** Compares the rules of src/meaning with what was found by reading; see README.md beside this. */
const [root = '.', ...words] = process.argv.slice(2)
const packed = packedHistories(root)
if (!existsSync(packed))
  console.log(`meaning: no histories in ${packed}, so nothing was measured (LEFTOFF_BENCH_DATA says where)`)
else if (words.includes('--sample')) draw(root, unpacked(packed))
else if (words.includes('--fit')) fitWeights(root, readIn(root, unpacked(packed)))
else measure(root, unpacked(packed))

/** Which messages to read, for whoever labels anew. */
function draw(root: string, folder: string): void {
  const labelled = labelledIn(join(root, 'bench/meaning/labels.jsonl'))
  const known = new Set(labelled.filter(({ half }) => half !== 'later').map(({ hash }) => hash))
  for (const series of KNOWN_SERIES) {
    const sessions = sessionsOf(folder, series)
    const own = labelled.filter((one) => one.series === series)
    const readIn = (...halves: Labelled['half'][]): ReadonlySet<string> =>
      new Set(own.filter(({ half }) => halves.includes(half)).map(({ session }) => session))
    const heldOut = readIn('held out', 'fresh')
    const draws = {
      first: sampleOf(sessions),
      fresh: freshOf(sessions, readIn('development', 'held out')),
      training: trainingOf(sessions, heldOut),
      later: moreOf(sessions, heldOut, ({ text }) => known.has(hashOf(text))),
    }
    for (const { message } of draws.later) known.add(hashOf(message.text))
    for (const [name, all] of Object.entries(draws))
      for (const { message, drawn } of all)
        console.log(
          `${name} ${message.series} ${message.session} ${message.ordinal} ${message.speaker} ${drawn}`,
        )
  }
}
