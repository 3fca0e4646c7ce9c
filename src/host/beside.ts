declare const LEFTOFF_BUNDLED: boolean

/** A library that few commands need: bundled into a file of its own in a release, from its package while we develop. */
export function beside<T>(file: string, packageName: string): T {
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.url)
  const isBundled = typeof LEFTOFF_BUNDLED !== 'undefined'
  return require(isBundled ? file : packageName) as T
}
