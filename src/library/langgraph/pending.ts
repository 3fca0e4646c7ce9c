import type { GraphEvent } from '../../app/lifecycle/graph-threads.ts'
import type { KnownEventOf } from '../../event/catalogue.ts'
import type { SerializedValue } from '../../event/graph.ts'

export type Saved = KnownEventOf<'graph.saved'>

export interface PendingWrite {
  readonly task: string
  readonly channel: string
  readonly value: SerializedValue
}

export const isSaved = (event: GraphEvent): event is Saved => event.type === 'graph.saved'

/** The states that were saved, each as it was saved last, the newest first. */
export function statesIn(events: readonly GraphEvent[]): readonly Saved[] {
  const byKey = new Map<string, Saved>()
  for (const event of events.filter(isSaved))
    byKey.set(JSON.stringify([event.namespace, event.checkpoint]), event)
  return [...byKey.values()].toReversed()
}

/**
 * What tasks gave after a state. A task that is done again gives the same, so the first counts; what it gives besides, such
 * as an error or an interruption, has an index below zero, and there the last counts.
 */
export function pendingOf(
  { namespace, checkpoint }: Saved,
  events: readonly GraphEvent[],
): readonly PendingWrite[] {
  const found = new Map<string, PendingWrite>()
  for (const event of events) {
    if (isSaved(event) || event.checkpoint !== checkpoint || event.namespace !== namespace) continue
    for (const { channel, index, value } of event.writes) {
      const key = JSON.stringify([event.task, index])
      if (index < 0 || !found.has(key)) found.set(key, { task: event.task, channel, value })
    }
  }
  return [...found.values()]
}
