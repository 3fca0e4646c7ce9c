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

/** Where each stands in the row of a file, in this order. */
export const NAMED = 0
export const UNMET = 1
export const PATH = 2
export const NAME = 3
export const BRANCH = 4
export const SESSION = 5
export const EDITED_LATELY = 6
export const READ_LATELY = 7
export const TOUCHED = 8

/**
 * What each signal adds to the score of a file, in hundredths. Fitted on real sessions (docs/continuity.md): the weights
 * under which the files that were edited are most likely among all others. `npm run bench -- --only continuity --fit` does it
 * again. With signals in millionths a score is a whole number below 2 ** 31, and takes no memory while it is added up.
 */
export const WEIGHTS: Readonly<Record<Signal, number>> = {
  named: 240,
  unmet: 470,
  path: 120,
  name: 80,
  branch: 80,
  session: 150,
  edited: 70,
  read: 65,
  touched: 220,
}
/** A score of 1, in hundredths of millionths. */
export const ONE = 1e8
