// Builds dist/: the command as CommonJS bundles (an ES module starts 7 ms later), packages that the command loads
// on demand, and the library as ES modules with types.

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
/** Optional frameworks that only users of the matching adapter install. */
const peers = Object.keys(peerDependencies)
// `--out` builds into another folder, so that a benchmark and a build in dist/ do not disturb each other.
const out = process.argv.indexOf('--out')
const dist = out < 0 ? join(root, 'dist') : resolve(process.argv[out + 1])
rmSync(dist, { recursive: true, force: true })

/** Our modules have no side effects, so a bundle contains only the modules that it uses. */
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
  // The oldest supported Node. For targets before 20.12, esbuild's output compiles all Unicode
  // patterns at startup.
  target: 'node20.16',
  mainFields: ['module', 'main'],
  external: ['@photostructure/sqlite'],
  logLevel: 'warning',
  legalComments: 'none',
  plugins: [nothingUnused],
  charset: 'ascii', // required by src/cli/code-cache.ts
}

// One bundle for each entry, because V8 scans the complete file before it runs the first line.
const parts = {
  hook: { entry: 'hook/main.ts' },
  cli: { entry: 'cli/app.ts' },
  mcp: { entry: 'mcp/main.ts' },
  chat: { entry: 'chat/main.ts' },
  // Built last: it contains a hash of the other bundles, which names their code cache (src/cli/code-cache.ts).
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

// Libraries that few commands need, loaded on demand (src/host/lazy-packages.ts).
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

// Compressed grammars: 20 MB become 1 MB (docs/design/decisions/0013-parsers.md).
const modules = join(root, 'node_modules')
const grammars = { 'web-tree-sitter': join(modules, 'web-tree-sitter/web-tree-sitter.wasm') }
for (const name of 'bash c-sharp cpp go java javascript php python ruby rust tsx typescript'.split(' '))
  grammars[name] = join(modules, `@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)
mkdirSync(join(dist, 'grammars'), { recursive: true })
for (const [name, file] of Object.entries(grammars)) {
  const packed = brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  writeFileSync(join(dist, 'grammars', `${name}.wasm.br`), packed)
}

// The plugin runs inside opencode. `leftoff init` inserts the paths of the machine into it.
await build({
  ...common,
  entryPoints: ['src/agent/opencode/plugin.ts'],
  outfile: join(dist, 'opencode-plugin.js'),
  format: 'esm',
})

// The library and its adapters, with shared chunks.
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
