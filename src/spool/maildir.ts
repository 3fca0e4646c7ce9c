import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { below } from '../host/below.ts'
import { fault } from '../host/fault.ts'
import { hasCode, privateFolder, syncFolder, unusableFolder } from '../host/private-file.ts'
import { randomName } from '../host/random.ts'
import { Problem } from '../problem.ts'
import { type Delivery, END, hasEnd, isDeliveryName, type QuarantinedDelivery, type Spool } from './spool.ts'

/** After this time the writer of an unfinished delivery is dead. */
const UNFINISHED_MS = 10 * 60 * 1000
const REASON = '.reason'

/** A maildir: deliveries are written under `tmp` and renamed into `new`; those of the shell end with a marker instead. */
export class Maildir implements Spool {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async deliver(agent: string, payload: string): Promise<string> {
    this.#prepare()
    const name = `${agent}.${randomName()}`
    writeFileSync(this.#path('tmp', name), payload, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(this.#path('tmp', name), this.#path('new', name))
    syncFolder(below(this.#folder, 'new'))
    return name
  }

  async waiting(limit = Number.POSITIVE_INFINITY): Promise<readonly Delivery[]> {
    const names = this.#names('new')
    return names
      .flatMap((name) => {
        const found = this.#fileAt('new', name)
        return found ? [{ name, at: found.mtimeMs, bytes: found.size, agent: agentIn(name) }] : []
      })
      .sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
      .slice(0, limit)
  }

  async payload(delivery: Delivery): Promise<string | undefined> {
    try {
      const found = unlessGone(() => readFileSync(this.#path('new', delivery.name), 'utf8'))
      if (found === undefined || !hasEnd(delivery.name)) return found
      return found.endsWith(END) ? found.slice(0, -END.length) : undefined
    } catch (error) {
      // Another user's, by sudo for example: it stays for that user and blocks nothing.
      if (error instanceof Problem && hasCode(error.cause, 'EACCES')) return undefined
      throw error
    }
  }

  async remove(delivery: Delivery): Promise<void> {
    fault.at('drain.after-append')
    unlessGone(() => unlinkSync(this.#path('new', delivery.name)))
  }

  async quarantine(delivery: Delivery, reason: string): Promise<void> {
    this.#setAside('new', delivery.name, reason)
  }

  async sweep(now: number): Promise<number> {
    let swept = 0
    for (const part of ['tmp', 'new'] as const)
      for (const name of this.#names(part)) {
        const begun = this.#fileAt(part, name)
        if (!begun || now - begun.mtimeMs < UNFINISHED_MS || this.#isWhole(part, name)) continue
        this.#setAside(part, name, 'the delivery was never finished')
        swept += 1
      }
    return swept
  }

  async quarantined(): Promise<readonly QuarantinedDelivery[]> {
    const names = this.#names('quarantine').filter((name) => !name.endsWith(REASON))
    return names.flatMap((name) => {
      const path = this.#path('quarantine', name)
      const found = unlessGone(() => lstatSync(path))
      if (!found?.isFile()) return []
      const reason = unlessGone(() => readFileSync(path + REASON, 'utf8'))
      return [{ name, at: found.mtimeMs, bytes: found.size, reason: reason?.trim() ?? 'unknown' }]
    })
  }

  /** Deletes unreadable deliveries. Only on request. */
  async purgeQuarantine(): Promise<number> {
    const names = this.#names('quarantine')
    for (const name of names) unlessGone(() => unlinkSync(this.#path('quarantine', name)))
    return names.filter((name) => !name.endsWith(REASON)).length
  }

  /** Writes the reason first, so that no payload is in quarantine without one. */
  #setAside(from: 'tmp' | 'new', name: string, reason: string): void {
    privateFolder(below(this.#folder, 'quarantine'))
    const aside = this.#path('quarantine', isDeliveryName(name) ? name : `foreign.${randomName()}`)
    writeFileSync(aside + REASON, `${reason}\n`, { mode: 0o600 })
    unlessGone(() => renameSync(below(this.#folder, from, name), aside))
  }

  #isWhole(part: 'tmp' | 'new', name: string): boolean {
    if (part === 'tmp') return false
    return (
      !hasEnd(name) || unlessGone(() => readFileSync(this.#path(part, name)).at(-1)) === END.charCodeAt(0)
    )
  }

  #prepare(): void {
    privateFolder(this.#folder)
    for (const part of ['tmp', 'new']) mkdirSync(below(this.#folder, part), { recursive: true, mode: 0o700 })
  }

  #path(part: 'tmp' | 'new' | 'quarantine', name: string): string {
    return below(this.#folder, part, name)
  }

  #names(part: 'tmp' | 'new' | 'quarantine'): readonly string[] {
    return unlessGone(() => readdirSync(below(this.#folder, part))) ?? []
  }

  /** Folders, links and pipes are not deliveries. */
  #fileAt(part: 'tmp' | 'new', name: string): Stats | undefined {
    const found = unlessGone(() => lstatSync(this.#path(part, name)))
    return found?.isFile() ? found : undefined
  }
}

const agentIn = (name: string): string => name.slice(0, Math.max(0, name.indexOf('.')))

/** Undefined where the file or the spool does not exist, for example because another process drained it. */
function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw unusableFolder(errorPath(error), error)
  }
}

const errorPath = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'path' in error ? String(error.path) : 'spool'
