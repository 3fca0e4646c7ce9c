import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { claudeRecord, claudeWriter } from '../transcript/writers.ts'
import { type Campaign, require, type Trial, Violation } from './kit/campaign.ts'
import { type Child, startChild } from './kit/child.ts'

const LANES = 2
const MAX_MEMORY_MB = 200
const LARGE_BYTES = 64 * 1024 * 1024

export const tornTranscripts: Campaign = {
  id: 'R16',
  title: 'torn transcripts',
  async run(trial) {
    const count = trial.size({ change: 1000, night: 50_000 })
    const lanes = Array.from({ length: LANES }, (_, lane) => {
      const cases = Array.from({ length: count }, (__, index) => index).filter(
        (index) => index % LANES === lane,
      )
      return read(trial, { cases, large: [] })
    })
    const done = (await Promise.all(lanes)).flatMap((child) => child.linesAfter('case')).length
    const memory = await largeLines(trial)
    return `${done} files, every complete record stored once; ${memory} MB of memory for lines of 64 MB`
  },
}

async function read(
  trial: Trial,
  orders: { readonly cases: readonly number[]; readonly large: readonly string[] },
): Promise<Child> {
  const child = startChild(trial, 'tornReader', { seed: trial.seed, ...orders }, { silenceMs: 60_000 })
  const { code, signal } = await child.ended
  if (code === 0) return child
  throw new Violation(
    `case ${child.linesAfter('case').at(-1)}, ended with ${signal ?? code}: ${child.lines.at(-1)} ${child.stderr}`,
  )
}

/** Imports records of 64 MB with little memory. One long text is shortened, many short texts are skipped. */
async function largeLines(trial: Trial): Promise<number> {
  const large = ['one long text', 'many short texts'].map((kind, index) => {
    const path = join(trial.folder, `large-${index}.jsonl`)
    writeLarge(path, kind)
    return path
  })
  const child = await read(trial, { cases: [], large })
  const [long, short] = child.linesAfter('large')
  require(long?.includes('3 events, 0 skips') === true, `a text of 64 MB was not imported: ${long}`)
  require(short?.includes('2 events, 1 skips') ===
    true, `a record of 64 MB was not skipped and counted: ${short}`)
  const memory = Number(child.linesAfter('memory')[0])
  require(memory < MAX_MEMORY_MB, `reading lines of 64 MB took ${memory} MB of memory`)
  return memory
}

/** Writes the file in pieces, so that it is never completely in memory. */
function writeLarge(path: string, kind: string): void {
  const file = openSync(path, 'w')
  const line = (number: number, text: string): string =>
    claudeWriter.line('large', number, { kind: 'prompt', text })
  const [before, after] = JSON.stringify(claudeRecord('large', 1, { kind: 'prompt', text: 'HERE' })).split(
    '"HERE"',
  )
  const isLong = kind === 'one long text'
  const piece = isLong
    ? 'so much text, with \\"quotes\\" and \\u00e4 '.repeat(1000)
    : '"short","texts",'.repeat(2000)
  try {
    writeSync(file, `${line(0, 'before')}\n${before}${isLong ? '"' : '['}`)
    for (let written = 0; written < LARGE_BYTES; written += piece.length) writeSync(file, piece)
    writeSync(file, `${isLong ? '"' : '"end"]'}${after}\n${line(2, 'after')}\n`)
  } finally {
    closeSync(file)
  }
}
