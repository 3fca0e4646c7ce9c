/** The system clock. Tests pass a fake clock to the `World`. */
export const systemClock = { now: (): number => Date.now() }

/** Monotonic milliseconds. Does not use `performance`, which takes too long to load in a short process. */
export function elapsedMs(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
