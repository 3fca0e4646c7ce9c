import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { countTokens } from '../../src/host/tokenizer.ts'
import { packedHistories, unpacked } from '../histories.ts'
import { methodsWith } from './methods.ts'
import { ownPoints, realPoints } from './points.ts'
import { asTable, Measured } from './report.ts'
import { type Half, realSessions } from './sessions.ts'

const USAGE = 'npm run bench:compaction -- [--tuning] [--sessions <n>] [--only <method>]'

/** Run by scripts/bench-compaction.mjs, which gives the folder of the project; see docs/compaction.md. */
const [root = '.', ...words] = process.argv.slice(2)
const asked = options(words)
const packed = packedHistories(root)

if (existsSync(packed)) run(unpacked(packed), asked.tuning ? 'tuning' : 'held out')
else
  console.log(`compaction: not measured, there are no sessions in ${packed} (LEFTOFF_BENCH_DATA says where)`)

function run(folder: string, half: Half): void {
  const methods = methodsWith(countTokens).filter(({ name }) => asked.only === '' || name === asked.only)
  const [own, real] = [new Measured(), new Measured()]
  for (const session of realSessions(folder, half, Number(asked.sessions))) {
    for (const point of ownPoints(session)) own.add(point, methods, countTokens)
    for (const point of realPoints(session)) real.add(point, methods, countTokens)
  }
  console.log(asTable(`${half}, at 15,000 tokens with the last 20 messages kept`, own))
  console.log(asTable(`${half}, where the session's own model summarised`, real))
}

function options(input: readonly string[]): { tuning: boolean; sessions: string; only: string } {
  try {
    return parseArgs({
      args: [...input],
      options: {
        tuning: { type: 'boolean', default: false },
        sessions: { type: 'string', default: '40' },
        only: { type: 'string', default: '' },
      },
    }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
    process.exit(2)
  }
}
