import type { KnownEvent, KnownEventOf } from '../event/catalogue.ts'
import type { Fold } from './fold.ts'
import { languageOfFile } from './language.ts'
import { last } from './lists.ts'

interface UntestedEdit {
  readonly path: string
  readonly at: number
}

/** Whether the tests have passed since the code was changed. */
export interface Proof {
  /** Code files changed since tests last passed. */
  readonly unproven: readonly UntestedEdit[]
  readonly passedAt?: number
  readonly passedName?: string
}

const MAX_UNPROVEN = 50

export const proof: Fold<Proof> = {
  initial: { unproven: [] },
  apply(state, event) {
    if (event.type === 'file.changed') return afterEdit(state, event)
    return event.type === 'test.ran' && event.outcome === 'passed' ? afterPass(state, event) : state
  },
}

/** Prose needs no test. An event filled in from a transcript may be older than the current state. */
function afterEdit(state: Proof, event: KnownEventOf<'file.changed'>): Proof {
  const { path, at } = event
  if (languageOfFile(path) === undefined || (isLate(event) && at <= (state.passedAt ?? -1))) return state
  const others = state.unproven.filter((one) => one.path !== path)
  return { ...state, unproven: last([...others, { path, at }], MAX_UNPROVEN) }
}

function afterPass(state: Proof, event: KnownEventOf<'test.ran'>): Proof {
  const { at, name } = event
  if (isLate(event) && at < (state.passedAt ?? -1)) return state
  const unproven = isLate(event) ? state.unproven.filter((one) => one.at > at) : []
  return { unproven, passedAt: at, passedName: name }
}

const isLate = ({ via }: KnownEvent): boolean => via !== undefined
