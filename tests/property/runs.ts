/** LEFTOFF_RUNS=20 is the nightly size: 20 times the runs, twice the steps. */
const factor = Math.max(1, Number(process.env.LEFTOFF_RUNS ?? 1))

export const runs = (perChange: number): number => Math.round(perChange * factor)
export const MOST_STEPS = factor > 1 ? 80 : 40
/** A generous limit: a property that hangs must fail, a busy machine must not. */
export const LIMIT_MS = 120_000 * factor
