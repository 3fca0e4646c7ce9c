import type { SYMBOLS } from '../event/tool.ts'
import { isSignificant } from './changed-lines.ts'
import { isReadable, type Language } from './language.ts'
import { matchPatterns, type SyntaxMatch } from './patterns.ts'
import type { LocatedChange } from './seen-texts.ts'

/** The port to a parser. */
export interface Syntax {
  /**
   * Runs a query and returns outer matches before inner ones. Accepts any text, even with syntax errors.
   * Undefined after a timeout. Throws a Problem if the parser is missing, but never because of the text.
   */
  matches(ask: {
    readonly grammar: string
    readonly query: string
    readonly text: string
  }): Promise<{ readonly all: readonly SyntaxMatch[]; readonly isBroken: boolean } | undefined>
}

export interface TouchedSymbol {
  readonly name: string
  readonly kind: SymbolKind
  /** The one-based number of the first line. */
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

type SymbolKind = (typeof SYMBOLS)[number]

/** A function, class or type with its qualified name: `Shop.sell`. */
export interface SymbolDefinition {
  readonly name: string
  /** Undefined for a scope that only qualifies the names inside it. */
  readonly kind?: SymbolKind
  /** The zero-based numbers of the first and last line. */
  readonly start: number
  readonly end: number
}

const MAX_MATCHES = 5000
const MAX_NAME = 200

/** The definitions of a file, outer before inner. Skips definitions inside functions. */
export async function findDefinitions(
  syntax: Syntax,
  language: Language,
  text: string,
): Promise<readonly SymbolDefinition[]> {
  if (!isReadable(text)) return []
  if (language.patterns) return qualify(matchPatterns(language.patterns, text))
  const { grammar, query } = language
  return qualify((await syntax.matches({ grammar, query, text }))?.all ?? [])
}

/** The definitions in a snippet, which may be part of a class body. */
export async function findDefinitionsInPiece(
  syntax: Syntax,
  language: Language,
  piece: string,
): Promise<readonly SymbolDefinition[]> {
  if (!isReadable(piece)) return []
  if (language.patterns) return qualify(matchPatterns(language.patterns, piece))
  const { grammar, query, frame } = language
  const plain = await syntax.matches({ grammar, query, text: piece })
  if (!frame || (plain && plain.all.length > 0 && !plain.isBroken)) return qualify(plain?.all ?? [])
  const framed = await syntax.matches({ grammar, query, text: frame.join(piece) })
  const [, ...inside] = qualify(framed?.all ?? [])
  if (!framed || (framed.isBroken && inside.length <= (plain?.all.length ?? 0)))
    return qualify(plain?.all ?? [])
  return inside.map((one) => ({
    ...one,
    name: one.name.replace(/^Piece\./, ''),
    start: one.start - 1,
    end: one.end - 1,
  }))
}

/** Qualifies each name with the names of the definitions around it. */
function qualify(matches: readonly SyntaxMatch[]): readonly SymbolDefinition[] {
  const around: (SymbolDefinition & { readonly to: number })[] = []
  const found: SymbolDefinition[] = []
  for (const match of sortMatches(matches)) {
    while ((around.at(-1)?.to ?? Number.POSITIVE_INFINITY) < match.to) around.pop()
    const outer = around.at(-1)
    if (outer && isFunction(outer)) continue
    const definition = {
      name: nameOf(match, outer),
      start: match.start,
      end: match.end,
      ...kindOf(match, outer),
    }
    around.push({ ...definition, to: match.to })
    if (definition.name !== '') found.push(definition)
  }
  return found
}

const sortMatches = (matches: readonly SyntaxMatch[]): readonly SyntaxMatch[] => {
  const byPlace = new Map<string, SyntaxMatch>()
  for (const match of matches.slice(0, MAX_MATCHES)) {
    const key = `${match.from} ${match.to}`
    // A node may match twice. A definition takes precedence over a scope.
    if (!byPlace.has(key) || byPlace.get(key)?.kind === 'scope') byPlace.set(key, match)
  }
  return [...byPlace.values()].sort((a, b) => a.from - b.from || b.to - a.to)
}

const isFunction = ({ kind }: SymbolDefinition): boolean => kind === 'function' || kind === 'method'

/** Inside the class that we put around a snippet, `if (x) {}` parses as a method. */
const STATEMENT =
  /^(?:if|for|foreach|while|switch|catch|return|else|do|try|with|function|using|lock|synchronized)$/

function nameOf({ name, owner }: SyntaxMatch, outer: SymbolDefinition | undefined): string {
  const own = name.replaceAll('::', '.').replaceAll(/\s+/g, '')
  if (STATEMENT.test(own)) return ''
  const whole = [outer?.name ?? owner, own].filter(Boolean).join('.')
  return whole.length <= MAX_NAME ? whole : ''
}

const KINDS: readonly SymbolKind[] = ['function', 'method', 'class', 'type', 'module']

/** A function inside a class or type is a method. */
function kindOf(
  { kind, owner }: SyntaxMatch,
  outer: SymbolDefinition | undefined,
): { readonly kind?: SymbolKind } {
  const known = KINDS.find((one) => one === kind)
  if (known === undefined) return {}
  if (known !== 'function' && known !== 'method') return { kind: known }
  const isInside = owner !== undefined || (outer !== undefined && outer.kind !== 'module')
  return { kind: isInside || known === 'method' ? 'method' : 'function' }
}
