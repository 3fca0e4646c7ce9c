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
import { join } from 'node:path'
import { fault } from '../host/fault.ts'
import { hasCode, privateFolder, syncFolder, unusableFolder } from '../host/private-file.ts'
import { randomName } from '../host/random.ts'
import { Problem } from '../problem.ts'
import { type Delivery, END, hasEnd, isDeliveryName, type QuarantinedDelivery, type Spool } from './spool.ts'

/** After this time the writer of an unfinished delivery is dead. */
const UNFINISHED_MS = 10 * 60 * 1000
const REASON = '.reason'

/** A maildir: deliveries are written under `tmp` and renamed into `new`. Those from the shell end with a marker. */
export class Maildir implements Spool {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async deliver(agent: string, payload: string): Promise<string> {
    this.#createFolders()
    const name = `${agent}.${randomName()}`
    writeFileSync(this.#path('tmp', name), payload, { flag: 'wx', mode: 0o600, flush: true })
    renameSync(this.#path('tmp', name), this.#path('new', name))
    syncFolder(join(this.#folder, 'new'))
    return name
  }

  async waiting(limit = Number.POSITIVE_INFINITY): Promise<readonly Delivery[]> {
    const names = this.#names('new')
    return names
      .flatMap((name) => {
        const file = this.#fileAt('new', name)
        return file ? [{ name, at: file.mtimeMs, bytes: file.size, agent: agentIn(name) }] : []
      })
      .sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
      .slice(0, limit)
  }

  async payload(delivery: Delivery): Promise<string | undefined> {
    try {
      const text = unlessGone(() => readFileSync(this.#path('new', delivery.name), 'utf8'))
      if (text === undefined || !hasEnd(delivery.name)) return text
      return text.endsWith(END) ? text.slice(0, -END.length) : undefined
    } catch (error) {
      // Belongs to another user, for example after sudo: it stays and blocks nothing.
      if (error instanceof Problem && hasCode(error.cause, 'EACCES')) return undefined
      throw error
    }
  }

  async remove(delivery: Delivery): Promise<void> {
    fault.at('drain.after-append')
    unlessGone(() => unlinkSync(this.#path('new', delivery.name)))
  }

  async quarantine(delivery: Delivery, reason: string): Promise<void> {
    this.#moveToQuarantine('new', delivery.name, reason)
  }

  async sweep(now: number): Promise<number> {
    let swept = 0
    for (const part of ['tmp', 'new'] as const)
      for (const name of this.#names(part)) {
        const file = this.#fileAt(part, name)
        if (!file || now - file.mtimeMs < UNFINISHED_MS || this.#isWhole(part, name)) continue
        this.#moveToQuarantine(part, name, 'the delivery was never finished')
        swept += 1
      }
    return swept
  }

  async quarantined(): Promise<readonly QuarantinedDelivery[]> {
    const names = this.#names('quarantine').filter((name) => !name.endsWith(REASON))
    return names.flatMap((name) => {
      const path = this.#path('quarantine', name)
      const file = unlessGone(() => lstatSync(path))
      if (!file?.isFile()) return []
      const reason = unlessGone(() => readFileSync(path + REASON, 'utf8'))
      return [{ name, at: file.mtimeMs, bytes: file.size, reason: reason?.trim() ?? 'unknown' }]
    })
  }

  /** Deletes unreadable deliveries. Only on request. */
  async purgeQuarantine(): Promise<number> {
    const names = this.#names('quarantine')
    for (const name of names) unlessGone(() => unlinkSync(this.#path('quarantine', name)))
    return names.filter((name) => !name.endsWith(REASON)).length
  }

  /** Writes the reason first, so that every payload in quarantine has one. */
  #moveToQuarantine(from: 'tmp' | 'new', name: string, reason: string): void {
    privateFolder(join(this.#folder, 'quarantine'))
    const target = this.#path('quarantine', isDeliveryName(name) ? name : `foreign.${randomName()}`)
    writeFileSync(target + REASON, `${reason}\n`, { mode: 0o600 })
    unlessGone(() => renameSync(join(this.#folder, from, name), target))
  }

  #isWhole(part: 'tmp' | 'new', name: string): boolean {
    if (part === 'tmp') return false
    return (
      !hasEnd(name) || unlessGone(() => readFileSync(this.#path(part, name)).at(-1)) === END.charCodeAt(0)
    )
  }

  #createFolders(): void {
    privateFolder(this.#folder)
    for (const part of ['tmp', 'new']) mkdirSync(join(this.#folder, part), { recursive: true, mode: 0o700 })
  }

  #path(part: 'tmp' | 'new' | 'quarantine', name: string): string {
    return join(this.#folder, part, name)
  }

  #names(part: 'tmp' | 'new' | 'quarantine'): readonly string[] {
    return unlessGone(() => readdirSync(join(this.#folder, part))) ?? []
  }

  /** Folders, links and pipes are not deliveries. */
  #fileAt(part: 'tmp' | 'new', name: string): Stats | undefined {
    const file = unlessGone(() => lstatSync(this.#path(part, name)))
    return file?.isFile() ? file : undefined
  }
}

const agentIn = (name: string): string => name.slice(0, Math.max(0, name.indexOf('.')))

/** Undefined if the file or the spool does not exist, for example because another process drained it. */
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
