import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { concurrencyFigures } from './concurrency.ts'
import { type Findings, nothing, together } from './figures.ts'
import { stage as staged } from './homes.ts'
import { importFigures } from './import.ts'
import { inProcessFigures } from './in-process.ts'
import { installFigures } from './install.ts'
import { libraryFigures } from './library.ts'
import { processFigures } from './processes.ts'
import { redactionFigures } from './redaction.ts'
import { reportOf, told } from './report.ts'
import { stalenessFigures } from './staleness.ts'
import { storageFigures } from './storage.ts'

const GROUPS = [
  'processes',
  'in-process',
  'storage',
  'concurrency',
  'redaction',
  'staleness',
  'import',
  'install',
  'library',
] as const
const USAGE = `npm run bench -- [--json] [--quick] [--only ${GROUPS.join('|')}]`

/** Run by scripts/bench.mjs, which gives the folder of the bundles and of the built command. */
const [bundles = '', root = '', ...words] = process.argv.slice(2)
const asked = options(words)
const progress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\x1b[K`)
}

const NEEDS_NO_LOG: readonly (string | undefined)[] = [
  'concurrency',
  'redaction',
  'staleness',
  'import',
  'install',
  'library',
]
const needsFullLog = !asked.quick && !NEEDS_NO_LOG.includes(asked.only)
const stage = await staged(needsFullLog ? { sessions: 1000, events: 1_000_000 } : undefined, progress)
try {
  const found = await measured()
  const report = reportOf(found, stage.holding)
  const coloured = process.stdout.isTTY === true && !process.env.NO_COLOR
  progress('')
  console.log(asked.json ? JSON.stringify(report, null, 2) : told(report, { coloured }))
  process.exitCode = report.failures.length > 0 ? 1 : 0
} finally {
  stage.clear()
}

async function measured(): Promise<Findings> {
  const dist = join(bundles, 'dist')
  const groups: Record<(typeof GROUPS)[number], () => Findings | Promise<Findings>> = {
    processes: () =>
      processFigures({
        stage,
        rounds: asked.quick ? 10 : 40,
        leftoff: join(dist, 'leftoff.cjs'),
        timer: join(bundles, 'timer.mjs'),
      }),
    'in-process': () => inProcessFigures(stage, asked.quick ? 20 : 100),
    storage: () => storageFigures(stage.holding),
    concurrency: () =>
      concurrencyFigures({
        stage,
        processes: asked.quick ? 50 : 200,
        recorder: join(bundles, 'recorder.mjs'),
      }),
    redaction: () => redactionFigures(root, asked.quick ? 5 : 20),
    staleness: () => stalenessFigures(asked.quick ? 10 : 50),
    import: () =>
      importFigures({ root, importer: join(bundles, 'importer.mjs'), rounds: asked.quick ? 1 : 3 }),
    install: () => installFigures(root, dist),
    library: () =>
      libraryFigures({
        dist,
        timer: join(bundles, 'timer.mjs'),
        rounds: asked.quick ? 10 : 40,
        messages: asked.quick ? [100, 10_000] : [100, 100_000],
      }),
  }
  const found: Findings[] = []
  for (const group of GROUPS) {
    if (asked.only && asked.only !== group) continue
    progress(`measuring: ${group}`)
    found.push(await groups[group]())
  }
  const absent = asked.quick ? ['the log of 1,000 sessions and 1,000,000 events (--quick)'] : []
  return together([...found, { ...nothing, absent }])
}

function options(input: readonly string[]): { json: boolean; quick: boolean; only?: string } {
  try {
    const { values } = parseArgs({
      args: [...input],
      options: {
        json: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
      },
    })
    const { only, ...rest } = values
    if (only && !GROUPS.some((group) => group === only)) throw new Error(`there is no ${only} to measure`)
    return { ...rest, ...(only && { only }) }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
    process.exit(2)
  }
}
