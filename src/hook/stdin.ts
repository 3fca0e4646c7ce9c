import { closeSync, constants, openSync, read, readSync } from 'node:fs'

export interface Patience {
  readonly withinMs: number
  /** More than this is not read. */
  readonly most: number
}

/**
 * Standard input to its end, or what has come of it by the time that a hook may wait, or when it has grown too large.
 * A pipe is opened anew, because only a descriptor of our own can be told not to wait: no stream and no thread has to
 * be set up for it. A socket cannot be opened anew, and is read by a thread.
 */
export async function standardInput(patience: Patience): Promise<Buffer> {
  const file = opened()
  if (file === undefined) return readByThread(patience)
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
    return undefined // a socket, or no such file on this system
  }
}

function readWithoutWaiting(file: number, { withinMs, most }: Patience): Buffer {
  const chunks: Buffer[] = []
  const deadline = performance.now() + withinMs
  for (let size = 0; size <= most; ) {
    const chunk = Buffer.allocUnsafe(CHUNK)
    const bytes = readInto(file, chunk)
    if (bytes === 0) break
    if (bytes === undefined) {
      if (performance.now() > deadline) break
      pause()
      continue
    }
    chunks.push(chunk.subarray(0, bytes))
    size += bytes
  }
  return Buffer.concat(chunks)
}

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
const pause = (): void => void Atomics.wait(cell, 0, 0, 1)

function readByThread({ withinMs, most }: Patience): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((done) => {
    const timer = setTimeout(finish, withinMs)
    function finish(): void {
      clearTimeout(timer)
      done(Buffer.concat(chunks))
    }
    function next(): void {
      const chunk = Buffer.allocUnsafe(CHUNK)
      read(0, chunk, 0, CHUNK, null, (error, bytes) => {
        if (error && 'code' in error && error.code === 'EAGAIN') return void setTimeout(next, 1)
        if (error || bytes === 0) return finish()
        chunks.push(chunk.subarray(0, bytes))
        size += bytes
        if (size > most) finish()
        else next()
      })
    }
    next()
  })
}
