import { setImmediate as nextTick } from 'node:timers/promises'
import type { Random } from './random.ts'

export type Actor = (turn: () => Promise<void>) => Promise<void>

/** The second actor takes this many turns; then the first actor does all of its work; then the others continue. */
export interface Stuck {
  readonly turns: number
}

/**
 * Runs actors one at a time. Each waits for its turn before every step, and the seed decides the order. Returns
 * the number of turns.
 */
export async function interleave(
  random: Random,
  actors: readonly Actor[],
  stuck: Stuck | undefined,
): Promise<number> {
  const waiting: Waiting[] = []
  const failures: unknown[] = []
  const running = new Set(actors.keys())
  for (const [actor, act] of actors.entries())
    act(() => new Promise((go) => waiting.push({ go, actor })))
      .catch((error) => failures.push(error))
      .finally(() => running.delete(actor))
  for (let turns = 0; ; ) {
    await nextTick()
    if (running.size === 0) {
      if (failures.length > 0) throw failures[0]
      return turns
    }
    const only = stuck && onlyActor(running, turns < stuck.turns)
    const allowed = waiting.filter(({ actor }) => actor === (only ?? actor))
    if (allowed.length === 0) continue
    const chosen = random.oneOf(allowed)
    waiting.splice(waiting.indexOf(chosen), 1)
    turns += 1
    chosen.go()
  }
}

interface Waiting {
  readonly go: () => void
  readonly actor: number
}

function onlyActor(running: ReadonlySet<number>, isEarly: boolean): number | undefined {
  if (isEarly && running.has(1)) return 1
  return running.has(0) ? 0 : undefined
}
