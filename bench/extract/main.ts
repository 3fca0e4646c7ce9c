import { join } from 'node:path'
import type { QualityRequest } from '../main.ts'
import { hashOf, type LabelledMessage, labelledIn } from './labels.ts'
import { KNOWN_SERIES, sessionsOf } from './messages.ts'
import { measure } from './report.ts'
import { freshOf, moreOf, sampleOf, trainingOf } from './sample.ts'

/** Compares the rules in src/extract with manual labels; see README.md in this folder. */
export function measureExtraction({ root, histories, options }: QualityRequest): void {
  if (options.sample) printSample(root, histories)
  else measure(root, histories)
}

/** Prints the messages to label. */
function printSample(root: string, folder: string): void {
  const labelled = labelledIn(join(root, 'bench/extract/labels.jsonl'))
  const known = new Set(labelled.filter(({ half }) => half !== 'later').map(({ hash }) => hash))
  for (const series of KNOWN_SERIES) {
    const sessions = sessionsOf(folder, series)
    const own = labelled.filter((one) => one.series === series)
    const readIn = (...halves: LabelledMessage['half'][]): ReadonlySet<string> =>
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
