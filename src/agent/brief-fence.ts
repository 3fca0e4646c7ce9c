/** Every text that leftoff gives to an agent stands between these, so that it is known again when it comes back. */
export const OPENING = '<leftoff-brief'
export const CLOSING = '</leftoff-brief>'

/** Also as clients write it that escape what hooks give them. */
const FENCES = [
  [OPENING, CLOSING],
  ['&lt;leftoff-brief', '&lt;/leftoff-brief&gt;'],
] as const

/** The text without what we had put into it. What only looks like the beginning of it stays. */
export function withoutOwnWords(text: string): string {
  if (!text.includes('leftoff-brief')) return text
  const rest = FENCES.reduce((left, fence) => outside(left, fence), text)
  return rest === text ? text : rest.replaceAll(/<hook_context>\s{0,20}<\/hook_context>/g, '').trim()
}

/** Looks at every character once: whatever a prompt holds must not keep its user waiting. */
function outside(text: string, [opening, closing]: readonly [string, string]): string {
  const kept: string[] = []
  let from = 0
  for (let start = text.indexOf(opening); start >= 0; start = text.indexOf(opening, from)) {
    const end = text.indexOf(closing, start)
    if (end < 0) break
    kept.push(text.slice(from, start))
    from = end + closing.length
  }
  return kept.join('') + text.slice(from)
}
