import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** Allowed imports: [files, folders or files they may import, packages]. The longest prefix decides. */
const PORTS = [
  'event/',
  'shell/',
  'symbols/',
  'text/',
  'session/',
  'extract/',
  'brief/',
  'message/',
  'redact/',
  'memory/',
  'search/',
  'sync/',
  'spool/spool.ts',
  'integrations/',
]
const LOG_PORT = [
  'log/event-log.ts',
  'log/chain.ts',
  'log/append-batch.ts',
  'log/erased-content.ts',
  'log/rows.ts',
]
const INNER = [...PORTS, ...LOG_PORT, 'log/', 'app/', 'agent/', 'host/', 'spool/']
const NODE = ['node:']
/** These files import nothing and may be imported everywhere. */
const FOR_ALL: ReadonlySet<string> = new Set(['problem.ts', 'once.ts'])
/** Runs inside opencode, so it has no dependencies and uses Node directly. */
const PLUGIN_NODE = ['node:fs', 'node:path', 'node:child_process', 'node:crypto']
const TABLE: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['problem.ts', [], []],
  ['once.ts', [], []],
  ['event/', ['event/'], ['valibot', 'node:crypto']],
  ['text/', ['text/'], []],
  ['shell/', ['shell/'], []],
  ['symbols/', ['symbols/', 'event/'], []],
  ['extract/', ['extract/', 'event/', 'text/'], []],
  ['extract/summary/', ['extract/', 'event/', 'session/', 'message/', 'text/', 'shell/'], []],
  ['session/', ['session/', 'event/', 'extract/', 'text/', 'shell/'], []],
  ['redact/', ['redact/', 'event/'], []],
  ['brief/', ['brief/', 'event/', 'extract/', 'session/', 'shell/', 'text/', 'agent/brief-fence.ts'], []],
  ['message/', ['message/', 'event/', 'text/'], []],
  // Contradictions between decisions use the same logic as those between rules.
  ['session/merge/', ['text/', 'session/', 'event/', 'memory/'], []],
  ['memory/', ['memory/', 'event/', 'session/', 'extract/', 'text/'], []],
  [
    'search/',
    [
      'search/',
      'event/',
      'session/',
      'text/',
      'brief/claim.ts',
      'memory/detect-corrections.ts',
      'memory/turn.ts',
    ],
    [],
  ],
  [
    'search/sqlite/',
    ['search/', 'session/', 'text/', 'event/', 'host/', 'log/sqlite/', 'brief/claim.ts'],
    NODE,
  ],
  ['sync/', ['sync/', 'event/', ...LOG_PORT], []],
  ['integrations/', ['integrations/', 'host/', 'event/', 'session/', 'brief/working-tree.ts'], NODE],
  ['log/', ['event/', ...LOG_PORT], ['node:crypto']],
  ['log/sqlite/', ['log/', 'event/', 'host/'], [...NODE, '@photostructure/sqlite']],
  ['log/postgres/', ['log/', 'event/', 'host/'], [...NODE, 'pg']],
  ['spool/', ['spool/spool.ts', 'event/'], []],
  ['spool/maildir.ts', ['spool/', 'event/', 'host/'], NODE],
  ['spool/prompt-markers.ts', ['spool/spool.ts', 'event/', 'host/'], NODE],
  ['agent/', ['agent/', 'event/', 'shell/'], ['valibot']],
  ['agent/opencode/plugin', ['agent/opencode/plugin', 'agent/field.ts'], PLUGIN_NODE],
  // Generates a shell script.
  ['agent/claude-code/status-line.ts', ['spool/shell.ts', 'session/context-phase.ts'], []],
  ['agent/install-plan.ts', ['agent/', 'spool/shell.ts'], []],
  ['install/', ['install/', 'agent/', 'host/', 'spool/shell.ts'], [...NODE, 'valibot', 'jsonc-parser']],
  ['app/', ['app/', 'agent/', ...PORTS, ...LOG_PORT], []],
  [
    'host/',
    ['host/', 'event/'],
    [...NODE, 'jsonc-parser', 'smol-toml', 'gpt-tokenizer', 'fast-string-width', 'web-tree-sitter'],
  ],
  ['index.ts', ['library/', ...INNER], []],
  ['bootstrap/', ['bootstrap/', ...INNER], []],
  // Checks that another program's database exists before opening it.
  ['bootstrap/agent-transcripts.ts', ['bootstrap/', ...INNER], ['node:fs', 'node:path']],
  ['library/', ['library/', 'bootstrap/', ...INNER], ['node:path']],
  // Framework adapters: the importing program has the framework installed.
  ['library/ai-sdk/', ['library/', ...INNER], ['ai', 'node:crypto']],
  ['library/langgraph/', ['library/', ...INNER], ['@langchain/langgraph-checkpoint']],
  [
    'cli/',
    ['cli/', 'bootstrap/', 'install/', 'doctor/', ...INNER],
    [...NODE, '@stricli/core', 'fast-string-width', 'jsonc-parser'],
  ],
  [
    'chat/',
    [
      ...['chat/', 'library/', 'bootstrap/', 'cli/commands/chat.ts', 'cli/out.ts', 'cli/terminal-safe.ts'],
      ...['cli/present/', ...INNER],
    ],
    [...NODE, 'ai', '@ai-sdk/anthropic', '@ai-sdk/google', '@ai-sdk/openai', '@ai-sdk/openai-compatible'],
  ],
  ['doctor/', ['doctor/', 'install/', ...INNER], NODE],
  ['hook/', ['hook/', 'bootstrap/', ...INNER], NODE],
  ['mcp/', ['mcp/', 'bootstrap/', ...INNER], [...NODE, '@modelcontextprotocol/sdk', 'zod']],
  ['dashboard/', ['dashboard/', 'bootstrap/', ...INNER], NODE],
]
/** The first folder may import only types from the second, because only entry points construct adapters. */
const TYPES_ONLY = [['app/', 'integrations/']] as const
const PURE = /^(event|text|extract|memory|shell|symbols|session|brief|message|app)\/|^(log|search)\/[^/]+$/
const IMPURE = /Date\.now\(|new Date\(|(?<![\w.$])process\.(?!getBuiltinModule\()\w|(?<![\w.$])setTimeout\(/
const IMPORT =
  /^\s*(?:import|export)\b(?:(?:(?!\/\*)[^'";])*?\bfrom)?\s*'([^']+)'|\b(?:import|require(?:\.resolve)?|getBuiltinModule)\(\s*'([^']+)'/gm

/** Use cases run in hooks, so only one function may wait for other processes in a loop, and it has a limit. */
const ENDLESS = /\bfor \(;;\)|\bwhile \(true\)|\bwhile \(1\)/
const IN_HOOKS = /^app\//

/** Only one function reads files in a checkout. It never waits for a pipe and limits the file size. */
const OF_CHECKOUTS = /^integrations\/|^host\/(?:settings-files|dotenv)\.ts$/
const OTHER_READS = /\b(?:readFileSync|readFile|openSync|createReadStream|copyFileSync|cpSync|openAsBlob)\(/

type SourceTexts = ReadonlyMap<string, string>
interface Import {
  readonly file: string
  readonly line: number
  readonly text: string
  readonly to: string
}

const importsOf = (file: string, source: string): Import[] =>
  [...source.matchAll(IMPORT)].map((match) => {
    const text = match[0].trim()
    const line = source.slice(0, match.index + match[0].indexOf(text)).split('\n').length
    const specifier = match[1] ?? match[2] ?? ''
    return {
      file,
      line,
      text,
      to: specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier,
    }
  })

function violation({ file, text, to }: Import): string | undefined {
  const rule = TABLE.filter(([prefix]) => file.startsWith(prefix)).sort(([a], [b]) => b.length - a.length)[0]
  if (!rule) return 'is in a folder that is missing in the table'
  const [prefix, folders, packages] = rule
  const isOurs = to.endsWith('.ts')
  const isPackage = (name: string) => to === name || to.startsWith(name.endsWith(':') ? name : `${name}/`)
  if (!isOurs) return packages.some(isPackage) ? undefined : `${prefix} may not import the package ${to}`
  if (!FOR_ALL.has(to) && !folders.some((folder) => to.startsWith(folder)))
    return `${prefix} may not import ${to}`
  const isValue = !/^(import|export) type\b/.test(text)
  const isTypesOnly = TYPES_ONLY.some(([from, of]) => file.startsWith(from) && to.startsWith(of))
  return isValue && isTypesOnly ? `${prefix} may import only types of ${to}` : undefined
}

/** The first import cycle through `file`, if any. */
function cycle(graph: ReadonlyMap<string, readonly string[]>, file: string): readonly string[] | undefined {
  const seen = new Set<string>()
  const walk = (at: string, path: readonly string[]): readonly string[] | undefined => {
    for (const next of graph.get(at) ?? []) {
      if (next === file) return [...path, next]
      if (seen.has(next)) continue
      seen.add(next)
      const found = walk(next, [...path, next])
      if (found) return found
    }
    return undefined
  }
  return walk(file, [file])
}

function complaints(sources: SourceTexts): string[] {
  const imports = [...sources].flatMap(([file, source]) => importsOf(file, source))
  const graph = new Map(
    [...sources.keys()].map((file) => [file, imports.filter((one) => one.file === file).map(({ to }) => to)]),
  )
  const wrong = imports.flatMap((one) => {
    const why = violation(one)
    return why ? [`src/${one.file}:${one.line}: ${one.text}   (${why})`] : []
  })
  const cycles = imports.flatMap((one) => {
    const way = cycle(graph, one.file)
    return way?.[1] === one.to
      ? [`src/${one.file}:${one.line}: ${one.text}   (leads back to itself: ${way.join(' -> ')})`]
      : []
  })
  return [
    ...wrong,
    ...cycles,
    ...linesWith(sources, { files: PURE, code: IMPURE, why: 'take it from the world' }),
    ...linesWith(sources, {
      files: OF_CHECKOUTS,
      code: OTHER_READS,
      why: 'read it with host/regular-file.ts',
    }),
    ...linesWith(sources, { files: IN_HOOKS, code: ENDLESS, why: 'use retryAppend in app/append-retry.ts' }),
  ]
}

/** Lines of code, without comments, that match a forbidden pattern. */
function linesWith(
  sources: SourceTexts,
  { files, code, why }: { readonly files: RegExp; readonly code: RegExp; readonly why: string },
): string[] {
  return [...sources]
    .filter(([file]) => files.test(file))
    .flatMap(([file, source]) =>
      source.split('\n').flatMap((text, index) => {
        const line = text.replace(/^\s*(\/\*\*|\*|\/\/).*|\s\/\/ .*/, '')
        return code.test(line) ? [`src/${file}:${index + 1}: ${text.trim()}   (${why})`] : []
      }),
    )
}

const ROOT = join(import.meta.dirname, '../src')
const isSource = (file: string): boolean => file.endsWith('.ts') && !file.endsWith('.test.ts')

test('imports follow the table and have no cycles, and pure code uses no clock, processes or files', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  )
  const sources = new Map(
    files.filter(isSource).map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
  )
  expect(sources.size).toBeGreaterThan(40)
  expect(complaints(sources)).toEqual([])
})

test('every type name is declared in only one file', () => {
  const declared = new Map<string, Set<string>>()
  for (const folder of ['src', 'tests', 'bench', 'examples'])
    for (const file of readdirSync(join(ROOT, '..', folder), { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.ts') && !file.includes('node_modules'))
        for (const [, name = ''] of readFileSync(join(ROOT, '..', folder, file), 'utf8').matchAll(
          DECLARATION,
        ))
          declared.set(name, (declared.get(name) ?? new Set()).add(`${folder}/${file}`))
  expect(declared.size).toBeGreaterThan(500)
  const repeated = [...declared].filter(([, files]) => files.size > 1)
  expect(repeated.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([])
})
const DECLARATION = /^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm

test('ARCHITECTURE.md names every folder in the import table', () => {
  const page = readFileSync(join(ROOT, '..', 'ARCHITECTURE.md'), 'utf8')
  const folders = new Set(TABLE.flatMap(([prefix]) => prefix.split('/').slice(0, 1)))
  folders.delete('index.ts')
  expect([...folders].filter((folder) => !page.includes(`\`${folder}\``))).toEqual([])
})

test.each([
  ['session/a.ts', "import { x } from '../host/clock.ts'", 'session/ may not import host/clock.ts'],
  [
    'app/a.ts',
    "import {\n  x,\n} from '../log/sqlite/sqlite-log.ts'",
    'app/ may not import log/sqlite/sqlite-log.ts',
  ],
  ['app/a.ts', "import { MemoryLog } from '../log/memory.ts'", 'app/ may not import log/memory.ts'],
  ['app/a.ts', "import { Maildir } from '../spool/maildir.ts'", 'app/ may not import spool/maildir.ts'],
  [
    'app/a.ts',
    "import { locateProject } from '../integrations/project.ts'",
    'may import only types of integrations/project.ts',
  ],
  ['app/a.ts', "const x = await import('../cli/main.ts')", 'app/ may not import cli/main.ts'],
  ['mcp/a.ts', "export * from '../cli/main.ts'", 'mcp/ may not import cli/main.ts'],
  ['event/a.ts', "import 'node:fs'", 'event/ may not import the package node:fs'],
  ['text/a.ts', "import { x } from '../event/turn.ts'", 'text/ may not import event/turn.ts'],
  ['session/a.ts', "import * as v from 'valibot'", 'session/ may not import the package valibot'],
  ['host/a.ts', "const x = require('left-pad')", 'host/ may not import the package left-pad'],
  [
    'spool/shell.ts',
    "import { x } from '../host/fault-injection.ts'",
    'spool/ may not import host/fault-injection.ts',
  ],
  [
    'event/a.ts',
    "const fs = process.getBuiltinModule('node:fs')",
    'event/ may not import the package node:fs',
  ],
  ['misc/a.ts', "import '../problem.ts'", 'a folder that is missing in the table'],
  ['session/a.ts', "import './a.ts'", 'leads back to itself: session/a.ts -> session/a.ts'],
  ['app/a.ts', '\nconst now = Date.now()', 'src/app/a.ts:2: const now = Date.now()'],
  ['log/a.ts', 'const home = process.env.HOME', 'take it from the world'],
  ['session/a.ts', 'setTimeout(() => new Date(), 1)', 'take it from the world'],
  ['search/a.ts', 'const now = Date.now()', 'take it from the world'],
  ['app/a.ts', '  for (;;) {', 'use retryAppend'],
  ['integrations/a.ts', "const text = readFileSync(path, 'utf8')", 'read it with host/regular-file.ts'],
  ['host/dotenv.ts', 'const file = openSync(path)', 'read it with host/regular-file.ts'],
  ['host/settings-files.ts', 'await readFile(path)', 'read it with host/regular-file.ts'],
  [
    'search/a.ts',
    "import type { EventLog } from '../log/event-log.ts'",
    'search/ may not import log/event-log.ts',
  ],
])('the file %s with the source %o is reported', (file, source, complaint) => {
  expect(complaints(new Map([[file, source]])).join('\n')).toContain(complaint)
})

test.each([
  [
    'app/a.ts',
    "import type { ProjectLocation } from '../integrations/project.ts'\nimport { Problem } from '../problem.ts'",
  ],
  ['event/a.ts', "import { createHash } from 'node:crypto'\n// Date.now() is forbidden here"],
  ['session/a.ts', "import { statementsIn } from '../extract/statements.ts'"],
  ['brief/a.ts', 'const pid = session.identity.process.pid // its process.'],
  ['cli/a.ts', "import { x } from '../log/sqlite/sqlite-log.ts'\nconst now = Date.now()"],
])('the file %s with the source %o is accepted', (file, source) => {
  expect(complaints(new Map([[file, source]]))).toEqual([])
})
