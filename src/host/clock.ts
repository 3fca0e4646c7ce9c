/** The only place that knows what time it is. */
export const systemClock = {
  now: (): number => Date.now(),
}
