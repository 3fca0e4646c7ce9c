import { join } from 'node:path'
import type { QualityRequest } from '../main.ts'
import { conversationsOf, HALVES, PROJECTS } from './conversations.ts'
import { fitWeights } from './fit.ts'
import { examplesIn } from './labels.ts'
import { measure, measureClusters, measureOwn, measureRealClusters, measureWishes } from './report.ts'
import { sampleOf } from './sample.ts'

/** Compares src/memory with manual labels; see README.md in this folder. */
export function measureCorrections({ root, histories, options }: QualityRequest): void {
  if (options.sample) {
    printSample(histories)
    return
  }
  const examples = examplesIn(root, histories)
  if (options.fit) {
    fitWeights(root, examples)
    return
  }
  // `--tuning` leaves out the held-out half, so that nobody sees it while changing the rules.
  measure(examples, options.tuning ? ['fitting'] : ['fitting', 'held out'])
  measureOwn()
  measureWishes()
  measureClusters()
  measureRealClusters(examples, join(root, 'bench/corrections/groups.jsonl'))
}

/** Prints the prompts to label. */
function printSample(folder: string): void {
  const all = Object.keys(PROJECTS).flatMap((series) => conversationsOf(folder, series))
  for (const half of ['fitting', 'held out'] as const)
    for (const { turn, drawn } of sampleOf(all.filter(({ project }) => HALVES[project] === half)))
      console.log(`${turn.id} ${half} ${drawn}`)
}
