/** A secret's place in a text. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly rule: string
  /** Found by the name beside it; a rule that knows the shape of the value names it better. */
  readonly isGuess?: boolean
  /** Its end was not seen: what begins within it may go on behind it. */
  readonly isOpen?: boolean
}

/** In order, without overlaps: what overlaps becomes one, under its most certain name. */
export function merged(spans: readonly Span[]): readonly Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end)
  const result: Span[] = []
  for (const span of sorted) {
    const last = result.at(-1)
    if (!last || span.start >= last.end) result.push(span)
    else result[result.length - 1] = united(last, span)
  }
  return result
}

function united(a: Span, b: Span): Span {
  const named = a.isGuess && !b.isGuess ? b : a
  return { ...named, start: a.start, end: Math.max(a.end, b.end) }
}
