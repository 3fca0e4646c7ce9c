import { describe, expect, test } from 'vitest'
import { treeSitter } from '../host/tree-sitter.ts'
import { detectLanguage, type Language } from './language.ts'
import {
  findDefinitions,
  findDefinitionsInPiece,
  findTouchedSymbols,
  type SymbolDefinition,
  symbolsAtLines,
} from './touched-symbols.ts'

const syntax = treeSitter({ mostMs: 10_000 })
const languageFor = (path: string): Language => {
  const language = detectLanguage(path)
  if (!language) throw new Error(`no language for ${path}`)
  return language
}
const named = async (path: string, text: string) =>
  (await findDefinitions(syntax, languageFor(path), text)).flatMap(({ name, kind }) =>
    kind ? [`${kind} ${name}`] : [],
  )
const inPiece = async (path: string, text: string) =>
  (await findDefinitionsInPiece(syntax, languageFor(path), text)).map(({ name }) => name)

const TYPESCRIPT = `
export default class Shop { open = true; later = () => 1; constructor() {} async sell() { const inner = () => 1 } #count() {} }
abstract class Base { abstract close(): void }
export const buy = async (x: number) => x, pay = function () {}
const Card = memo(() => null)
function* each() {}
interface Goods { weigh(): void }
type Price = number
enum Kind { A }
namespace Till { export function ring() {} }
module.exports.run = function () {}
const actions = { start() {}, stop: () => 1, size: 3 }
const limit = 3
`

