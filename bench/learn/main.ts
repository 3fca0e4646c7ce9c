import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packedHistories, unpacked } from '../histories.ts'
import { conversationsOf, HALVES, PROJECTS } from './conversations.ts'
import { fitWeights } from './fit.ts'
import { examplesIn } from './read.ts'
import { measure, measureClusters, measureOwn, measureRealClusters } from './report.ts'
import { sampleOf } from './sample.ts'

/** Compares src/learn with what was found by reading; see README.md beside this. */
const [root = '.', ...words] = process.argv.slice(2)
const packed = packedHistories(root)
if (!existsSync(packed)) {
  console.log(
    `learn: no histories in ${packed}, so only what is our own was measured (LEFTOFF_BENCH_DATA says where)`,
  )
  measureOwn()
  measureClusters()
} else if (words.includes('--sample')) draw(unpacked(packed))
else if (words.includes('--fit')) fitWeights(root, examplesIn(root, unpacked(packed)))
else {
  const examples = examplesIn(root, unpacked(packed))
  // Whoever works on the rules asks for the fitting half alone, so that the other stays unseen.
  measure(examples, words.includes('--fitting') ? ['fitting'] : ['fitting', 'held out'])
  measureOwn()
  measureClusters()
  measureRealClusters(examples, join(root, 'bench/learn/groups.jsonl'))
}

/** Which prompts to read, for whoever labels anew. */
function draw(folder: string): void {
  const all = Object.keys(PROJECTS).flatMap((series) => conversationsOf(folder, series))
  for (const half of ['fitting', 'held out'] as const)
    for (const { turn, drawn } of sampleOf(all.filter(({ project }) => HALVES[project] === half)))
      console.log(`${turn.id} ${half} ${drawn}`)
}
