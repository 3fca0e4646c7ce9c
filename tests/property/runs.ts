/** Nightly tests set LEFTOFF_RUNS=20, which means 20 times as many runs and twice as many steps. */
const factor = Math.max(1, Number(process.env.LEFTOFF_RUNS ?? 1))

export const runs = (perChange: number): number => Math.round(perChange * factor)
export const MOST_STEPS = factor > 1 ? 80 : 40
/** A generous limit, so that a hanging property fails but a busy machine does not cause a failure. */
export const LIMIT_MS = 120_000 * factor
