import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import nodeModule from 'node:module'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'

/**
 * Node 20 uses our own code cache, whose files can be forged with the cache's public functions
 * (src/cli/code-cache.ts).
 */
export const hasOwnCache = !('enableCompileCache' in nodeModule)

/**
 * Replaces cached code with code that creates `marker`. V8 compares only the length of the source, so anyone who
 * can write to the cache can do this. Returns the number of forged files.
 */
export function plantCode(home: string, command: string, marker: string): number {
  const cache = join(home, 'cache')
  const files = readdirSync(cache)
    .flatMap((build) => readdirSync(join(cache, build)).map((name) => join(cache, build, name)))
    .filter((path) => /\/(?:hook|cli)\.cjs-[^/]+$/.test(path))
  for (const path of files) writeFileSync(path, forgedCache(partOf(path, command), marker))
  return files.length
}

const partOf = (path: string, command: string): string =>
  join(dirname(command), /[a-z]+\.cjs/.exec(path.slice(path.lastIndexOf('/')))?.[0] ?? '')

function forgedCache(part: string, marker: string): Buffer {
  const { length } = readFileSync(part, 'latin1')
  const write = `process.getBuiltinModule("node:fs").appendFileSync(${JSON.stringify(marker)},"run")`
  const code = `${write};if(!globalThis[${JSON.stringify(marker)}])process.reallyExit(0)`
  const source = `(function(exports,require,module,__filename,__dirname){${code.padEnd(length)}\n})`
  const script = new Script(source, { filename: part })
  Reflect.set(globalThis, marker, 'forging')
  script.runInThisContext()() // the cache contains only functions that ran
  rmSync(marker)
  const data = script.createCachedData()
  return Buffer.concat([data, data, Buffer.of(1)])
}
