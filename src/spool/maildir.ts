import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fault } from '../host/fault.ts'
import { hasCode, privateFolder, syncFolder } from '../host/private-file.ts'
import { type Delivery, isDeliveryName, type Quarantined, type Spool } from './spool.ts'

/** A delivery that was begun and not finished after so long will not be: its writer is dead. */
const UNFINISHED_MS = 10 * 60 * 1000
const REASON = '.reason'

/** A maildir: written under `tmp`, renamed into `new`, so that what is seen is whole. */
export class Maildir implements Spool {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async deliver(agent: string, payload: string): Promise<string> {
    const name = `${agent}.${randomUUID()}`
    this.#prepare()
    const file = openSync(this.#path('tmp', name), 'wx', 0o600)
    try {
      writeSync(file, payload)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    await rename(this.#path('tmp', name), this.#path('new', name))
    syncFolder(join(this.#folder, 'new'))
    return name
  }

  async waiting(limit = Number.POSITIVE_INFINITY): Promise<readonly Delivery[]> {
    const names = await this.#names('new')
    const dated = await Promise.all(
      names.map(async (name) => ({ name, at: await this.#timeOf('new', name) })),
    )
    return dated
      .flatMap(({ name, at }) => (at === undefined ? [] : [{ name, at, agent: agentIn(name) }]))
      .sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
      .slice(0, limit)
  }

  payload = (delivery: Delivery): Promise<string | undefined> =>
    unlessGone(readFile(this.#path('new', delivery.name), 'utf8'))

  async remove(delivery: Delivery): Promise<void> {
    fault.at('drain.after-append')
    await unlessGone(unlink(this.#path('new', delivery.name)))
  }

  quarantine = (delivery: Delivery, reason: string): Promise<void> =>
    this.#setAside('new', delivery.name, reason)

  async sweep(now: number): Promise<number> {
    let swept = 0
    for (const name of await this.#names('tmp')) {
      const at = await this.#timeOf('tmp', name)
      if (at === undefined || now - at < UNFINISHED_MS) continue
      await this.#setAside('tmp', name, 'the delivery was begun and never finished')
      swept += 1
    }
    return swept
  }

  async quarantined(): Promise<readonly Quarantined[]> {
    const names = (await this.#names('quarantine')).filter((name) => !name.endsWith(REASON))
    return Promise.all(
      names.map(async (name) => {
        const path = this.#path('quarantine', name)
        const found = await stat(path)
        const reason = await unlessGone(readFile(path + REASON, 'utf8'))
        return { name, at: found.mtimeMs, bytes: found.size, reason: reason?.trim() ?? 'unknown' }
      }),
    )
  }

  /** The reason is written first: a payload never lies in quarantine without one. */
  async #setAside(from: 'tmp' | 'new', name: string, reason: string): Promise<void> {
    privateFolder(join(this.#folder, 'quarantine'))
    const aside = this.#path('quarantine', isDeliveryName(name) ? name : `foreign.${randomUUID()}`)
    await writeFile(aside + REASON, `${reason}\n`, { mode: 0o600 })
    await unlessGone(rename(join(this.#folder, from, name), aside))
  }

  #prepare(): void {
    privateFolder(this.#folder)
    for (const part of ['tmp', 'new']) mkdirSync(join(this.#folder, part), { recursive: true, mode: 0o700 })
  }

  #path(part: 'tmp' | 'new' | 'quarantine', name: string): string {
    return join(this.#folder, part, name)
  }

  async #names(part: 'tmp' | 'new' | 'quarantine'): Promise<readonly string[]> {
    return (await unlessGone(readdir(join(this.#folder, part)))) ?? []
  }

  async #timeOf(part: 'tmp' | 'new', name: string): Promise<number | undefined> {
    const found = await unlessGone(stat(this.#path(part, name)))
    return found?.mtimeMs
  }
}

const agentIn = (name: string): string => name.slice(0, Math.max(0, name.indexOf('.')))

/** Another process may have taken it: that is no error, the work is done. */
async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
