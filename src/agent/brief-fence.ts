/** Encloses all text that leftoff gives to an agent, so that the text can be removed when a client echoes it. */
export const BRIEF_OPENING = '<leftoff-brief'
export const BRIEF_CLOSING = '</leftoff-brief>'

/** The forms that a fence can have, because some clients escape hook output. */
const FENCES = [
  [BRIEF_OPENING, BRIEF_CLOSING],
  ['&lt;leftoff-brief', '&lt;/leftoff-brief&gt;'],
] as const

/** Removes fenced text. An opening fence without a closing one stays. */
export function withoutBriefs(text: string): string {
  if (!text.includes('leftoff-brief')) return text
  const rest = FENCES.reduce((left, fence) => outside(left, fence), text)
  return rest === text ? text : rest.replaceAll(/<hook_context>\s{0,20}<\/hook_context>/g, '').trim()
}

/** The time must be linear in the length of the text, because a prompt may be large or hostile. */
function outside(text: string, [opening, closing]: readonly [string, string]): string {
  const parts: string[] = []
  let from = 0
  for (let start = text.indexOf(opening); start >= 0; start = text.indexOf(opening, from)) {
    const end = text.indexOf(closing, start)
    if (end < 0) break
    parts.push(text.slice(from, start))
    from = end + closing.length
  }
  return parts.join('') + text.slice(from)
}
