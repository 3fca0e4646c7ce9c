import { fstatSync, writeSync } from 'node:fs'
import type { Environment } from '../host/paths.ts'
import { Problem } from '../problem.ts'
import { jsonSafe, terminalSafe } from './terminal-safe.ts'

/** Data goes to stdout, messages go to stderr. All text goes through `terminalSafe`. */
export interface Out {
  /** Prints a result as text. */
  print(text: string): void
  /** Prints part of a result without a line break. */
  piece(text: string): void
  /** Prints a result as one JSON document. */
  json(value: unknown): void
  /** Prints part of a JSON document that is too large for memory. */
  jsonPart(text: string): void
  /** Hints, progress and errors. */
  talk(text: string): void
  /** Shows a progress line that overwrites itself; only on a terminal. */
  progress(text: string): void
  readonly style: Style
  readonly columns: number
}

type Paint = (text: string) => string
export interface Style {
  readonly bold: Paint
  readonly dim: Paint
  readonly red: Paint
  readonly green: Paint
  readonly yellow: Paint
  readonly blue: Paint
  readonly cyan: Paint
}

const STDOUT = 1
const STDERR = 2

export function systemOut(env: Environment): Out {
  const isStdoutTerminal = isTerminal(STDOUT)
  const isStderrTerminal = isTerminal(STDERR)
  const coloured = isColoured(env, isStdoutTerminal)
  const stderrColoured = isColoured(env, isStderrTerminal)
  return {
    print: (text) => write(STDOUT, `${terminalSafe(text, { styled: coloured })}\n`),
    piece: (text) => write(STDOUT, terminalSafe(text, { styled: coloured })),
    json: (value) => write(STDOUT, `${jsonSafe(JSON.stringify(value, null, 2))}\n`),
    jsonPart: (text) => write(STDOUT, jsonSafe(text)),
    talk: (text) => write(STDERR, `${terminalSafe(text, { styled: stderrColoured })}\n`),
    progress: (text) => {
      if (isStderrTerminal) write(STDERR, `\r${terminalSafe(text, { styled: false })}\x1b[K`)
    },
    style: styleOf(coloured || stderrColoured),
    columns: isStdoutTerminal ? (process.stdout.columns ?? 100) : 120,
  }
}

/** NO_COLOR and FORCE_COLOR follow https://no-color.org and https://force-color.org. */
function isColoured(env: Environment, terminal: boolean): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0'
  return terminal && env.TERM !== 'dumb'
}

export function styleOf(coloured: boolean): Style {
  const paint =
    (open: number, close: number): Paint =>
    (text) =>
      coloured && text !== '' ? `\x1b[${open}m${text}\x1b[${close}m` : text
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    blue: paint(34, 39),
    cyan: paint(36, 39),
  }
}

/** Creating `process.stdout` takes 20% of a fast command's time, so fstat is tried first. */
function isTerminal(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor)
    if (!found.isCharacterDevice()) return false
    if (process.platform === 'linux' && !TERMINAL_MAJORS.has((found.rdev >> 8) & 0xfff)) return false
  } catch {
    return false // closed
  }
  return descriptor === STDOUT ? process.stdout.isTTY === true : process.stderr.isTTY === true
}

/** Consoles, pseudo-terminals and serial lines. /dev/null is a character device too, but not a terminal. */
const TERMINAL_MAJORS: ReadonlySet<number> = new Set([4, 5, 136, 137, 138, 139, 140, 141, 142, 143, 204])

/**
 * Writes synchronously, so that all output is written before the process exits. A closed pipe is not an
 * error. Messages that cannot be written to stderr are dropped.
 */
function write(descriptor: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(descriptor, bytes, done)
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EPIPE' || (code !== 'EAGAIN' && descriptor === STDERR)) return
      if (code !== 'EAGAIN') throw unwritableOutput(error)
      Atomics.wait(cell, 0, 0, 2) // the pipe is full
    }
  }
}

const cell = new Int32Array(new SharedArrayBuffer(4))

const unwritableOutput = (cause: unknown): Problem =>
  new Problem({
    code: 'output-unwritable',
    message: `the result cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
    fix: 'free some space at the destination, or redirect the output elsewhere',
    cause,
  })

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** Prints a result as text, or as JSON with --json. */
export function printResult<T>(
  { out }: { readonly out: Out },
  flags: { readonly json: boolean },
  value: T,
  toText: (value: T) => string,
): void {
  if (flags.json) out.json(value)
  else out.print(toText(value))
}
