type Crypto = typeof import('node:crypto')

let crypto: Crypto | undefined

/** Loaded at the first hash: it takes three milliseconds, and what only reads a list needs none. */
function loaded(): Crypto {
  // biome-ignore lint/style/noRestrictedGlobals: the only way to load a built-in late and synchronously; no state is read
  crypto ??= process.getBuiltinModule('node:crypto')
  return crypto
}

export const sha256 = (text: string): Uint8Array => loaded().createHash('sha256').update(text).digest()
export const sha256Hex = (text: string): string => loaded().createHash('sha256').update(text).digest('hex')
