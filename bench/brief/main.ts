import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KnownEvent } from '../../src/event/catalogue.ts'
import { tail } from '../continuity/baselines.ts'
import { briefAt } from '../continuity/brief-composer.ts'
import { histories as readHistories } from '../continuity/histories.ts'
import { type Transition, transitionsIn } from '../continuity/transitions.ts'
import { packedHistories } from '../data-folders.ts'
import type { QualityRequest } from '../main.ts'
import { gradeTable, readGrades } from './grades.ts'
import { brokenInvariants, INVARIANTS, type Invariant, lastByTime } from './invariants.ts'
import { type BriefCase, writePackets } from './packets.ts'

const TEXTS = 'briefs.json'

/**
 * Counts false lines over every transition, and writes packets for blind readers. `--former` mixes in the
 * briefs that an earlier run saved as briefs.json next to its packets. `--grades` reports how readers graded
 * these packets.
 */
export async function judgeBriefs({ root, options, progress }: QualityRequest): Promise<void> {
  if (options.packets && options.grades)
    return console.log(gradeTable(readGrades(options.packets, options.grades.split(','))))
  const former = options.former ? readFormer(options.former) : undefined
  const broken: { readonly series: string; readonly kind: Invariant; readonly line: string }[] = []
  const cases: (BriefCase & { readonly id: string })[] = []
  for (const history of await readHistories(packedHistories(root), progress)) {
    for (const transition of transitionsIn(history, 'strict')) {
      const { series } = history
      progress(`${series}: ${cases.length} briefs`)
      const brief = await briefAt(transition.situation)
      if (!brief) continue
      for (const [kind, line] of brokenInvariants(brief, transition.situation))
        broken.push({ series, kind, line })
      const id = idOf(series, transition)
      const before = former?.get(id)
      const { text } = await tail.compose(transition.situation)
      const texts = { ours: brief.text, tail: text, ...(before && { former: before }) }
      cases.push({ id, series, last: lastSession(transition), next: transition.events, texts })
    }
  }
  progress('')
  console.log(tableOf(broken, cases.length))
  if (!options.packets) return
  const written = writePackets(options.packets, cases, {
    count: Number(options.count),
    seed: Number(options.seed),
  })
  const texts = cases.map(({ id, texts: { ours } }) => [id, ours])
  writeFileSync(join(options.packets, TEXTS), JSON.stringify(Object.fromEntries(texts)))
  writeFileSync(join(options.packets, 'broken.json'), JSON.stringify(broken, null, 1))
  console.log(`${written} packets in ${options.packets}; FORM.md says how to grade them`)
}

/** The session that was active last. */
const lastSession = ({ situation }: Transition): readonly KnownEvent[] =>
  situation.history.find(({ session }) => session === lastByTime(situation))?.events ?? []

const idOf = (series: string, { situation }: Transition): string => `${series} ${situation.now}`

function readFormer(path: string): ReadonlyMap<string, string> {
  const file = existsSync(join(path, TEXTS)) ? join(path, TEXTS) : path
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>))
}

function tableOf(
  broken: readonly { readonly kind: Invariant; readonly series: string }[],
  briefs: number,
): string {
  const rows = Object.entries(INVARIANTS).map(([kind, about]) => {
    const lines = broken.filter((one) => one.kind === kind)
    return `  ${kind.padEnd(23)}${String(lines.length).padStart(5)}   ${about}`
  })
  return [`False lines in ${briefs} briefs (all must be 0):`, ...rows].join('\n')
}
