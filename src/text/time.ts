const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A readable duration: `45 seconds`, `12 minutes`, `3h 20m`, `6 days`. Never negative. */
export function durationText(ms: number): string {
  const time = Math.max(0, ms)
  if (time < MINUTE) return countText(Math.floor(time / SECOND), 'second')
  if (time < HOUR) return countText(Math.floor(time / MINUTE), 'minute')
  if (time < 2 * DAY) return `${Math.floor(time / HOUR)}h ${Math.floor((time % HOUR) / MINUTE)}m`
  return countText(Math.floor(time / DAY), 'day')
}

export const ago = (ms: number): string => (ms < 5 * SECOND ? 'just now' : `${durationText(ms)} ago`)

/** A duration for narrow columns: `45s`, `12m`, `3h`, `6d`. */
export function shortDuration(ms: number): string {
  const time = Math.max(0, ms)
  if (time < MINUTE) return `${Math.floor(time / SECOND)}s`
  if (time < HOUR) return `${Math.floor(time / MINUTE)}m`
  if (time < DAY) return `${Math.floor(time / HOUR)}h`
  return `${Math.floor(time / DAY)}d`
}

/** `1 file`, `2 files`. */
export const countText = (n: number, unit: string, several = `${unit}s`): string =>
  `${n} ${n === 1 ? unit : several}`
