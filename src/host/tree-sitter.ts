import { readFileSync } from 'node:fs'
import type * as TreeSitter from 'web-tree-sitter'
import { once } from '../once.ts'
import { Problem } from '../problem.ts'
import { elapsedMs } from './clock.ts'
import { isBundled, loadPackage, resolvePackageFile } from './lazy-packages.ts'

interface SyntaxQuery {
  readonly grammar: string
  readonly query: string
  readonly text: string
}
interface SyntaxResult {
  readonly all: readonly SyntaxPart[]
  readonly isBroken: boolean
}
interface SyntaxPart {
  readonly kind: string
  readonly name: string
  readonly owner?: string | undefined
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
}
interface LoadedGrammar {
  readonly parser: TreeSitter.Parser
  readonly query: TreeSitter.Query
}

/** Time limit per text. Even a file of 1 MB takes less. */
const MAX_MS = 1000
const MAX_MATCHES = 20_000

/**
 * Tree-sitter parsers in WebAssembly. Loads the library for the first text, and each grammar for the first text
 * that needs it. If a parser crashes or takes too long, the result is undefined.
 */
export function treeSitter({ mostMs = MAX_MS }: { readonly mostMs?: number } = {}): {
  matches(ask: SyntaxQuery): Promise<SyntaxResult | undefined>
} {
  const library = once(loadLibrary)
  const loaded = new Map<string, Promise<LoadedGrammar>>()
  const load = async ({ grammar, query }: SyntaxQuery): Promise<LoadedGrammar> => {
    const { Language, Parser, Query } = await library()
    const language = await Language.load(readGrammar(grammar))
    const parser = new Parser()
    parser.setLanguage(language)
    return { parser, query: new Query(language, query) }
  }
  return {
    async matches(ask) {
      const ready = loaded.get(ask.grammar) ?? load(ask).catch(parserMissing)
      loaded.set(ask.grammar, ready)
      const { parser, query } = await ready
      try {
        return runQuery({ parser, query }, ask.text, elapsedMs() + mostMs)
      } catch {
        return undefined // a text that crashes the parser has no results
      }
    },
  }
}

/** Throws, so that the files do not count as indexed. */
function parserMissing(cause: unknown): never {
  throw new Problem({
    code: 'parser-unavailable',
    message: `cannot load the parser: ${cause instanceof Error ? cause.message : String(cause)}`,
    fix: 'install leftoff again',
    cause,
  })
}

async function loadLibrary(): Promise<typeof TreeSitter> {
  const library = loadPackage<typeof TreeSitter>('./tree-sitter.cjs', 'web-tree-sitter')
  const locateFile = (name: string): string => name // so the library need not locate a file
  await library.Parser.init({ wasmBinary: readGrammar('web-tree-sitter'), locateFile })
  return library
}

/**
 * A release contains compressed grammars, which are 15 times smaller. In development, they come from
 * packages.
 */
function readGrammar(grammar: string): Uint8Array {
  if (isBundled()) return unpack(readFileSync(resolvePackageFile(`./grammars/${grammar}.wasm.br`)))
  const isLibrary = grammar === 'web-tree-sitter'
  return readFileSync(
    resolvePackageFile(
      isLibrary
        ? 'web-tree-sitter/web-tree-sitter.wasm'
        : `@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`,
    ),
  )
}

function runQuery(
  { parser, query }: LoadedGrammar,
  text: string,
  deadline: number,
): SyntaxResult | undefined {
  const progressCallback = (): boolean => elapsedMs() > deadline
  const tree = parser.parse(text, undefined, { progressCallback })
  if (!tree) {
    parser.reset()
    return undefined
  }
  try {
    const matches = query.matches(tree.rootNode, { progressCallback })
    return { all: matches.slice(0, MAX_MATCHES).flatMap(toPart), isBroken: tree.rootNode.hasError }
  } finally {
    tree.delete()
  }
}

const ASIDE: ReadonlySet<string> = new Set(['name', 'owner', 'callee'])

function toPart({ captures }: TreeSitter.QueryMatch): readonly SyntaxPart[] {
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

const unpack = (bytes: Uint8Array): Buffer =>
  process.getBuiltinModule('node:zlib').brotliDecompressSync(bytes)
