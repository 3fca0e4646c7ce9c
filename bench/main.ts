import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { concurrencyFigures } from './concurrency.ts'
import { packedHistories, unpackHistories } from './data-folders.ts'
import { type FigureGroup, type Findings, mergeFindings, noFindings } from './figures.ts'
import { importFigures } from './import.ts'
import { inProcessFigures } from './in-process.ts'
import { installFigures } from './install.ts'
import { libraryFigures } from './library.ts'
import { processFigures } from './processes.ts'
import { redactionFigures } from './redaction.ts'
import { renderReport, reportOf } from './report.ts'
import { createStage, type Stage } from './stage.ts'
import { stalenessFigures } from './staleness.ts'
import { storageFigures } from './storage.ts'

/** The input of a quality benchmark, which prints its own tables and fits weights on request. */
export interface QualityRequest {
  readonly root: string
  /** The unpacked real histories. */
  readonly histories: string
  readonly options: BenchOptions
  readonly progress: (text: string) => void
}

interface Group {
  readonly about: string
  readonly needsHistories?: boolean
  readonly needsFullLog?: boolean
  readonly run: (stage: Stage) => Findings | Promise<Findings>
}

interface QualityGroup {
  readonly about: string
  readonly run: (request: QualityRequest) => void | Promise<void>
}

/** Started by scripts/bench.mjs, which passes the folder of the bundles and the root of the project. */
const [bundles = '', root = '', ...words] = process.argv.slice(2)
const options = parseOptions(words)
const dist = join(bundles, 'dist')
const timer = join(bundles, 'timer.mjs')
const worker = join(bundles, 'worker.mjs')
const rounds = options.rounds ? Number(options.rounds) : options.quick ? 10 : 40

const machineGroups: Readonly<Record<FigureGroup, Group>> = {
  processes: {
    about: 'hooks and commands as whole processes, as multiples of `node -e 0`',
    needsFullLog: true,
    run: (stage) => processFigures({ stage, rounds, leftoff: join(dist, 'leftoff.cjs'), timer }),
  },
  'in-process': {
    about: 'append, load, compose, record, list and clean up in a warm process',
    needsFullLog: true,
    run: (stage) => inProcessFigures(stage, options.quick ? 20 : 100),
  },
  storage: {
    about: 'bytes on disk per byte of payload',
    needsFullLog: true,
    run: (stage) => storageFigures(stage.holding),
  },
  concurrency: {
    about: 'many processes that write to one session at once',
    run: (stage) => concurrencyFigures({ stage, processes: options.quick ? 50 : 200, worker }),
  },
  redaction: {
    about: 'redaction of ordinary and hostile text, and leaks by kind of secret',
    run: () => redactionFigures(root, options.quick ? 5 : 20),
  },
  staleness: {
    about: 'checking a brief against a repository of 50,000 files',
    run: () => stalenessFigures(options.quick ? 10 : 50),
  },
  import: {
    about: 'import of real transcripts: speed and memory',
    needsHistories: true,
    run: () => importFigures({ histories: unpackHistories(packed), worker, rounds: options.quick ? 1 : 3 }),
  },
  install: {
    about: 'installed size',
    run: () => installFigures(root, dist),
  },
  library: {
    about: 'size and load time of the library, short and long sessions',
    run: () =>
      libraryFigures({ dist, timer, rounds, messages: options.quick ? [100, 10_000] : [100, 100_000] }),
  },
}

/** Each group takes minutes, so it runs only if --only names it. All need the real histories. */
const qualityGroups: Readonly<Record<string, QualityGroup>> = {
  extract: {
    about: 'decisions, next steps and blockers found in real messages; --fit, --sample',
    run: async (request) => (await import('./extract/main.ts')).measureExtraction(request),
  },
  corrections: {
    about: 'corrections found in real prompts; --fit, --sample, --tuning',
    run: async (request) => (await import('./corrections/main.ts')).measureCorrections(request),
  },
  continuity: {
    about: 'whether a brief names the files that the next session needs; --fit, --peer, --json',
    run: async (request) => (await import('./continuity/main.ts')).measureContinuity(request),
  },
  brief: {
    about:
      'false lines in briefs, and packets for blind readers; --packets DIR, --count, --seed, --former FILE; --grades FILE,FILE',
    run: async (request) => (await import('./brief/main.ts')).judgeBriefs(request),
  },
  compaction: {
    about: 'facts that survive a compaction; --tuning, --sessions, --method',
    run: async (request) => (await import('./compaction/main.ts')).measureCompaction(request),
  },
}

