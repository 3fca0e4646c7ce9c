import { isTelling } from './changed-lines.ts'
import { definitionsIn, definitionsInPiece } from './definitions.ts'
import type { Language } from './language.ts'
import type { Placed } from './seen-texts.ts'
import type { Syntax } from './syntax.ts'
import { type Touched, touchedBy } from './touched.ts'

/** What a change touched, as far as the text that it stands in tells. */
export async function touchedIn(
  syntax: Syntax,
  language: Language,
  { text, lines, isPiece, isNumbered }: Placed,
): Promise<readonly Touched[]> {
  const definitions = await (isPiece ? definitionsInPiece : definitionsIn)(syntax, language, text)
  const touched = touchedBy(definitions, text, lines)
  if (touched.length > 0 || isPiece || isNumbered) return touched
  const from = lastBeginning(text.split('\n'), lines[0] ?? 0)
  if (from === undefined) return []
  const rest = { text: text.split('\n').slice(from).join('\n'), lines: lines.map((line) => line - from) }
  return touchedBy(await definitionsIn(syntax, language, rest.text), rest.text, rest.lines)
}

/**
 * Where a text begins in the middle of something, a parser may miss what comes after: the last line that is not indented
 * begins anew.
 */
function lastBeginning(texts: readonly string[], line: number): number | undefined {
  for (let at = line; at > 0; at -= 1) {
    const text = texts[at] ?? ''
    if (/^[A-Za-z]/.test(text) && isTelling(text)) return at
  }
  return undefined
}
