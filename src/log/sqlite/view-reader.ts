import type { SessionId } from '../../event/identity.ts'
import { fileSystemType } from '../../host/file-system.ts'
import type { Head, Projection, Viewed, ViewQuery } from '../event-log.ts'
import type { Connection } from './driver.ts'
import { thisRelease } from './migrate.ts'
import { open } from './open.ts'
import { headsOf, viewOf, viewsOf } from './views.ts'

/**
 * The views alone, for what must start fast: it brings no fold, so a view that would have to be folded again is
 * thrown as an error, and the caller turns to the whole log. The log is opened with every check there is.
 */
export class ViewReader<V> {
  readonly #path: string
  readonly #noFold: Projection<never>
  #connection: Connection | undefined

  constructor(path: string, shape: number) {
    this.#path = path
    this.#noFold = { ...NO_FOLD, shape }
  }

  view(session: SessionId): Viewed<V> | undefined {
    return viewOf<V>(this.#db(), this.#noFold, session)
  }

  views(query: ViewQuery): readonly Viewed<V>[] {
    return viewsOf<V>(this.#db(), this.#noFold, query)
  }

  heads(query: ViewQuery): readonly Head[] {
    return headsOf(this.#db(), query)
  }

  close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }

  #db(): Connection {
    this.#connection ??= open({ path: this.#path, busyMs: 1000, release: thisRelease, fileSystemType })
    return this.#connection
  }
}

const refuse = (): never => {
  throw new Error('a view must be folded again, and there is no fold here')
}

/** `initial` is never asked for where there is no fold to begin with. */
const NO_FOLD = { initial: undefined as never, apply: refuse, keys: refuse }
