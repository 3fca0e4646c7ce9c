import { isSignificant } from './changed-lines.ts'
import {
  findDefinitions,
  findDefinitionsInPiece,
  type SymbolDefinition,
  type SymbolKind,
} from './definitions.ts'
import type { Language } from './language.ts'
import type { LocatedChange } from './seen-texts.ts'
import type { Syntax } from './syntax.ts'

export interface TouchedSymbol {
  readonly name: string
  readonly kind: SymbolKind
  /** Counted from 1. */
  readonly line: number
}

/** The innermost definitions around the lines, without duplicates, in file order. */
export function symbolsAtLines(
  definitions: readonly SymbolDefinition[],
  text: string,
  lines: readonly number[],
): readonly TouchedSymbol[] {
  const texts = text.split('\n')
  const innermost = new Int32Array(texts.length).fill(-1)
  for (const [index, { start, end }] of definitions.entries())
    innermost.fill(index, Math.max(0, start), Math.max(0, end + 1))
  const hit = new Set<number>()
  for (const line of lines) if (isSignificant(texts[line] ?? '')) hit.add(innermost[line] ?? -1)
  return definitions.flatMap(({ name, kind, start }, index) =>
    hit.has(index) && kind ? [{ name, kind, line: start + 1 }] : [],
  )
}

/** The symbols that a change touched. */
export async function findTouchedSymbols(
  syntax: Syntax,
  language: Language,
  { text, lines, isPiece, isNumbered }: LocatedChange,
): Promise<readonly TouchedSymbol[]> {
  const definitions = await (isPiece ? findDefinitionsInPiece : findDefinitions)(syntax, language, text)
  const touched = symbolsAtLines(definitions, text, lines)
  if (touched.length > 0 || isPiece || isNumbered) return touched
  const from = lastTopLevelLine(text.split('\n'), lines[0] ?? 0)
  if (from === undefined) return []
  const rest = { text: text.split('\n').slice(from).join('\n'), lines: lines.map((line) => line - from) }
  return symbolsAtLines(await findDefinitions(syntax, language, rest.text), rest.text, rest.lines)
}

/**
 * Text that starts in the middle of a definition may not parse. Parsing restarts at the last line without
 * indentation.
 */
function lastTopLevelLine(texts: readonly string[], line: number): number | undefined {
  for (let at = line; at > 0; at -= 1) {
    const text = texts[at] ?? ''
    if (/^[A-Za-z]/.test(text) && isSignificant(text)) return at
  }
  return undefined
}
