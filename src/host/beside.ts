declare const LEFTOFF_BUNDLED: boolean

export const isBundled = (): boolean => typeof LEFTOFF_BUNDLED !== 'undefined'

const required = (): NodeJS.Require => process.getBuiltinModule('node:module').createRequire(import.meta.url)

/** A library that few commands need: bundled into a file of its own in a release, from its package while we develop. */
export const beside = <T>(file: string, packageName: string): T =>
  required()(isBundled() ? file : packageName) as T

/** Where a file lies that belongs to us or to a package. */
export const besidePath = (file: string): string => required().resolve(file)
