/** 53-bit non-cryptographic hash (cyrb53), enough to distinguish the parts of one session. */
export function fingerprint(text: string): number {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  // Never returns zero, which marks an empty slot.
  return 4294967296 * (2097151 & b) + (a >>> 0) || 1
}

const FULL = 0.6

/** Counts by fingerprint, 16 bytes each. A set of strings would exhaust memory on a multi-gigabyte transcript. */
export class Fingerprints {
  #keys = new Float64Array(1024)
  #values = new Float64Array(1024)
  #count = 0

  get(key: number): number {
    const slot = this.#slotOf(key)
    return this.#keys[slot] === 0 ? 0 : (this.#values[slot] ?? 0)
  }

  set(key: number, value: number): void {
    this.#put(key, value)
    if (this.#count > this.#keys.length * FULL) this.#grow()
  }

  /** Increments the count and returns the previous one. */
  add(text: string): number {
    const key = fingerprint(text)
    const before = this.get(key)
    this.set(key, before + 1)
    return before
  }

  #slotOf(key: number): number {
    const mask = this.#keys.length - 1
    let slot = (key % 4294967296) & mask
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  #put(key: number, value: number): void {
    const slot = this.#slotOf(key)
    if (this.#keys[slot] === 0) this.#count += 1
    this.#keys[slot] = key
    this.#values[slot] = value
  }

  #grow(): void {
    const keys = this.#keys
    const values = this.#values
    this.#keys = new Float64Array(keys.length * 2)
    this.#values = new Float64Array(keys.length * 2)
    this.#count = 0
    keys.forEach((key, at) => {
      if (key !== 0) this.#put(key, values[at] ?? 0)
    })
  }
}
