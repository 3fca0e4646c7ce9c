/**
 * How long a hook waits for the end of its input. The time is short, because the client waits for the hook.
 */
const INPUT_MS = 700
/** Large input gets more time, so that a slow machine does not cause a broken pipe. */
const LARGE_INPUT = { bytes: 1024 * 1024, ms: 3000 }

/**
 * Reads standard input as text until its end or the timeout. Input beyond `maxBytes` is read too, because the
 * writer would otherwise get a broken pipe. Only the first byte beyond `maxBytes` is returned: it shows that
 * the input is too large.
 */
export function readStandardInput(maxBytes: number): Promise<string> {
  const { stdin } = process
  const chunks: Buffer[] = []
  let kept = 0
  let received = 0
  return new Promise((resolve) => {
    let timer = setTimeout(onTimeout, INPUT_MS)
    function onTimeout(): void {
      if (received < LARGE_INPUT.bytes) finish()
      else timer = setTimeout(finish, LARGE_INPUT.ms - INPUT_MS)
    }
    function finish(): void {
      clearTimeout(timer)
      stdin.pause()
      resolve(Buffer.concat(chunks).toString('utf8'))
    }
    stdin.on('data', (chunk: Buffer) => {
      received += chunk.length
      const room = maxBytes + 1 - kept
      if (room <= 0) return
      chunks.push(chunk.subarray(0, room))
      kept += Math.min(chunk.length, room)
    })
    stdin.on('end', finish)
    stdin.on('error', finish) // the writer is gone, so no more input will arrive
  })
}
