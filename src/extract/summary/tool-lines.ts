import { type Failure, failuresAfter } from '../../session/failures.ts'
import { type Line, line, shortLine } from './line.ts'
import type { CallPiece, Piece, ResultPiece } from './message-pieces.ts'

/** A failed call, and whether it succeeded later. */
export interface FailedCall {
  readonly what: string
  readonly said: string
  readonly at: number
  readonly isOpen: boolean
}

const MOST_SAID = 160
const MOST_WHAT = 100

/** Failed calls in order, each with its last error. */
export function failuresIn(pieces: readonly Piece[]): readonly FailedCall[] {
  const calls = callsById(pieces)
  const seen = new Map<string, Failure>()
  let open: readonly Failure[] = []
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind !== 'returned') continue
    open = failuresAfter(open, resultOf(piece, calls.get(piece.call), at))
    const last = open.at(-1)
    if (last?.at === at) seen.set(`${last.what} ${last.why ?? ''}`, last)
  }
  const stillOpen = new Set(open.map(({ at }) => at))
  return [...seen.values()].map(({ what, why = '', at }) => ({
    what: shortLine(what, MOST_WHAT),
    said: shortLine(why, MOST_SAID),
    at,
    isOpen: stillOpen.has(at),
  }))
}

const callsById = (pieces: readonly Piece[]): ReadonlyMap<string, CallPiece> =>
  new Map(pieces.flatMap((piece) => (piece.kind === 'called' ? [[piece.id, piece] as const] : [])))

function resultOf({ tool, text, isFailed }: ResultPiece, call: CallPiece | undefined, at: number) {
  const hasFailed = isFailed || EXIT.test(text.slice(0, 200))
  return {
    tool,
    command: call?.command,
    outcome: hasFailed ? ('failed' as const) : ('ok' as const),
    output: text,
    at,
  }
}
const EXIT = /\bexit(?:ed with)? code:? [1-9]\d{0,2}\b/i

/** Tool output is quoted on one line, so that it cannot be read as an instruction. */
export const failedLines = (failures: readonly FailedCall[]): readonly Line[] =>
  failures.map(({ what, said, at, isOpen }) => {
    const end = isOpen ? 'not settled' : 'settled later'
    const text = `\`${what.replaceAll('`', "'")}\` said ${quoted(said)}, ${end}`
    return line('failed', text, { at, value: isOpen ? OPEN : SETTLED })
  })
const OPEN = 2.5
const SETTLED = 1

const quoted = (said: string): string => `"${shortLine(said, MOST_SAID).replaceAll('"', "'")}"`

/** The last result counts that a test run or build printed, verbatim. */
export function countLines(pieces: readonly Piece[]): readonly Line[] {
  const calls = callsById(pieces)
  const last = new Map<string, Line>()
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind !== 'returned') continue
    const command = calls.get(piece.call)?.command
    const counts = command === undefined ? undefined : countsIn(piece.text)
    if (command === undefined || counts === undefined) continue
    const what = shortLine(command, MOST_WHAT)
    last.set(
      what,
      line('ran', `\`${what.replaceAll('`', "'")}\` said ${quoted(counts)}`, { at, value: COUNTS }),
    )
  }
  return [...last.values()]
}
const COUNTS = 1

/** Searches only the end of the output, because test runners and builds print their counts last. */
function countsIn(output: string): string | undefined {
  const lines = output.slice(-TAIL).split('\n')
  return lines.findLast((one) => one.length < 200 && COUNTED.test(one))?.trim()
}
const TAIL = 2000
const COUNTED = /\b\d{1,6} (?:passed|failed|passing|failing|skipped|tests? passed|problems?|errors?)\b/i