/** File name, source, and exactly the definitions that must be found. */
const FILES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a.ts',
    TYPESCRIPT,
    [
      'class Shop',
      'method Shop.later',
      'method Shop.constructor',
      'method Shop.sell',
      'method Shop.#count',
      'class Base',
      'function buy',
      'function pay',
      'function Card',
      'function each',
      'type Goods',
      'type Price',
      'type Kind',
      'module Till',
      'function Till.ring',
      'function module.exports.run',
      'method actions.start',
      'method actions.stop',
    ],
  ],
  ['a.tsx', 'export function App() { return <div>{list.map((x) => <b>{x}</b>)}</div> }', ['function App']],
  [
    'a.jsx',
    'const Row = () => <tr/>\nclass Table extends C { field = () => 1; render() { return <Row/> } }',
    ['function Row', 'class Table', 'method Table.field', 'method Table.render'],
  ],
  [
    'a.py',
    'class Shop(Base):\n    @property\n    def size(self):\n        def inner(): pass\n        return 1\n    class Meta:\n        x = 1\nasync def buy(): pass\npay = lambda x: x\nn = 3\n',
    ['class Shop', 'method Shop.size', 'class Shop.Meta', 'function buy', 'function pay'],
  ],
  [
    'a.go',
    'package a\nfunc (s *Shop[T]) Sell(x int) error { f := func() {}; f(); return nil }\nfunc (Till) Ring() {}\nfunc Buy() {}\ntype Shop[T any] struct { x int }\ntype Goods interface { Weigh() }\ntype ( Price int; Cost = int )\nvar x = 1\n',
    [
      'method Shop.Sell',
      'method Till.Ring',
      'function Buy',
      'type Shop',
      'type Goods',
      'type Price',
      'type Cost',
    ],
  ],
  [
    'a.rs',
    'pub struct Shop<T> { x: T }\nimpl<T> Sell for Shop<T> { fn sell(&self) { fn inner() {} } }\ntrait Sell { fn sell(&self); }\nenum Kind { A }\nfn buy() {}\nmod tests { fn adds() {} }\nmacro_rules! pay { () => {} }\n',
    [
      'type Shop',
      'method Shop.sell',
      'type Sell',
      'type Kind',
      'function buy',
      'module tests',
      'function tests.adds',
      'function pay',
    ],
  ],
  [
    'A.java',
    'class Shop { Shop() {} int sell(int x) { Runnable r = new Runnable() { public void run() {} }; return 1; } enum Kind { A; void m() {} } }\ninterface Goods { void weigh(); }\nrecord Price(int x) { }\n',
    [
      'class Shop',
      'method Shop.Shop',
      'method Shop.sell',
      'type Shop.Kind',
      'method Shop.Kind.m',
      'type Goods',
      'method Goods.weigh',
      'class Price',
    ],
  ],
  [
    'a.sh',
    'set -e\nbuild() {\n  local x=1\n}\nfunction deploy_all {\n  build\n}\necho "fake() {"\n',
    ['function build', 'function deploy_all'],
  ],
  [
    'Shop.kt',
    [
      'package a',
      '@Serializable data class Shop(val open: Boolean = true) {',
      '  // fun hidden() {}',
      '  constructor(x: Int) : this(x > 0)',
      '  override suspend fun sell(x: Int): Int {',
      '    fun inner() = "}"',
      '    return x',
      '  }',
      '  companion object Till {',
      '    fun ring() {}',
      '  }',
      '}',
      'sealed interface Goods',
      'enum class Kind { A }',
      'typealias Price = Int',
      'fun <T> List<T>.weigh(): Int = size',
      'private inline fun buy(',
      '  a: Int,',
      ') = a',
      'val text = """',
      'fun quoted() {}',
      '"""',
    ].join('\n'),
    [
      'class Shop',
      'method Shop.constructor',
      'method Shop.sell',
      'class Shop.Till',
      'method Shop.Till.ring',
      'type Goods',
      'class Kind',
      'type Price',
      'method List.weigh',
      'function buy',
    ],
  ],
  [
    'Shop.swift',
    [
      'public final class Shop: Base {',
      '  init?(x: Int) { return nil }',
      '  @MainActor func sell<T>(_ x: T) async throws -> Int {',
      '    func inner() {}',
      '    return 1 // }',
      '  }',
      '  static func open() {}',
      '}',
      'extension Shop {',
      '  mutating func close() {}',
      '}',
      'struct Price { let x: Int }',
      'protocol Goods {',
      '  func weigh() -> Int',
      '}',
      'enum Kind { case a }',
      'func buy() {}',
    ].join('\n'),
    [
      'class Shop',
      'method Shop.init',
      'method Shop.sell',
      'method Shop.open',
      'method Shop.close',
      'type Price',
      'type Goods',
      'method Goods.weigh',
      'type Kind',
      'function buy',
    ],
  ],
  [
    'a.cpp',
    'namespace n { template<class T> class Shop : Base { int sell(int x) const { return 1; } Shop(); }; }\nint n::Shop::buy() { return 0; }\nShop::~Shop() {}\nstruct Price { int x; };\nenum Kind { A };\nint &pay() { static int x; return x; }\nint declared(int);\n',
    [
      'class Shop',
      'method Shop.sell',
      'function n.Shop.buy',
      'function Shop.~Shop',
      'type Price',
      'type Kind',
      'function pay',
    ],
  ],
  [
    'a.c',
    '#define TWICE(x) ((x) * 2)\nstruct shop { int x; };\ntypedef struct { int y; } till;\nstatic char *sell(struct shop *s) { return 0; }\nint main(int argc, char **argv) { return 0; }\n',
    ['function TWICE', 'type shop', 'type till', 'function sell', 'function main'],
  ],
  [
    'a.cs',
    'namespace N;\npublic class Shop { public Shop() {} public int Sell(int x) => 1; public string Name { get; set; } public int Two => 2; }\nrecord Price(int X);\ninterface IGoods { void Weigh(); }\nstruct S {}\nenum Kind { A }\n',
    [
      'class Shop',
      'method Shop.Shop',
      'method Shop.Sell',
      'method Shop.Two',
      'class Price',
      'type IGoods',
      'method IGoods.Weigh',
      'type S',
      'type Kind',
    ],
  ],
  [
    'a.rb',
    'module M\n  class Shop < Base\n    def sell(x)\n    end\n    def self.open\n    end\n    class << self\n      def close; end\n    end\n  end\nend\nclass M::Till\nend\ndef buy; end\n',
    [
      'module M',
      'class M.Shop',
      'method M.Shop.sell',
      'method M.Shop.open',
      'method M.Shop.close',
      'class M.Till',
      'method buy',
    ],
  ],
  [
    'a.php',
    '<?php namespace N; class Shop extends Base { public function sell() { $f = function () {}; } } function buy() {} interface Goods { function weigh(); } trait T {} enum Kind { case A; }',
    [
      'class Shop',
      'method Shop.sell',
      'function buy',
      'type Goods',
      'method Goods.weigh',
      'type T',
      'type Kind',
    ],
  ],
]

