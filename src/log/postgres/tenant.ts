import type { Projection } from '../event-log.ts'

/** Whose log, and the fold that goes with it. */
export interface Tenant<V> {
  readonly tenant: string
  readonly projection: Projection<V>
}
