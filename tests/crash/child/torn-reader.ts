import { importTranscripts } from '../../../src/app/transcript/import.ts'
import { inspectFile, readPieces } from '../../../src/host/transcripts.ts'
import { faultsOf, PIECES } from '../../transcript/examine-torn.ts'
import { plainWorld } from '../../transcript/plain-world.ts'
import { tornFile } from '../../transcript/torn.ts'
import { seeded } from '../kit/random.ts'
import { printLine } from './stdio.ts'

interface TornReaderOrders {
  readonly seed: number
  readonly cases: readonly number[]
  /** Files on disk that are too large for memory. */
  readonly large: readonly string[]
}

/** Runs in its own process, whose peak memory is printed at the end. */
export async function tornReader({ seed, cases, large }: TornReaderOrders): Promise<void> {
  for (const number of cases) {
    const random = seeded(seed, `R16/${number}`)
    const torn = tornFile(random)
    printLine(`case ${number} ${torn.writer.name}: ${torn.damages.join(', ')}`)
    const faults = await faultsOf(torn, random.oneOf(PIECES))
    if (faults.length > 0) throw new Error(faults.join('; '))
  }
  for (const path of large) await readLarge(path)
  printLine(`memory ${Math.round(process.resourceUsage().maxRSS / 1024)}`)
}

async function readLarge(path: string): Promise<void> {
  const { bytes, modifiedAt } = inspectFile(path)
  const file = { path, bytes, modifiedAt, folder: '/work/app', chunks: () => readPieces(path, bytes) }
  const { events, formats } = await importTranscripts(plainWorld(), { files: [file] })
  printLine(`large ${events} events, ${formats['claude-code']?.skipped ?? 'no'} skips`)
}
