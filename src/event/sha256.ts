// biome-ignore-all lint/style/noNonNullAssertion: every index here is within its array, and this runs cold at every hook
type Crypto = Pick<typeof import('node:crypto'), 'createHash'> & {
  readonly hash?: (algorithm: string, text: string) => string
}

/**
 * SHA-256. Node's own takes five milliseconds to load, an eighth of what a hook may cost; a handful of short texts is
 * hashed sooner than that by the code below. Whoever hashes more gets Node's.
 */
export const sha256 = (text: string): Uint8Array =>
  isFew(text) ? digestOfFew(Buffer.from(text)) : loaded().createHash('sha256').update(text).digest()

export function sha256Hex(text: string): string {
  if (isFew(text)) return Buffer.from(digestOfFew(Buffer.from(text))).toString('hex')
  const { hash, createHash } = loaded()
  // In one call where this Node has it, which takes two thirds of the time.
  return hash ? hash('sha256', text) : createHash('sha256').update(text).digest('hex')
}

/** About as many bytes as cost what loading the library costs. */
const FEW_BYTES = 12 * 1024
let hashed = 0
let crypto: Crypto | undefined

function isFew(text: string): boolean {
  hashed += text.length + 64
  return hashed <= FEW_BYTES
}

function loaded(): Crypto {
  // biome-ignore lint/style/noRestrictedGlobals: the only way to load a built-in late and synchronously; no state is read
  crypto ??= process.getBuiltinModule('node:crypto')
  return crypto
}

/** FIPS 180-4. Written for an interpreter that has not compiled it yet: no calls and no objects in its loops. */
export function digestOfFew(bytes: Uint8Array): Uint8Array {
  const padded = paddedTo64(bytes)
  const state = new Int32Array(ROOTS)
  const words = new Int32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    schedule(words, padded, block)
    mix(state, words)
  }
  const digest = new Uint8Array(32)
  for (let at = 0; at < 32; at += 1) digest[at] = state[at >> 2]! >>> (24 - 8 * (at & 3))
  return digest
}

/** A one bit, zeros, and the length in bits at the end of the last block. */
function paddedTo64(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  const padded = new Uint8Array(((length + 8) >> 6) * 64 + 64)
  padded.set(bytes)
  padded[length] = 0x80
  const end = padded.length
  padded[end - 5] = length >>> 29
  padded[end - 4] = length >>> 21
  padded[end - 3] = length >>> 13
  padded[end - 2] = length >>> 5
  padded[end - 1] = length << 3
  return padded
}

function schedule(w: Int32Array, bytes: Uint8Array, block: number): void {
  for (let t = 0, at = block; t < 16; t += 1, at += 4)
    w[t] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  for (let t = 16; t < 64; t += 1) {
    const x = w[t - 15]!
    const y = w[t - 2]!
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[t] = (w[t - 16]! + s0 + w[t - 7]! + s1) | 0
  }
}

function mix(state: Int32Array, w: Int32Array): void {
  const k = CONSTANTS
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let t = 0; t < 64; t += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const one = (h + s1 + ((e & f) ^ (~e & g)) + k[t]! + w[t]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const two = s0 + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  state[0] = state[0]! + a
  state[1] = state[1]! + b
  state[2] = state[2]! + c
  state[3] = state[3]! + d
  state[4] = state[4]! + e
  state[5] = state[5]! + f
  state[6] = state[6]! + g
  state[7] = state[7]! + h
}

/** The first bits of the fractions of the square roots of the first eight primes. */
const ROOTS = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
/** Of the cube roots of the first sixty-four. */
const CONSTANTS = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])
