import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { claudeRecord, claudeWriter } from '../transcript/writers.ts'
import { type Campaign, require, type Trial, Violation } from './kit/campaign.ts'
import { type Member, start } from './kit/crew.ts'

const LANES = 2
const MOST_MEMORY_MB = 200
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
    const done = (await Promise.all(lanes)).flatMap((member) => member.words('case')).length
    const memory = await largeLines(trial)
    return `${done} files, every whole record once; 64 MB lines in ${memory} MB`
  },
}

async function read(
  trial: Trial,
  orders: { readonly cases: readonly number[]; readonly large: readonly string[] },
): Promise<Member> {
  const member = start(trial, 'tornReader', { seed: trial.seed, ...orders }, { silenceMs: 60_000 })
  const { code, signal } = await member.ended
  if (code === 0) return member
  throw new Violation(
    `case ${member.words('case').at(-1)}, ended with ${signal ?? code}: ${member.said.at(-1)} ${member.stderr}`,
  )
}

/** Lines of 64 MB: the record is told, with the middle of its text left out, and the memory stays small. */
async function largeLines(trial: Trial): Promise<number> {
  const large = ['one long text', 'many short texts'].map((kind, index) => {
    const path = join(trial.folder, `large-${index}.jsonl`)
    writeLarge(path, kind)
    return path
  })
  const member = await read(trial, { cases: [], large })
  const [long, short] = member.words('large')
  require(long?.includes('3 events, 0 skips') === true, `a text of 64 MB was not told: ${long}`)
  require(short?.includes('2 events, 1 skips') ===
    true, `a record of 64 MB was not skipped and counted: ${short}`)
  const memory = Number(member.words('memory')[0])
  require(memory < MOST_MEMORY_MB, `reading lines of 64 MB took ${memory} MB of memory`)
  return memory
}

/** Written in pieces, so that nobody ever has it whole. */
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
