import { existsSync } from 'node:fs'
import type { Prepared, Ready } from '../../brief/prepared.ts'
import { type Connection, connect } from '../../log/sqlite/driver.ts'
import { INDEX_VERSION } from './version.ts'

const BUSY_MS = 100

/** What was prepared for the starts of sessions, for those who need nothing else of the index. */
export class PreparedReader {
  readonly #path: string
  #connection: Connection | undefined

  constructor(path: string) {
    this.#path = path
  }

  prepared(place: string): Prepared | undefined {
    return this.#ask((db) => preparedAt(db, place))
  }

  ready(place: string): readonly Ready[] {
    return this.#ask((db) => readyAt(db, place)) ?? []
  }

  #ask<T>(question: (db: Connection) => T | undefined): T | undefined {
    if (!this.#connection && !existsSync(this.#path)) return undefined
    this.#connection ??= connect(this.#path, { readOnly: true, busyMs: BUSY_MS })
    return isOurs(this.#connection) ? question(this.#connection) : undefined
  }
}

const isOurs = (db: Connection): boolean =>
  Number(db.prepare('PRAGMA user_version').get()?.user_version) === INDEX_VERSION

export function preparedAt(db: Connection, place: string): Prepared | undefined {
  const row = db.prepare('SELECT doc FROM prepared WHERE place = ?').get(place)
  return row && (JSON.parse(String(row.doc)) as Prepared)
}

export function readyAt(db: Connection, place: string): readonly Ready[] {
  const row = db.prepare('SELECT ready FROM prepared WHERE place = ?').get(place)
  return row ? (JSON.parse(String(row.ready)) as readonly Ready[]) : []
}
