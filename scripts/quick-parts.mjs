// What answers at every start, prompt and turn is loaded in a few milliseconds because it carries little: one client,
// and nothing of what only the whole hook does.

import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const AGENTS = ['claude-code', 'codex', 'gemini-cli', 'opencode']
const PARTS = ['start', 'first', 'turn', 'compaction']
const READS_LITTLE = new Set(['start', 'first'])

/** What these meet never or seldom: calls of tools, history, and what writes. */
const LEFT_OUT = [
  /agent[\\/][\w-]+[\\/]tools\.ts$/,
  /app[\\/]then\.ts$/,
  /search[\\/]sqlite[\\/](?:put|keep-shelf)\.ts$/,
]

/** In the place of each function one that throws: whatever a quick part throws, the whole hook answers instead. */
const declining = {
  name: 'declining',
  setup: ({ onLoad }) => {
    for (const filter of LEFT_OUT)
      onLoad({ filter }, ({ path }) => ({ contents: declinedIn(path), loader: 'ts' }))
  },
}

/** Whether a value fits, without a word on why not: the library that can tell takes half a millisecond to be there. */
const fitsAlone = {
  name: 'fits-alone',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^valibot$/ }, () => ({ path: join(root, 'src/hook/fits.ts'), sideEffects: false })),
}

/** Of the rules for secrets the keywords alone; the rest is in rules.cjs, for texts that hold one. */
const rulesAside = {
  name: 'rules-aside',
  setup: ({ onLoad }) => {
    onLoad({ filter: /redact[\\/]rule-detectors\.ts$/ }, async ({ path }) => ({
      contents: `import { Unloaded } from './detector.ts'
      export const ruleDetectors = [{
        keywords: ${JSON.stringify(await keywordsOfRules(path))}.split('\\n'),
        start() { throw new Unloaded() },
      }]`,
      resolveDir: dirname(path),
      loader: 'js',
    }))
    onLoad({ filter: /redact[\\/]whole\.ts$/ }, () => ({
      contents: `export const wholeRedactor = (literals) => require('./rules.cjs').wholeRedactor(literals)`,
      loader: 'js',
    }))
  },
}

/**
 * What reads databases, for those that mostly need none: where nothing was written since a brief was prepared, a start
 * and a first prompt open no log.
 */
const readerAside = {
  name: 'reader-aside',
  setup: ({ onLoad }) =>
    onLoad({ filter: /sqlite[\\/](?:view-reader|sqlite-index)\.ts$/ }, ({ path }) => {
      const name = path.endsWith('view-reader.ts') ? 'ViewReader' : 'SqliteIndex'
      const contents = `export function ${name}(...words) { return new (require('./reader.cjs').${name})(...words) }`
      return { contents, loader: 'js' }
    }),
}

/** In files of their own, for the parts that seldom need them. */
export const partsAside = {
  rules: "export { wholeRedactor } from './src/redact/whole.ts'",
  reader: `export { ViewReader } from './src/log/sqlite/view-reader.ts'
  export { SqliteIndex } from './src/search/sqlite/sqlite-index.ts'`,
}

let keywords
function keywordsOfRules(path) {
  keywords ??= madeKeywords(path)
  return keywords
}

async function madeKeywords(path) {
  const outfile = join(root, 'node_modules', '.cache', `leftoff-rules-${process.pid}.mjs`)
  await build({ entryPoints: [path], outfile, bundle: true, format: 'esm', logLevel: 'warning' })
  const { ruleDetectors } = await import(pathToFileURL(outfile).href)
  rmSync(outfile)
  return [...new Set(ruleDetectors.flatMap((one) => one.keywords))].join('\n')
}

export const quickParts = Object.fromEntries(
  AGENTS.flatMap((agent) =>
    PARTS.map((part) => [
      `${part}-${agent}`,
      {
        entry: `hook/${part}-only.ts`,
        plugins: [
          onlyAgent(agent),
          declining,
          fitsAlone,
          rulesAside,
          ...(READS_LITTLE.has(part) ? [readerAside] : []),
        ],
      },
    ]),
  ),
)

/** Of all the clients this one alone: the others took a millisecond to load. */
function onlyAgent(agent) {
  return {
    name: 'only-agent',
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/]src[\\/]agent[\\/]agents\.ts$/ }, ({ path }) => ({
        contents: `import * as all from './${agent}/index.ts'
        export const agents = new Map(Object.values(all).map((agent) => [agent.name, agent]))`,
        resolveDir: dirname(path),
        loader: 'ts',
      })),
  }
}

function declinedIn(path) {
  const source = readFileSync(path, 'utf8')
  const names = [...source.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name)
  return names
    .map((name) => `export const ${name} = (): never => { throw new Error('this needs the whole hook') }`)
    .join('\n')
}
