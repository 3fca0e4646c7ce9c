// Builds dist/: one CommonJS file for the command (an ES module starts seven milliseconds later), the tokenizer
// beside it for those who need it, and the library as an ES module with its types.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'esbuild'
import { plugins } from './plugins.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { version, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Frameworks that only those have who use our adapter of one. */
const peers = Object.keys(peerDependencies)
// --out: elsewhere, for a measurement that must not be disturbed by whoever builds meanwhile.
const out = process.argv.indexOf('--out')
const dist = out < 0 ? join(root, 'dist') : resolve(process.argv[out + 1])
rmSync(dist, { recursive: true, force: true })

/** Loading a file of ours does nothing but define things, so a part carries only the files that it uses. */
const nothingUnused = {
  name: 'nothing-unused',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path),
      sideEffects: false,
    })),
}

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  // The oldest Node that we run on: for one before 20.12 patterns of letters are built at every start, used or not.
  target: 'node20.16',
  mainFields: ['module', 'main'],
  external: ['@photostructure/sqlite'],
  logLevel: 'warning',
  legalComments: 'none',
  plugins: [nothingUnused],
  charset: 'ascii', // src/cli/code-cache.ts reads it so
}

// Every part that runs on its own is a file of its own: V8 reads a whole file before it runs a line of it.
const parts = {
  hook: { entry: 'hook/main.ts' },
  cli: { entry: 'cli/app.ts' },
  mcp: { entry: 'mcp/main.ts' },
  chat: { entry: 'chat/main.ts' },
  // Last: it holds a hash of the others, by which compiled code is cached (src/cli/code-cache.ts).
  leftoff: { entry: 'cli/main.ts', banner: { js: '#!/usr/bin/env node' } },
}
const contentHash = createHash('sha256')
for (const [name, { entry, banner = {} }] of Object.entries(parts)) {
  const outfile = join(dist, `${name}.cjs`)
  await build({
    ...common,
    entryPoints: [`src/${entry}`],
    outfile,
    format: 'cjs',
    minify: true,
    keepNames: false,
    banner,
    define: {
      LEFTOFF_VERSION: JSON.stringify(version),
      LEFTOFF_BUILD: JSON.stringify(contentHash.copy().digest('hex').slice(0, 16)),
      LEFTOFF_BUNDLED: 'true',
      'import.meta.url': '__filename',
    },
  })
  contentHash.update(readFileSync(outfile))
}
chmodSync(join(dist, 'leftoff.cjs'), 0o755)

// Libraries that few commands need, each in a file of its own (src/host/beside.ts).
const beside = {
  jsonc:
    "export { applyEdits, findNodeAtLocation, getNodePath, getNodeValue, modify, parse, parseTree, printParseErrorCode } from 'jsonc-parser'",
  tokenizer: "export { countTokens } from 'gpt-tokenizer/encoding/o200k_base'",
  toml: "export { parse } from 'smol-toml'",
  'tree-sitter': "export { Language, Parser, Query } from 'web-tree-sitter'",
}
for (const [name, contents] of Object.entries(beside)) {
  await build({
    ...common,
    stdin: { contents, resolveDir: root },
    outfile: join(dist, `${name}.cjs`),
    format: 'cjs',
    minify: true,
    define: { 'import.meta.url': '__filename' },
  })
}

// Grammars of languages, packed: twenty megabytes become one (docs/design/decisions/0013-parsers.md).
const modules = join(root, 'node_modules')
const grammars = { 'web-tree-sitter': join(modules, 'web-tree-sitter/web-tree-sitter.wasm') }
for (const name of 'c-sharp cpp go java javascript php python ruby rust tsx typescript'.split(' '))
  grammars[name] = join(modules, `@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)
mkdirSync(join(dist, 'grammars'), { recursive: true })
for (const [name, file] of Object.entries(grammars)) {
  const packed = brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  writeFileSync(join(dist, 'grammars', `${name}.wasm.br`), packed)
}

// Runs inside opencode. What it must know of this machine is put into the text of it when it is installed there.
await build({
  ...common,
  entryPoints: ['src/agent/opencode/plugin.ts'],
  outfile: join(dist, 'opencode-plugin.js'),
  format: 'esm',
})

// The library and its adapters. What they share is in files that they share, so that it is there once.
await build({
  ...common,
  entryPoints: {
    index: 'src/index.ts',
    'ai-sdk': 'src/library/ai-sdk/index.ts',
    'claude-agent-sdk': 'src/library/claude-agent-sdk/index.ts',
    langgraph: 'src/library/langgraph/index.ts',
  },
  outdir: dist,
  splitting: true,
  chunkNames: 'library-[hash]',
  external: [...common.external, ...peers],
  format: 'esm',
  define: { LEFTOFF_BUNDLED: 'true' },
})

await plugins(join(dist, 'plugins'))

if (!process.argv.includes('--no-types')) {
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
}
