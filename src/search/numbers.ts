/** Many numbers, however they are kept: as a list, or as a view of bytes that were read. */
export type Numbers = ArrayLike<number>

export const NONE: Numbers = []

/** A fraction in millionths: a process that starts cold takes memory for every fraction, and none for whole numbers. */
export const millionths = (fraction: number): number => Math.round(1e6 * fraction)

/** Gives names their numbers as it meets them. */
export class Numbering {
  readonly #numbers = new Map<string, number>()
  readonly #names: string[] = []

  of(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#numbers.set(name, this.#names.length)
    return this.#names.push(name) - 1
  }

  get all(): readonly string[] {
    return this.#names
  }

  nameOf(number: number): string {
    return this.#names[number] ?? ''
  }
}

/** With numbers in the order of the names. */
export function numberedInOrder(names: Iterable<string>): Numbering {
  const numbering = new Numbering()
  for (const name of [...names].sort()) numbering.of(name)
  return numbering
}
