import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { baselines } from './baselines.ts'
import { fitted } from './fit.ts'
import { histories } from './histories.ts'
import { ranking } from './ranking.ts'
import { reportOf, told } from './report.ts'
import { wholeBrief } from './whole-brief.ts'

const USAGE = 'npm run bench:continuity -- [--json] [--fit]'

/** Run by scripts/bench-continuity.mjs, which gives the folder of the project. */
const [root = '', ...words] = process.argv.slice(2)
const asked = options(words)
const packed = join(resolve(root, process.env.LEFTOFF_BENCH_DATA ?? '../shared/data'), 'sessions')
const progress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\x1b[K`)
}

if (existsSync(packed)) await run()
else console.log(`continuity: not measured, there are no histories in ${packed} (LEFTOFF_BENCH_DATA)`)

async function run(): Promise<void> {
  const all = await histories(packed, progress)
  if (asked.fit) return console.log(fitted(all, progress))
  const report = await reportOf(all, [wholeBrief, ranking, ...baselines], progress)
  progress('')
  console.log(asked.json ? JSON.stringify(report, null, 2) : told(report))
}

function options(input: readonly string[]): { json: boolean; fit: boolean } {
  try {
    const flag = { type: 'boolean', default: false } as const
    return parseArgs({ args: [...input], options: { json: flag, fit: flag } }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
    process.exit(2)
  }
}
