import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { unpacked } from '../histories.ts'
import { baselines } from './baselines.ts'
import { fitted } from './fit.ts'
import { type History, histories } from './histories.ts'
import { hasTranscripts, peerMissing, peerOf } from './peer.ts'
import { ranking } from './ranking.ts'
import { type Report, reportOf } from './report.ts'
import { asTables } from './tables.ts'
import { wholeBrief } from './whole-brief.ts'

const USAGE = 'npm run bench:continuity -- [--json] [--fit | --peer]'

/** Run by scripts/bench-continuity.mjs, which gives the folder of the project. */
const [root = '', ...words] = process.argv.slice(2)
const asked = options(words)
const packed = join(resolve(root, process.env.LEFTOFF_BENCH_DATA ?? '../shared/data'), 'sessions')
const progress = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\x1b[K`)
}

const ours = [wholeBrief, ranking, ...baselines]

if (existsSync(packed)) await run()
else console.log(`continuity: not measured, there are no histories in ${packed} (LEFTOFF_BENCH_DATA)`)

async function run(): Promise<void> {
  const missing = asked.peer ? peerMissing() : undefined
  if (missing !== undefined) return console.log(`continuity: not measured, ${missing}`)
  const all = await histories(packed, progress)
  if (asked.fit) return console.log(fitted(all, progress))
  const report = asked.peer
    ? await withPeer(all)
    : await reportOf(all, ours, { folder: unpacked(packed), progress })
  progress('')
  console.log(asked.json ? JSON.stringify(report, null, 2) : asTables(report))
}

/** Beside another tool, on the series that it can read; it reads whole transcripts only. */
async function withPeer(all: readonly History[]): Promise<Report> {
  const read = all.filter(hasTranscripts)
  const folder = unpacked(packed)
  const peer = await peerOf(read, folder, progress)
  return reportOf(read, [...ours, peer], { folder, progress, knowledges: ['whole'] })
}

function options(input: readonly string[]): { json: boolean; fit: boolean; peer: boolean } {
  try {
    const flag = { type: 'boolean', default: false } as const
    return parseArgs({ args: [...input], options: { json: flag, fit: flag, peer: flag } }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
    process.exit(2)
  }
}
