/**
 * 53 bits that change when a bit of the text does. It guards views against damage, where a cryptographic hash would
 * cost every reader the loading of one; what vouches for events is their chain. Over words of four bytes, because this
 * loop runs cold at every start: letter by letter it took three times as long.
 */
export function checksum(text: string): number {
  const bytes = Buffer.from(text)
  const words = wordsIn(bytes)
  let high = 0x9e3779b9
  let low = 0x85ebca6b
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? 0
    high = Math.imul(high ^ word, 0x01000193)
    low = Math.imul(low ^ word, 0x5bd1e995) ^ (low >>> 15)
  }
  for (let i = words.length * 4; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0
    high = Math.imul(high ^ byte, 0x01000193)
    low = Math.imul(low ^ byte, 0x5bd1e995) ^ (low >>> 15)
  }
  high = Math.imul(high ^ (high >>> 16), 0xc2b2ae35) ^ bytes.length
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0)
}

/** A view of whole words must begin at one; Node lays small buffers side by side, today at multiples of eight. */
function wordsIn(bytes: Buffer): Int32Array {
  const whole = bytes.length >> 2
  if (bytes.byteOffset % 4 === 0) return new Int32Array(bytes.buffer, bytes.byteOffset, whole)
  return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + whole * 4))
}
