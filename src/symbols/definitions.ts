import type { SYMBOLS } from '../event/tool.ts'
import { isReadable, type Language } from './language.ts'
import type { Match, Syntax } from './syntax.ts'

export type Kind = (typeof SYMBOLS)[number]

/** A function, class or type, by the name under which people know it: `Shop.sell`. */
export interface Definition {
  readonly name: string
  /** Undefined: it only lends its name to what stands in it. */
  readonly kind?: Kind
  /** Lines, counted from 0, both included. */
  readonly start: number
  readonly end: number
}

const MOST = 5000
const MOST_NAME = 200

/** The definitions of a file, the outer before the inner. Those within a function are its own business. */
export async function definitionsIn(
  syntax: Syntax,
  { grammar, query }: Language,
  text: string,
): Promise<readonly Definition[]> {
  const found = isReadable(text) ? await syntax.matches({ grammar, query, text }) : undefined
  return qualified(found?.all ?? [])
}

/** The same of a piece of a file, which may be the inside of a class. */
export async function definitionsInPiece(
  syntax: Syntax,
  { grammar, query, frame }: Language,
  piece: string,
): Promise<readonly Definition[]> {
  if (!isReadable(piece)) return []
  const plain = await syntax.matches({ grammar, query, text: piece })
  if (!frame || (plain && plain.all.length > 0 && !plain.isBroken)) return qualified(plain?.all ?? [])
  const framed = await syntax.matches({ grammar, query, text: frame.join(piece) })
  const [, ...inside] = qualified(framed?.all ?? [])
  if (!framed || (framed.isBroken && inside.length <= (plain?.all.length ?? 0)))
    return qualified(plain?.all ?? [])
  return inside.map((one) => ({
    ...one,
    name: one.name.replace(/^Piece\./, ''),
    start: one.start - 1,
    end: one.end - 1,
  }))
}

/** Each by the names of those around it. */
function qualified(matches: readonly Match[]): readonly Definition[] {
  const around: (Definition & { readonly to: number })[] = []
  const found: Definition[] = []
  for (const match of sorted(matches)) {
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

const sorted = (matches: readonly Match[]): readonly Match[] => {
  const byPlace = new Map<string, Match>()
  for (const match of matches.slice(0, MOST)) {
    const key = `${match.from} ${match.to}`
    // One node may be found in two ways; the one that is more than a name counts.
    if (!byPlace.has(key) || byPlace.get(key)?.kind === 'scope') byPlace.set(key, match)
  }
  return [...byPlace.values()].sort((a, b) => a.from - b.from || b.to - a.to)
}

const isFunction = ({ kind }: Definition): boolean => kind === 'function' || kind === 'method'

/** In a class that we put around a piece, `if (x) {}` looks like a method. */
const STATEMENT =
  /^(?:if|for|foreach|while|switch|catch|return|else|do|try|with|function|using|lock|synchronized)$/

function nameOf({ name, owner }: Match, outer: Definition | undefined): string {
  const own = name.replaceAll('::', '.').replaceAll(/\s+/g, '')
  if (STATEMENT.test(own)) return ''
  const whole = [outer?.name ?? owner, own].filter(Boolean).join('.')
  return whole.length <= MOST_NAME ? whole : ''
}

const KINDS: readonly Kind[] = ['function', 'method', 'class', 'type', 'module']

/** A function in a class is a method, and one outside of any is none. */
function kindOf({ kind, owner }: Match, outer: Definition | undefined): { readonly kind?: Kind } {
  const known = KINDS.find((one) => one === kind)
  if (known === undefined) return {}
  if (known !== 'function' && known !== 'method') return { kind: known }
  const isInside = owner !== undefined || (outer !== undefined && outer.kind !== 'module')
  return { kind: isInside || known === 'method' ? 'method' : 'function' }
}
