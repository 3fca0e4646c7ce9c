import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type * as TreeSitter from 'web-tree-sitter'
import { once } from '../once.ts'
import { Problem } from '../problem.ts'
import { beside, besidePath, isBundled } from './beside.ts'
import { elapsedMs } from './elapsed.ts'

interface Ask {
  readonly grammar: string
  readonly query: string
  readonly text: string
}
interface Found {
  readonly all: readonly Part[]
  readonly isBroken: boolean
}
interface Part {
  readonly kind: string
  readonly name: string
  readonly owner?: string | undefined
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
}
interface Loaded {
  readonly parser: TreeSitter.Parser
  readonly query: TreeSitter.Query
}

/** For one text. A file of a megabyte takes less. */
const MOST_MS = 1000
const MOST_FOUND = 20_000

/**
 * Parsers of real languages, compiled to WebAssembly. Nothing is loaded before the first text, and a grammar before the
 * first text in it. One that stumbles or takes too long finds nothing, and harms nobody.
 */
export function treeSitter({ mostMs = MOST_MS }: { readonly mostMs?: number } = {}): {
  matches(ask: Ask): Promise<Found | undefined>
} {
  const library = once(loadLibrary)
  const loaded = new Map<string, Promise<Loaded>>()
  const load = async ({ grammar, query }: Ask): Promise<Loaded> => {
    const { Language, Parser, Query } = await library()
    const language = await Language.load(bytesOf(grammar))
    const parser = new Parser()
    parser.setLanguage(language)
    return { parser, query: new Query(language, query) }
  }
  return {
    async matches(ask) {
      const ready = loaded.get(ask.grammar) ?? load(ask).catch(refuse)
      loaded.set(ask.grammar, ready)
      const { parser, query } = await ready
      try {
        return found({ parser, query }, ask.text, elapsedMs() + mostMs)
      } catch {
        return undefined // a text that makes WebAssembly stumble is one that nothing is found in
      }
    },
  }
}

/** Nothing was looked at, so nothing may count as looked at. */
function refuse(cause: unknown): never {
  throw new Problem({
    code: 'parser-unavailable',
    message: `the parser cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
    fix: 'install leftoff again',
    cause,
  })
}

async function loadLibrary(): Promise<typeof TreeSitter> {
  const library = beside<typeof TreeSitter>('./tree-sitter.cjs', 'web-tree-sitter')
  const locateFile = (name: string): string => name // it would look for what we give it here
  await library.Parser.init({ wasmBinary: bytesOf('web-tree-sitter'), locateFile })
  return library
}

/** Packed in a release, for they shrink to a fifteenth; from their packages while we develop. */
function bytesOf(grammar: string): Uint8Array {
  if (isBundled()) return brotliDecompressSync(readFileSync(besidePath(`./grammars/${grammar}.wasm.br`)))
  const isLibrary = grammar === 'web-tree-sitter'
  return readFileSync(
    besidePath(
      isLibrary
        ? 'web-tree-sitter/web-tree-sitter.wasm'
        : `@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`,
    ),
  )
}

function found({ parser, query }: Loaded, text: string, deadline: number): Found | undefined {
  const progressCallback = (): boolean => elapsedMs() > deadline
  const tree = parser.parse(text, undefined, { progressCallback })
  if (!tree) {
    parser.reset()
    return undefined
  }
  try {
    const matches = query.matches(tree.rootNode, { progressCallback })
    return { all: matches.slice(0, MOST_FOUND).flatMap(partOf), isBroken: tree.rootNode.hasError }
  } finally {
    tree.delete()
  }
}

const ASIDE: ReadonlySet<string> = new Set(['name', 'owner', 'callee'])

function partOf({ captures }: TreeSitter.QueryMatch): readonly Part[] {
  const named = (name: string) => captures.find((one) => one.name === name)?.node
  const whole = captures.find(({ name }) => !ASIDE.has(name))
  if (!whole) return []
  const { startPosition, endPosition, startIndex, endIndex } = whole.node
  return [
    {
      kind: whole.name,
      name: named('name')?.text ?? '',
      owner: named('owner')?.text,
      start: startPosition.row,
      end: endPosition.row,
      from: startIndex,
      to: endIndex,
    },
  ]
}
