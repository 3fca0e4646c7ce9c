import type { Json, JsonObject } from '../../event/canonical-json.ts'
import type { NewEvent } from '../../event/define.ts'
import type { Redactor } from '../../redact/redact.ts'
import type { World } from '../world.ts'

/** Facts as they may be stored: every text in them without the secrets that it held. */
export function redactEvents(
  world: World,
  facts: readonly NewEvent[],
  directory: string = world.place.directory,
): readonly NewEvent[] {
  const redact = world.redactIn(directory)
  return facts.map((fact) => ({ ...fact, data: cleanedObject(fact.data, redact) }))
}

/** The same for what leaves the log in another form. */
export const redactJson = (
  world: World,
  value: JsonObject,
  directory: string = world.place.directory,
): JsonObject => cleanedObject(value, world.redactIn(directory))

function cleaned(value: Json, redact: Redactor, kept: ReadonlySet<string>): Json {
  if (typeof value === 'string') return redact(value).text
  if (isList(value)) return value.map((one) => cleaned(one, redact, kept))
  return typeof value === 'object' && value !== null ? cleanedObject(value, redact, kept) : value
}

function cleanedObject(value: JsonObject, redact: Redactor, kept = REFERENCES): JsonObject {
  if (isPicture(value)) return value
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    one === undefined || kept.has(key)
      ? one
      : cleaned(one, redact, key === 'inherited' ? WITHIN_INHERITED : kept),
  ])
  return Object.fromEntries(entries)
}

/** A picture in letters is full of what looks like keys, and of nothing that anybody could use as one. */
const isPicture = ({ type, mediaType }: JsonObject): boolean =>
  (type === 'image' || type === 'file') && /^(?:image|audio|video)\//.test(String(mediaType))

/** What other things are found by: an id or a place that was altered would lead nowhere. */
const REFERENCES: ReadonlySet<string> = new Set([
  'action',
  'agentSession',
  'blob',
  'blocker',
  'call',
  'compaction',
  'conflict',
  'checkout',
  'directory',
  'fact',
  'from',
  'head',
  'parent',
  'process',
  'replaced',
  'session_id',
  'project',
  'response',
  'source',
  'subagent',
  'told',
  'took',
  'withheld',
  'task',
  'toolCallId',
  'transcript',
  'undecided',
  'upToIn',
])
/** Elsewhere an `id` may be anybody's; there it is that of one of our events. */
const WITHIN_INHERITED: ReadonlySet<string> = new Set([...REFERENCES, 'id'])

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
