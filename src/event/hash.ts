import { createHash } from 'node:crypto'

export const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest()
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * A 53-bit checksum that detects damage to a stored view. It is part of the on-disk format and not cryptographic:
 * the hash chain protects events. It reads four bytes at a time in two lanes, because every startup checks views.
 */
export function checksum(text: string): number {
  const bytes = Buffer.from(text)
  const words = wordsIn(bytes)
  const { length } = words
  const { imul } = Math
  let high = 0x9e3779b9
  let low = 0x85ebca6b
  for (let i = 0; i < length; i += 2) {
    high = imul(high ^ (words[i] ?? 0), 0x85ebca6b)
    high ^= high >>> 15
    low = imul(low ^ (words[i + 1] ?? 0), 0x5bd1e995)
    low ^= low >>> 13
  }
  // Every step is reversible, so a change in one lane always changes the low 32 bits.
  high = imul(high ^ bytes.length, 0xc2b2ae35)
  high ^= high >>> 16
  low = imul(low ^ high, 0x27d4eb2f)
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0)
}

/** The bytes as pairs of 32-bit words, padded with zeros. */
function wordsIn(bytes: Buffer): Int32Array {
  const whole = new Uint8Array(Math.ceil(bytes.length / 8) * 8)
  whole.set(bytes)
  return new Int32Array(whole.buffer)
}
