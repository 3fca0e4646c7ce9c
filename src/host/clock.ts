/** The only access to the system time. */
export const systemClock = { now: (): number => Date.now() }

/** Monotonic milliseconds. Not `performance`: loading it takes too long in a short process. */
export function elapsedMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
