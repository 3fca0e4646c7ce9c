/**
 * 53 bits that change when a bit of the text does. It guards views against damage, where a cryptographic hash would
 * cost every reader the loading of one; what vouches for events is their chain.
 */
export function checksum(text: string): number {
  let high = 0x9e3779b9
  let low = 0x85ebca6b
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ unit, 0x5bd1e995) ^ (low >>> 15)
  }
  high = Math.imul(high ^ (high >>> 16), 0xc2b2ae35) ^ text.length
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0)
}