describe('definitions of a file', () => {
  test.each(FILES)('definitions in %s have the expected qualified names', async (path, text, names) => {
    expect(await named(path, text)).toEqual(names)
  })

  test('definitions are found around syntax errors', async () => {
    expect(
      await named('a.ts', 'function whole() { return 1 }\nfunction broken( {{{\nclass Other { m() {} }'),
    ).toContain('function whole')
  })

  test('no definitions are found in large, binary, minified or generated files', async () => {
    expect(await named('a.ts', `function a() {}\n${'// x\n'.repeat(300_000)}`)).toEqual([])
    expect(await named('a.js', `function a(){}${'x();'.repeat(5000)}`)).toEqual([])
    expect(await named('a.c', 'int f() { return 0; }\0')).toEqual([])
    for (const path of ['a.md', 'a', 'node_modules/a.ts', 'a.min.js', 'a.d.ts', 'Makefile', 'a.__proto__'])
      expect(detectLanguage(path)).toBeUndefined()
  })
})

describe('definitions in a snippet', () => {
  test.each([
    ['a.ts', '  async sell(x: number): Promise<void> {\n    return 1\n  }\n', ['sell']],
    ['a.ts', 'function buy() {\n  return 1\n}', ['buy']],
    ['a.ts', '  const x = 1\n  return x', []],
    ['a.ts', '  if (a) {\n    b()\n  }\n  for (const x of y) {\n    z()\n  }', []],
    ['A.java', '    if (a) {\n      b();\n    }\n', []],
    ['A.java', '  public int sell(int x) {\n    return 1;\n  }', ['sell']],
    ['a.cs', '  public int Sell(int x) { return 1; }', ['Sell']],
    ['a.php', '  public function sell() { return 1; }', ['sell']],
    ['a.py', '    def sell(self):\n        return 1\n', ['sell']],
    ['a.go', 'func (s *Shop) Sell() {\n\treturn\n}\n', ['Shop.Sell']],
    ['a.rs', '    pub fn sell(&self) -> u8 {\n        1\n    }\n', ['sell']],
    ['a.rb', '  def sell\n  end\n', ['sell']],
    ['a.cpp', '  int sell() const { return 1; }\n', ['sell']],
  ])('in %s, the snippet %j defines %j', async (path, piece, names) => {
    expect(await inPiece(path, piece)).toEqual(names)
  })
})

test('a parser that times out returns no definitions and parses the next text normally', async () => {
  const hasty = treeSitter({ mostMs: -1 })
  const language = languageFor('a.ts')
  const long = 'function a() { return [1, 2, 3].map((x) => x + 1) }\n'.repeat(2000)
  expect(await findDefinitions(hasty, language, long)).toEqual([])
  expect(await findDefinitions(syntax, language, 'function a() {}')).toHaveLength(1)
})

test('a missing grammar is reported as a Problem', async () => {
  const ask = { grammar: 'klingon', query: '', text: 'x' }
  await expect(syntax.matches(ask)).rejects.toMatchObject({ code: 'parser-unavailable' })
})

const TEXT = `import x
class Shop {
  size = 1

  sell() {
    return 1
  }
}
function buy() {
  return 2
}`
const DEFINITIONS: readonly SymbolDefinition[] = [
  { name: 'Shop', kind: 'class', start: 1, end: 7 },
  { name: 'Shop.sell', kind: 'method', start: 4, end: 6 },
  { name: 'buy', kind: 'function', start: 8, end: 10 },
]
const names = (lines: readonly number[]) => symbolsAtLines(DEFINITIONS, TEXT, lines).map(({ name }) => name)

test('a line touches the innermost definition around it', () => {
  expect(names([5])).toEqual(['Shop.sell'])
  expect(names([2])).toEqual(['Shop'])
  expect(names([9, 5, 5])).toEqual(['Shop.sell', 'buy'])
})

test('empty lines, brackets and lines outside definitions touch nothing', () => {
  expect(names([0, 3, 6, 7, 99, -1])).toEqual([])
})

test('a touched symbol is listed with the first line of its definition', () => {
  expect(symbolsAtLines(DEFINITIONS, TEXT, [9])).toEqual([{ name: 'buy', kind: 'function', line: 9 }])
})

test('a scope without a kind is not touched', () => {
  expect(symbolsAtLines([{ name: 'Shop', start: 0, end: 3 }], 'impl Shop {\n x', [0])).toEqual([])
})

const go = detectLanguage('a.go')

test('a function is found in text that starts inside another function', async () => {
  if (!go) throw new Error('no Go')
  const text = '\t\treturn `x {{\n\t}\n\tcase "a`\n}\n\nfunc Sell(x int) int {\n\treturn 1\n}\n'
  const placed = { text, lines: [6], isPiece: false, isNumbered: false }
  expect((await findTouchedSymbols(treeSitter(), go, placed)).map(({ name }) => name)).toEqual(['Sell'])
  expect(await findTouchedSymbols(treeSitter(), go, { ...placed, lines: [0] })).toEqual([])
})
