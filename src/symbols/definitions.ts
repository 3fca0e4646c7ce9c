import type { SYMBOLS } from '../event/tool.ts'
import { isReadable, type Language } from './language.ts'
import type { Syntax, SyntaxMatch } from './syntax.ts'

export type SymbolKind = (typeof SYMBOLS)[number]

/** A function, class or type with its qualified name: `Shop.sell`. */
export interface SymbolDefinition {
  readonly name: string
  /** Undefined for a scope that only qualifies the names inside it. */
  readonly kind?: SymbolKind
  /** Lines, counted from 0, inclusive. */
  readonly start: number
  readonly end: number
}

const MAX_MATCHES = 5000
const MAX_NAME = 200

/** The definitions of a file, outer before inner. Skips definitions inside functions. */
export async function findDefinitions(
  syntax: Syntax,
  { grammar, query }: Language,
  text: string,
): Promise<readonly SymbolDefinition[]> {
  const found = isReadable(text) ? await syntax.matches({ grammar, query, text }) : undefined
  return qualify(found?.all ?? [])
}

/** The definitions in a snippet, which may be part of a class body. */
export async function findDefinitionsInPiece(
  syntax: Syntax,
  { grammar, query, frame }: Language,
  piece: string,
): Promise<readonly SymbolDefinition[]> {
  if (!isReadable(piece)) return []
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

/** Qualifies each name by the definitions around it. */
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
    // A node may match twice; a real definition wins over a scope.
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
