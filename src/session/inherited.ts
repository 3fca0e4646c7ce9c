import type { JsonObject } from '../event/canonical-json.ts'
import { openedDocument } from '../event/document.ts'
import type { Inherited } from '../event/inherited-shape.ts'

/** What a branch began with. Of a newer release, or not what its schema says: then it began with nothing. */
export function inheritedIn(stored: Readonly<Record<string, unknown>> | undefined): Inherited | undefined {
  if (!stored) return undefined
  const opened = openedDocument('inherited', stored as JsonObject)
  return opened.kind === 'document' ? opened.value : undefined
}
