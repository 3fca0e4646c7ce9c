/** Repeatable random choices: mulberry32 over a seed. */
export interface Chance {
  /** Returns a number from 0 to 1, excluding 1. */
  next(): number
  below(most: number): number
  one<T>(list: readonly T[]): T
  /** Returns true with this probability. */
  isTrue(share: number): boolean
  /** Log-normal: many small, few large. `typical` is the median. */
  size(typical: number, most: number): number
}

export function chance(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (most: number): number => Math.floor(next() * most)
  return {
    next,
    below,
    one: (list) => list[below(list.length)]!,
    isTrue: (share) => next() < share,
    size: (typical, most) => Math.min(most, Math.max(1, Math.round(typical * Math.exp(normal(next) * 0.9)))),
  }
}

export function shuffled<T>(list: readonly T[], dice: Chance): readonly T[] {
  const order = [...list]
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = dice.below(at + 1)
    const moved = order[at] as T
    order[at] = order[other] as T
    order[other] = moved
  }
  return order
}

const normal = (next: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())

const WORDS =
  `the a to of and in is that for it with as on be this are not from by an or we when which can if at one
  event log session view fold brief spool process file folder test branch commit change error timeout retry table index
  page transaction lock reader writer chain hash payload order number time clock machine user agent prompt answer tool
  call result failure success before after first last next previous open closed wrong right slow fast small large`.split(
    /\s+/,
  )
const CODE =
  `const let function return await import export from if else for of new class readonly string number boolean
  => ( ) { } [ ] = === + . , : ; 'utf8' 0 1 42 null undefined error result value path name index length push map filter
  throw try catch // TODO at src/app/ingest/record.ts:12:5 0x7f3a passed failed ok 12ms`.split(/\s+/)

const prose = pool(WORDS, ' ', 1)
const code = pool(CODE, ' ', 2)

/** Slices of one long text, because building each text word by word would take longer than storing it. */
export const proseLike = (from: Chance, length: number): string => slice(prose, from, length)
export const codeLike = (from: Chance, length: number): string => slice(code, from, length)

function slice(text: string, from: Chance, length: number): string {
  const at = from.below(text.length - length)
  return text.slice(at, at + length).trim() || 'nothing'
}

function pool(words: readonly string[], between: string, seed: number): string {
  const from = chance(seed)
  const made: string[] = []
  for (let i = 0; i < 120_000; i += 1) made.push(from.one(words), i % 11 === 10 ? '\n' : between)
  return made.join('')
}
