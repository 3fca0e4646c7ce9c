import { millionths } from './numbers.ts'
import {
  BRANCH,
  EDITED_LATELY,
  NAME,
  NAMED,
  PATH,
  READ_LATELY,
  SESSION,
  TOUCHED,
  UNMET,
  WEIGHTS,
} from './signals.ts'

/** In the row of a file, after its signals: its number, and a bit for each session that holds it. */
const NUMBER = 9
export const HELD = 10
/** How many numbers a row has. */
export const WIDTH = 12
/** Rows at first; more are made where they are needed. */
const ROOM = 512

/** The greatest of what is seen beside the others. */
export interface Greatest {
  path: number
  branch: number
  session: number
}

/**
 * The files that something speaks for, each a row of whole numbers in one piece of memory: hundreds of them are added
 * up by a process that starts cold, which takes longer to make an object than to fill it. A row is known by where it
 * begins; the first one takes what belongs to no file.
 */
export class Candidates {
  /** Another one after a row was made. */
  rows = new Int32Array(ROOM * WIDTH)
  /** Where the next row begins. */
  end = WIDTH
  /** By the number of a path; 0 where there is none. */
  readonly rowOf: Int32Array
  /** Paths that no shelf knows; their numbers are below zero. */
  readonly #unmet: string[] = []

  constructor(paths: number) {
    this.rowOf = new Int32Array(paths)
  }

  /** A row for what has none. A path that came to the shelf since it was counted belongs to no file. */
  add(path: number): number {
    if (path >= this.rowOf.length) return 0
    const row = this.#made(path)
    this.rowOf[path] = row
    return row
  }

  /** A file that the prompt names and no session has met. */
  addUnmet(path: string): void {
    if (this.#unmet.includes(path)) return
    const row = this.#made(-this.#unmet.push(path))
    this.rows[row + UNMET] = 1e6
  }

  numberOf(row: number): number {
    return this.rows[row + NUMBER] ?? 0
  }

  nameOf(row: number, pathOf: (path: number) => string): string {
    const number = this.numberOf(row)
    return number < 0 ? (this.#unmet[-number - 1] ?? '') : pathOf(number)
  }

  #made(number: number): number {
    const row = this.end
    if (row === this.rows.length) this.#grow()
    this.rows[row + NUMBER] = number
    this.end = row + WIDTH
    return row
  }

  #grow(): void {
    const longer = new Int32Array(2 * this.rows.length)
    longer.set(this.rows)
    this.rows = longer
  }
}

/**
 * The score of each row; what is seen beside the others becomes its share of the greatest before. In one pass and
 * written out, because hundreds of files are looked at.
 */
export function scoresOf({ rows, end }: Candidates, most: Greatest): Int32Array {
  const { named, unmet, path, name, branch, session, edited, read, touched } = WEIGHTS
  const scores = new Int32Array(end / WIDTH)
  const answers = Math.log1p(most.session / 1e6)
  for (let row = WIDTH, place = 1; row < end; row += WIDTH, place += 1) {
    const words = shareOf(rows[row + PATH] ?? 0, most.path)
    const branched = shareOf(rows[row + BRANCH] ?? 0, most.branch)
    const answered = rows[row + SESSION] ?? 0
    const said = answered > 0 ? millionths(Math.log1p(answered / 1e6) / answers) : 0
    rows[row + PATH] = words
    rows[row + BRANCH] = branched
    rows[row + SESSION] = said
    scores[place] =
      named * (rows[row + NAMED] ?? 0) +
      unmet * (rows[row + UNMET] ?? 0) +
      path * words +
      name * (rows[row + NAME] ?? 0) +
      branch * branched +
      session * said +
      edited * (rows[row + EDITED_LATELY] ?? 0) +
      read * (rows[row + READ_LATELY] ?? 0) +
      touched * (rows[row + TOUCHED] ?? 0)
  }
  return scores
}

const shareOf = (sum: number, most: number): number => (sum > 0 ? millionths(sum / most) : 0)
