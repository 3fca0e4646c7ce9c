/** Why a file may matter. Each is 0 where nothing speaks for it. */
export const SIGNALS = [
  /** The prompt names it. */
  'named',
  /** The prompt names a file that no session has met. */
  'unmet',
  /** Terms of the prompt stand in its path. */
  'path',
  /** Terms of the prompt make up its name. */
  'name',
  /** Terms of the branch stand in its path. */
  'branch',
  /** Sessions that answer to the prompt came to it. */
  'session',
  /** It was edited lately. */
  'edited',
  /** It was read in the last sessions. */
  'read',
  /** Some session edited or read it, and did not only name it. */
  'touched',
] as const
export type Signal = (typeof SIGNALS)[number]
export type Signals = Readonly<Record<Signal, number>>

/**
 * What each signal adds to the score of a file. Fitted on real sessions (docs/continuity.md): the weights under which
 * the files that were edited are most likely among all others. `npm run bench:continuity -- --fit` does it again.
 */
export const WEIGHTS: Readonly<Record<Signal, number>> = {
  named: 2.4,
  unmet: 4.7,
  path: 1.2,
  name: 0.8,
  branch: 0.8,
  session: 1.5,
  edited: 0.7,
  read: 0.65,
  touched: 2.2,
}
