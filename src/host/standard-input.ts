import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { elapsedMs } from './clock.ts'

/** A client waits for its hooks; whatever happens, it does not wait longer than this for us to listen. */
const INPUT_MS = 700
/** Whoever has poured in so much comes to an end, and must not meet a broken pipe because the machine is slow. */
const POURING = { bytes: 1024 * 1024, ms: 3000 }

/** All that a client says, as text; `most` bytes of it and one more. */
export const told = async (most: number): Promise<string> =>
  (await standardInput({ withinMs: INPUT_MS, most })).toString('utf8')

export interface Patience {
  readonly withinMs: number
  /** More than this is read, so that its writer meets no broken pipe, and not kept. */
  readonly most: number
}

/**
 * Standard input to its end, or what has come of it by the time that a hook may wait. A pipe is opened anew, because
 * only a descriptor of our own can be told not to wait, and no stream has to be set up for it. A socket, which is what
 * Claude Code and Gemini CLI give, cannot be opened anew: it is told not to wait by itself, and where that cannot be, it
 * is read as a stream. Never by a thread, which Node would wait for at its end as long as the socket is open.
 */
export async function standardInput(patience: Patience): Promise<Buffer> {
  if (isSocket()) return streamed(patience)
  const file = opened()
  if (file === undefined) return isPipe() ? streamed(patience) : Buffer.alloc(0)
  try {
    return readWithoutWaiting(file, patience)
  } finally {
    closeSync(file)
  }
}

function opened(): number | undefined {
  try {
    return openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return undefined // a pipe of another user, or no such file on this system
  }
}

const isSocket = (): boolean => fstatSync(0).isSocket()
const isPipe = (): boolean => fstatSync(0).isFIFO()

function readWithoutWaiting(file: number, { withinMs, most }: Patience): Buffer {
  const kept = new Kept(most)
  const began = elapsedMs()
  let room = Buffer.allocUnsafe(FIRST)
  while (elapsedMs() - began < kept.patience(withinMs)) {
    if (room.length === 0) room = Buffer.allocUnsafe(CHUNK)
    const bytes = readInto(file, room)
    if (bytes === 0) break
    if (bytes === undefined) pause()
    else {
      kept.add(room.subarray(0, bytes))
      room = room.subarray(bytes)
    }
  }
  return kept.all()
}

/** What most clients say fits into memory that Node has at hand. */
const FIRST = 4000
const CHUNK = 64 * 1024

/** Undefined: nothing is there yet. Whatever else goes wrong, there is no more to come. */
function readInto(file: number, chunk: Buffer): number | undefined {
  try {
    return readSync(file, chunk, 0, chunk.length, null)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EAGAIN' ? undefined : 0
  }
}

const cell = new Int32Array(new SharedArrayBuffer(4))
/** A thread that has nothing else to do waits a millisecond. */
export const pause = (): void => void Atomics.wait(cell, 0, 0, 1)

function streamed({ withinMs, most }: Patience): Promise<Buffer> {
  const { Socket } = process.getBuiltinModule('node:net')
  const kept = new Kept(most)
  return new Promise((done) => {
    const socket = new Socket({ fd: 0, readable: true, writable: false })
    let timer = setTimeout(late, withinMs)
    function late(): void {
      const longer = kept.patience(withinMs) - withinMs
      if (longer > 0) timer = setTimeout(finish, longer)
      else finish()
    }
    function finish(): void {
      clearTimeout(timer)
      socket.pause()
      done(kept.all())
    }
    socket.on('data', (chunk: Buffer) => kept.add(chunk))
    socket.on('end', finish)
    socket.on('error', finish) // whoever wrote has gone: what came is what there is
  })
}

/** One byte more than is allowed shows that it was too much. */
class Kept {
  readonly #most: number
  readonly #chunks: Buffer[] = []
  #size = 0
  #heard = 0

  constructor(most: number) {
    this.#most = most
  }

  add(chunk: Buffer): void {
    this.#heard += chunk.length
    if (this.#size > this.#most) return
    this.#chunks.push(chunk)
    this.#size += chunk.length
  }

  /** How long to listen in all, after what has come so far. */
  patience(withinMs: number): number {
    return this.#heard < POURING.bytes ? withinMs : Math.max(withinMs, POURING.ms)
  }

  all(): Buffer {
    const [first] = this.#chunks
    return first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
  }
}
