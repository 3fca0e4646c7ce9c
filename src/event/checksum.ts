/**
 * 53 bits that change when a bit of the text does. It guards views against damage, where a cryptographic hash would
 * cost every reader the loading of one; what vouches for events is their chain. This loop runs cold at every start, so
 * it takes four bytes at a time in two lanes, with one multiplication each: letter by letter it took four times as long.
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
  // No step loses anything, so a change in one lane always shows in the 32 bits that are kept whole.
  high = imul(high ^ bytes.length, 0xc2b2ae35)
  high ^= high >>> 16
  low = imul(low ^ high, 0x27d4eb2f)
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0)
}

/** As many pairs of words as the bytes fill, the last one with zeros. */
function wordsIn(bytes: Buffer): Int32Array {
  const whole = new Uint8Array(Math.ceil(bytes.length / 8) * 8)
  whole.set(bytes)
  return new Int32Array(whole.buffer)
}
