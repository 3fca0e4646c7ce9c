/** Milliseconds that only ever go on. Not `performance`: in a short process, loading that costs more than what it times. */
export function elapsedMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
