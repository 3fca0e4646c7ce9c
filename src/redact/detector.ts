/** Looks for a secret at each occurrence of its keywords. */
export interface Detector {
  readonly keywords: readonly string[]
  /** Returns a function for one string, which may cache facts about it. */
  start(text: string): Detect
}
export type Detect = (at: number, keyword: string) => Detection
/** Nothing, one or several secrets, or a range without secrets that the scan can skip. */
type Detection = SecretSpan | readonly SecretSpan[] | { readonly skipTo: number } | undefined

/** The position of a secret. */
export interface SecretSpan {
  readonly start: number
  readonly end: number
  readonly rule: string
  /** Whether only the name next to it suggests a secret. A rule that matches the value itself takes precedence. */
  readonly isGuess?: boolean
  /** Whether its end is unknown. Another secret may then start inside and continue after it. */
  readonly isOpen?: boolean
}

/** Sorts spans and joins overlapping ones. A joined span gets the rule that is most certain. */
export function mergeSpans(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end)
  const result: SecretSpan[] = []
  for (const span of sorted) {
    const last = result.at(-1)
    if (!last || span.start >= last.end) result.push(span)
    else result[result.length - 1] = joinSpans(last, span)
  }
  return result
}

function joinSpans(a: SecretSpan, b: SecretSpan): SecretSpan {
  const certain = a.isGuess && !b.isGuess ? b : a
  return { ...certain, start: a.start, end: Math.max(a.end, b.end) }
}
