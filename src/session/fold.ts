import {
  catalogue,
  type EventType,
  type EventTypeIn,
  type KnownEvent,
  type KnownEventOf,
} from '../event/catalogue.ts'
import type { EventDefinition, EventFamily } from '../event/define.ts'
import { once } from '../once.ts'

/** A pure function from events to a view, one event at a time. */
export interface Fold<S> {
  readonly initial: S
  apply(state: S, event: KnownEvent): S
}

type Handler<S, T extends EventType> = (state: S, event: KnownEventOf<T>) => S
/** One handler for every event type. A new event type without a handler does not compile. */
type Handlers<S> = { readonly [T in EventType]: Handler<S, T> }

/** Builds the handlers at the first event, because a process that only reads views does not need them. */
export function fold<S>(initial: S, handlers: () => Handlers<S>): Fold<S> {
  const made = once(handlers)
  return {
    initial,
    apply(state, event) {
      // The mapped type guarantees that each handler accepts its event type, but TypeScript cannot infer it.
      const handler = made()[event.type] as (state: S, event: KnownEvent) => S
      return handler(state, event)
    },
  }
}

const unchanged = <S>(state: S): S => state

type Unchanged<T extends EventType> = { readonly [K in T]: <S>(state: S) => S }

/** The handlers for event families and individual event types that a fold deliberately ignores. */
export function unchangedBy<F extends EventFamily, T extends EventType = never>(
  families: readonly F[],
  types: readonly T[] = [],
): Unchanged<EventTypeIn<F> | T> {
  const ignored: ReadonlySet<string> = new Set([...families, ...types])
  const isIgnored = ({ type, family }: EventDefinition) => ignored.has(type) || ignored.has(family)
  const entries = catalogue.filter(isIgnored).map(({ type }) => [type, unchanged])
  return Object.fromEntries(entries) as Unchanged<EventTypeIn<F> | T>
}

/** Combines several folds over the same events. */
export function combine<S extends object>(parts: { readonly [K in keyof S]: Fold<S[K]> }): Fold<S> {
  const keys = Object.keys(parts) as (keyof S)[]
  return {
    initial: Object.fromEntries(keys.map((key) => [key, parts[key].initial])) as S,
    apply(state, event) {
      let next = state
      for (const key of keys) {
        const part = parts[key].apply(state[key], event)
        if (part !== state[key]) next = { ...next, [key]: part }
      }
      return next
    },
  }
}

/** Appends the new items without duplicates, and drops the oldest items beyond `most`. */
export function lastDistinct(
  list: readonly string[],
  added: readonly string[],
  most: number,
): readonly string[] {
  if (added.length === 0) return list
  return [...list.filter((item) => !added.includes(item)), ...new Set(added)].slice(-most)
}

export const last = <T>(list: readonly T[], most: number): readonly T[] => list.slice(-most)