const packed = packedHistories(root)
const progress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\x1b[K`)
}

const known = [...Object.keys(machineGroups), ...Object.keys(qualityGroups)]
const unknown = options.only?.find((name) => !known.includes(name))
if (unknown !== undefined) fail(`unknown group "${unknown}"; --list shows all`)
if (options.list) console.log(listing())
else await run(options.only ?? Object.keys(machineGroups))

async function run(names: readonly string[]): Promise<void> {
  const quality = names.filter((name) => name in qualityGroups)
  const machine = Object.keys(machineGroups).filter((name): name is FigureGroup => names.includes(name))
  if (machine.length > 0) await runMachine(machine)
  for (const name of quality) await runQuality(name)
}

async function runMachine(names: readonly FigureGroup[]): Promise<void> {
  const isFull = !options.quick && names.some((name) => machineGroups[name].needsFullLog)
  const isCrowded = isFull && names.includes('processes')
  const logs = [...(isFull ? (['full'] as const) : []), ...(isCrowded ? (['one project'] as const) : [])]
  const stage = await createStage(logs, progress)
  try {
    const findings: Findings[] = []
    for (const name of names) {
      progress(`measuring ${name}`)
      findings.push(await runGroup(name, stage))
    }
    const absent = options.quick ? ['the log of 1,000 sessions and 1,000,000 events (--quick)'] : []
    const report = reportOf(mergeFindings([...findings, { ...noFindings, absent }]), stage.holding)
    progress('')
    const coloured = process.stdout.isTTY === true && !process.env.NO_COLOR
    console.log(options.json ? JSON.stringify(report, null, 2) : renderReport(report, { coloured }))
    if (report.failures.length > 0) process.exitCode = 1
  } finally {
    stage.clear()
  }
}

function runGroup(name: FigureGroup, stage: Stage): Findings | Promise<Findings> {
  const { run, needsHistories } = machineGroups[name]
  return needsHistories && !existsSync(packed)
    ? { ...noFindings, absent: [missingHistories(name)] }
    : run(stage)
}

async function runQuality(name: string): Promise<void> {
  if (!existsSync(packed)) return console.log(`skipped: ${missingHistories(name)}`)
  await qualityGroups[name]?.run({ root, histories: unpackHistories(packed), options, progress })
}

function missingHistories(name: string): string {
  return `${name} needs real histories in ${packed} (LEFTOFF_BENCH_DATA sets the folder)`
}

function listing(): string {
  const line = ([name, { about }]: [string, { readonly about: string }]): string =>
    `  ${name.padEnd(13)}${about}`
  const machine = Object.entries(machineGroups).map(
    ([name, { about, needsHistories }]): [string, { about: string }] => [
      name,
      { about: needsHistories ? `${about} (needs ../shared/data)` : about },
    ],
  )
  return [
    'Run by default:',
    ...machine.map(line),
    '',
    'Run only with --only; all need ../shared/data:',
    ...Object.entries(qualityGroups).map(line),
  ].join('\n')
}

type BenchOptions = ReturnType<typeof parseOptions>

function parseOptions(input: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values } = parseArgs({
      args: [...input],
      options: {
        list: flag,
        only: { type: 'string' },
        quick: flag,
        rounds: { type: 'string' },
        json: flag,
        fit: flag,
        sample: flag,
        tuning: flag,
        peer: flag,
        sessions: { type: 'string', default: '40' },
        method: { type: 'string' },
        packets: { type: 'string' },
        grades: { type: 'string' },
        count: { type: 'string', default: '40' },
        seed: { type: 'string', default: '1' },
        former: { type: 'string' },
      },
    })
    const only = values.only?.split(',').map((name) => name.trim())
    return { ...values, only }
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

function fail(message: string): never {
  console.error(
    `${message}\nusage: npm run bench -- [--list] [--only GROUP[,GROUP]] [--quick] [--rounds N] [--json]`,
  )
  process.exit(2)
}
