import { readFileSync } from 'node:fs'

/** From the system; loaded at first use, because most commands make nothing new. */
export const randomBytes = (length: number): Uint8Array =>
  process.getBuiltinModule('node:crypto').randomBytes(length)

/**
 * Linux gives a fresh one with every read of this file, in a hundredth of the time that loading a library takes. As UTF-8
 * Node reads a small file by itself, in a tenth of the time of any other form.
 */
export function randomName(): string {
  const told = process.platform === 'linux' ? kernelUuid() : undefined
  return told ?? process.getBuiltinModule('node:crypto').randomUUID()
}

function kernelUuid(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/uuid', 'utf8').trim() || undefined
  } catch {
    return undefined // no /proc here
  }
}
