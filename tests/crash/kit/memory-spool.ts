import type { Delivery, QuarantinedDelivery, QuarantineEntry, Spool } from '../../../src/spool/spool.ts'

/** An in-memory spool that a test can inspect. */
export class MemorySpool implements Spool {
  readonly waits = new Map<string, string>()
  readonly aside = new Map<string, string>()

  #delivered = 0

  async deliver(agent: string, payload: string): Promise<string> {
    const name = `${agent}.delivery-${this.#delivered++}`
    this.waits.set(name, payload)
    return name
  }

  async waiting(limit = Number.POSITIVE_INFINITY): Promise<readonly Delivery[]> {
    const all = [...this.waits].map(([name, payload]) => ({
      name,
      agent: name.slice(0, name.indexOf('.')),
      at: Date.now(),
      bytes: payload.length,
    }))
    return all.slice(0, limit)
  }

  async payload({ name }: Delivery): Promise<string | undefined> {
    return this.waits.get(name)
  }

  async remove({ name }: Delivery): Promise<void> {
    this.waits.delete(name)
  }

  async quarantine({ name }: Delivery, { reason }: QuarantineEntry): Promise<void> {
    this.waits.delete(name)
    this.aside.set(name, reason)
  }

  async sweep(): Promise<number> {
    return 0
  }

  async expireQuarantine(): Promise<number> {
    return 0
  }

  async quarantined(): Promise<readonly QuarantinedDelivery[]> {
    return [...this.aside].map(([name, reason]) => ({ name, reason, at: 0, bytes: 0 }))
  }
}
