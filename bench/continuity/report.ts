import { type Composer, MOST_FILES, MOST_SESSIONS } from './composer.ts'
import { type Cost, costOf } from './cost.ts'
import type { History } from './histories.ts'
import { mean, OCCASIONS, type Occasion, type Outcome, outcome } from './measure.ts'
import { type Told, toldOf } from './summaries.ts'
import { editedOutside, KNOWLEDGES, type Knowledge, transitionsIn } from './transitions.ts'

/** Before this many sessions there is little to choose from. */
export const ENOUGH = 5

/** What `--json` prints. */
export interface Report {
  readonly version: 1
  readonly most: { readonly files: number; readonly sessions: number }
  readonly series: readonly {
    readonly name: string
    readonly sessions: number
    readonly transitions: number
    readonly outside: number
  }[]
  readonly rows: readonly Row[]
  /** Against what another tool's model wrote down about the sessions, where there is such a thing. */
  readonly told: readonly Told[]
  readonly cost: Cost
}
export interface Row {
  readonly composer: string
  readonly knowledge: Knowledge
  readonly at: Occasion
  /** Over transitions with at least five earlier sessions. */
  readonly mean: Figures
  /** Over all transitions. */
  readonly all: Figures
  readonly perSeries: Readonly<Record<string, Figures>>
}
/** Means; of what is only there in some transitions over those, with their number in `counted`. */
export interface Figures extends Omit<Outcome, 'series' | 'earlier'> {
  readonly transitions: number
  readonly counted: Readonly<Record<(typeof HELD)[number], number>>
}
export const HELD = ['symbols', 'commands', 'task', 'decisions'] as const

interface Way {
  /** The unpacked histories. */
  readonly folder: string
  readonly progress: (text: string) => void
  readonly knowledges?: readonly Knowledge[]
}

export async function reportOf(
  all: readonly History[],
  composers: readonly Composer[],
  { folder, progress, knowledges = KNOWLEDGES }: Way,
): Promise<Report> {
  const rows: Row[] = []
  for (const knowledge of knowledges) {
    const cells = OCCASIONS.flatMap((at) =>
      composers.map((composer) => ({ at, composer, found: [] as Outcome[] })),
    )
    for (const history of all) {
      progress(`measuring ${history.series}, ${knowledge}`)
      for (const transition of transitionsIn(history, knowledge))
        for (const { at, composer, found } of cells) found.push(await outcome(composer, transition, at))
    }
    for (const { at, composer, found } of cells)
      rows.push({ composer: composer.name, knowledge, at, ...summed(found) })
  }
  return {
    version: 1,
    most: { files: MOST_FILES, sessions: MOST_SESSIONS },
    series: all.map(aboutSeries),
    rows,
    told: await toldOf(all, folder, composers),
    cost: costOf(all),
  }
}

const aboutSeries = (history: History): Report['series'][number] => ({
  name: history.series,
  sessions: history.sessions.length,
  transitions: [...transitionsIn(history, 'whole')].length,
  outside: editedOutside(history),
})

function summed(found: readonly Outcome[]): Pick<Row, 'mean' | 'all' | 'perSeries'> {
  const enough = found.filter(({ earlier }) => earlier >= ENOUGH)
  const names = [...new Set(enough.map(({ series }) => series))]
  const of = (series: string): Figures => figures(enough.filter((one) => one.series === series))
  return {
    mean: figures(enough),
    all: figures(found),
    perSeries: Object.fromEntries(names.map((name) => [name, of(name)])),
  }
}

function figures(found: readonly Outcome[]): Figures {
  const of = (key: keyof Omit<Outcome, 'series' | 'earlier'>): number | undefined =>
    mean(found.map((outcome) => outcome[key]))
  const optional = ['covered', ...HELD] as const
  const known = optional.flatMap((key) => {
    const value = of(key)
    return value === undefined ? [] : [[key, value] as const]
  })
  const counted = HELD.map((key) => [key, found.filter((one) => one[key] !== undefined).length] as const)
  return {
    transitions: found.length,
    recall: of('recall') ?? 0,
    precision: of('precision') ?? 0,
    anywhere: of('anywhere') ?? 0,
    named: of('named') ?? 0,
    tokens: of('tokens') ?? 0,
    ...Object.fromEntries(known),
    counted: Object.fromEntries(counted) as Figures['counted'],
  }
}
