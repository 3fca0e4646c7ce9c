type Crypto = typeof import('node:crypto')

/**
 * SHA-256. Node's own takes three to five milliseconds to load, an eighth of what a hook may cost; a handful of short
 * texts is hashed sooner than that by the code below. Whoever hashes more gets Node's.
 */
export const sha256 = (text: string): Uint8Array => digestOf(Buffer.from(text))
export const sha256Hex = (text: string): string => Buffer.from(sha256(text)).toString('hex')

/** About as many bytes as cost what loading the library costs. */
const FEW_BYTES = 16 * 1024
let hashed = 0
let crypto: Crypto | undefined

function digestOf(bytes: Uint8Array): Uint8Array {
  hashed += bytes.length + 64
  return hashed > FEW_BYTES ? loaded().createHash('sha256').update(bytes).digest() : digestOfFew(bytes)
}

function loaded(): Crypto {
  // biome-ignore lint/style/noRestrictedGlobals: the only way to load a built-in late and synchronously; no state is read
  crypto ??= process.getBuiltinModule('node:crypto')
  return crypto
}

/** FIPS 180-4, word by word. */
export function digestOfFew(bytes: Uint8Array): Uint8Array {
  const [state, constants] = beginnings()
  const padded = paddedTo64(bytes)
  const words = new Int32Array(64)
  const view = new DataView(padded.buffer)
  for (let block = 0; block < padded.length; block += 64) mix(state, constants, words, view, block)
  const digest = new Uint8Array(32)
  const out = new DataView(digest.buffer)
  state.forEach((word, index) => {
    out.setInt32(index * 4, word)
  })
  return digest
}

/** A one bit, zeros, and the length in bits at the end of the last block. */
function paddedTo64(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000))
  view.setUint32(padded.length - 4, bytes.length << 3)
  return padded
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

function mix(state: Int32Array, constants: Int32Array, w: Int32Array, view: DataView, block: number): void {
  for (let t = 0; t < 16; t += 1) w[t] = view.getInt32(block + t * 4)
  for (let t = 16; t < 64; t += 1) {
    const [x = 0, y = 0] = [w[t - 15], w[t - 2]]
    const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)
    const s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10)
    w[t] = ((w[t - 16] ?? 0) + s0 + (w[t - 7] ?? 0) + s1) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (constants[t] ?? 0) + (w[t] ?? 0)) | 0
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  const sums = [a, b, c, d, e, f, g, h]
  sums.forEach((word, index) => {
    state[index] = ((state[index] ?? 0) + word) | 0
  })
}

let known: readonly [Int32Array, Int32Array] | undefined

/** By definition the first bits of the fractions of the square and cube roots of the first primes. */
function beginnings(): readonly [Int32Array, Int32Array] {
  known ??= fromPrimes()
  return [known[0].slice(), known[1]]
}

function fromPrimes(): readonly [Int32Array, Int32Array] {
  const [roots, cubes] = [new Int32Array(8), new Int32Array(64)]
  let count = 0
  for (let n = 2; count < 64; n += 1) {
    if (!isPrime(n)) continue
    if (count < 8) roots[count] = fraction(Math.sqrt(n))
    cubes[count] = fraction(Math.cbrt(n))
    count += 1
  }
  return [roots, cubes]
}

const fraction = (root: number): number => ((root % 1) * 0x1_0000_0000) | 0

function isPrime(n: number): boolean {
  for (let k = 2; k * k <= n; k += 1) if (n % k === 0) return false
  return true
}
