import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../host/clock.ts'
import { fault } from '../host/fault-injection.ts'
import { hasCode, privateFolder, syncFolder, unusableFolder } from '../host/private-file.ts'
import { randomName } from '../host/random.ts'
import { readOwnFile } from '../host/regular-file.ts'
import { Problem } from '../problem.ts'
import {
  type Delivery,
  END,
  hasEnd,
  isDeliveryName,
  type QuarantinedDelivery,
  type QuarantineEntry,
  type Spool,
} from './spool.ts'

/** If a delivery is still unfinished after this time, its writer is presumed dead. */
const UNFINISHED_MS = 10 * 60 * 1000
/** If a payload is still held after this time, its hook is presumed dead, because no client waits longer. */
const ABANDONED_MS = 60 * 1000
/** Payloads larger than this are quarantined without their text. */
const MAX_SWEPT_BYTES = 16 * 1024 * 1024
const REASON = '.reason'
const PARTS = ['tmp', 'new', 'quarantine'] as const
type SpoolPart = (typeof PARTS)[number]

/**
 * A maildir: deliveries are written to `tmp` and renamed into `new`. The shell writes to `new` and ends a delivery
 * with a marker. A hook that replies holds its payload in `tmp` until it is stored, so that a killed hook loses
 * nothing.
 */
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

  /** Keeps a payload in the spool while this process handles it. Returns its name. */
  hold(agent: string, payload: string): string {
    this.#createFolders()
    const name = `${agent}.sh-${randomName()}`
    writeFileSync(this.#path('tmp', name), payload + END, { flag: 'wx', mode: 0o600 })
    return name
  }

  /** The held payload; undefined if it is unfinished or gone. */
  held(name: string): string | undefined {
    if (!this.#fileAt('tmp', name)) return undefined
    const text = unlessGone(() => readFileSync(this.#path('tmp', name), 'utf8'))
    return text === undefined ? undefined : withoutEnd(text)
  }

  /** Removes a held payload after it was stored in the log. */
  release(name: string): void {
    unlessGone(() => unlinkSync(this.#path('tmp', name)))
  }

  async waiting(limit = Number.POSITIVE_INFINITY): Promise<readonly Delivery[]> {
    this.#deliverAbandoned()
    return this.#names('new')
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
      return text === undefined || !hasEnd(delivery.name) ? text : withoutEnd(text)
    } catch (error) {
      // The file belongs to another user, for example after sudo. It is kept and does not block the drain.
      if (error instanceof Problem && hasCode(error.cause, 'EACCES')) return undefined
      throw error
    }
  }

  async remove(delivery: Delivery): Promise<void> {
    fault.at('drain.after-append')
    unlessGone(() => unlinkSync(this.#path('new', delivery.name)))
  }

  async quarantine(delivery: Delivery, entry: QuarantineEntry): Promise<void> {
    this.#moveToQuarantine('new', delivery.name, entry)
  }

  async sweep(now: number, redact: (payload: string) => string): Promise<number> {
    let swept = 0
    for (const part of ['tmp', 'new'] as const)
      for (const name of this.#names(part)) {
        const file = this.#fileAt(part, name)
        if (!file || now - file.mtimeMs < UNFINISHED_MS || this.#isWhole(part, name)) continue
        const isSmall = file.size <= MAX_SWEPT_BYTES
        const raw = isSmall ? unlessGone(() => readFileSync(this.#path(part, name), 'utf8')) : undefined
        const text = raw === undefined ? {} : { text: redact(raw) }
        this.#moveToQuarantine(part, name, { reason: 'the delivery was never finished', ...text })
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
      const reason = readOwnFile(path + REASON)
      return [{ name, at: file.mtimeMs, bytes: file.size, reason: reason?.trim() ?? 'unknown' }]
    })
  }

  /** Deletes all quarantined deliveries. Called only when the user requests it. */
  async purgeQuarantine(): Promise<number> {
    const names = this.#names('quarantine')
    for (const name of names) unlessGone(() => unlinkSync(this.#path('quarantine', name)))
    return names.filter((name) => !name.endsWith(REASON)).length
  }

  /** Turns held payloads whose hook was killed into deliveries. */
  #deliverAbandoned(): void {
    const before = systemClock.now() - ABANDONED_MS
    for (const name of this.#names('tmp').filter(hasEnd)) {
      const file = this.#fileAt('tmp', name)
      if (file && file.mtimeMs < before && this.#isWhole('tmp', name))
        unlessGone(() => renameSync(this.#path('tmp', name), this.#path('new', name)))
    }
  }

  /** Deletes every file of the spool that is not newer than `until` and contains content to be forgotten. */
  async removeTraces(isTrace: (text: string) => boolean, until: number): Promise<number> {
    const found = PARTS.flatMap((part) => this.#names(part).map((name) => ({ part, name })))
    const traces = found.filter((one) => this.#isOldTrace(one, isTrace, until))
    for (const { part, name } of traces)
      for (const suffix of ['', REASON]) unlessGone(() => unlinkSync(this.#path(part, name + suffix)))
    return traces.filter(({ name }) => !name.endsWith(REASON)).length
  }

  /** False for a newer file, and for one that belongs to another user. */
  #isOldTrace(
    { part, name }: { readonly part: SpoolPart; readonly name: string },
    isTrace: (text: string) => boolean,
    until: number,
  ): boolean {
    const file = this.#fileAt(part, name)
    if (!file || file.mtimeMs > until) return false
    // Such a file would never be ingested and is too large to search.
    if (file.size > MAX_SWEPT_BYTES) return true
    try {
      return isTrace(readFileSync(this.#path(part, name), 'utf8'))
    } catch (error) {
      if (hasCode(error, 'ENOENT') || hasCode(error, 'EACCES')) return false
      throw unusableFolder(errorPath(error), error)
    }
  }

  async expireQuarantine(before: number): Promise<number> {
    try {
      const old = this.#names('quarantine').filter((name) => {
        const file = unlessGone(() => lstatSync(this.#path('quarantine', name)))
        return file !== undefined && file.mtimeMs < before
      })
      for (const name of old) unlessGone(() => unlinkSync(this.#path('quarantine', name)))
      return old.filter((name) => !name.endsWith(REASON)).length
    } catch (error) {
      // A quarantine that belongs to another user or cannot be changed must not stop a drain.
      if (error instanceof Problem) return 0
      throw error
    }
  }

  /** Writes the reason first, so that every entry in quarantine has one. The original payload is never moved there. */
  #moveToQuarantine(from: 'tmp' | 'new', name: string, { reason, text = '' }: QuarantineEntry): void {
    if (!this.#fileAt(from, name)) return
    privateFolder(join(this.#folder, 'quarantine'))
    const target = this.#path('quarantine', isDeliveryName(name) ? name : `foreign.${randomName()}`)
    for (const path of [target + REASON, target]) rmSync(path, { recursive: true, force: true })
    writeFileSync(target + REASON, `${reason}\n`, { mode: 0o600 })
    writeFileSync(target, text, { mode: 0o600, flush: true })
    unlessGone(() => unlinkSync(join(this.#folder, from, name)))
  }

  #isWhole(part: 'tmp' | 'new', name: string): boolean {
    if (!hasEnd(name)) return part === 'new'
    return unlessGone(() => lastByte(this.#path(part, name))) === END.charCodeAt(0)
  }

  #createFolders(): void {
    privateFolder(this.#folder)
    for (const part of ['tmp', 'new']) mkdirSync(join(this.#folder, part), { recursive: true, mode: 0o700 })
  }

  #path(part: SpoolPart, name: string): string {
    return join(this.#folder, part, name)
  }

  #names(part: SpoolPart): readonly string[] {
    return unlessGone(() => readdirSync(join(this.#folder, part))) ?? []
  }

  /** Folders, links, pipes and files that belong to other users are not deliveries. */
  #fileAt(part: SpoolPart, name: string): Stats | undefined {
    const file = unlessGone(() => lstatSync(this.#path(part, name)))
    return file?.isFile() && file.uid === (process.geteuid?.() ?? file.uid) ? file : undefined
  }
}

const withoutEnd = (text: string): string | undefined =>
  text.endsWith(END) ? text.slice(0, -END.length) : undefined

function lastByte(path: string): number | undefined {
  const file = openSync(path, 'r')
  try {
    const byte = Buffer.alloc(1)
    return readSync(file, byte, 0, 1, Math.max(0, fstatSync(file).size - 1)) === 1 ? byte[0] : undefined
  } finally {
    closeSync(file)
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
