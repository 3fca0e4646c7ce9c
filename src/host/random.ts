/** From the system; loaded at first use, because most commands make nothing new. */
export const randomBytes = (length: number): Uint8Array =>
  process.getBuiltinModule('node:crypto').randomBytes(length)
export const randomName = (): string => process.getBuiltinModule('node:crypto').randomUUID()
