import type { Json, JsonObject } from '../event/canonical-json.ts'
import type { NewEvent } from '../event/define.ts'
import type { Redactor } from '../redact/redact.ts'
import type { World } from './world.ts'

/** Facts as they may be stored: every text in them without the secrets that it held. */
export function redactedFacts(
  world: World,
  facts: readonly NewEvent[],
  directory: string = world.place.directory,
): readonly NewEvent[] {
  const redact = world.redactIn(directory)
  return facts.map((fact) => ({ ...fact, data: cleanedObject(fact.data, redact) }))
}

function cleaned(value: Json, redact: Redactor): Json {
  if (typeof value === 'string') return redact(value).text
  if (isList(value)) return value.map((one) => cleaned(one, redact))
  return typeof value === 'object' && value !== null ? cleanedObject(value, redact) : value
}

function cleanedObject(value: JsonObject, redact: Redactor): JsonObject {
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    one === undefined || REFERENCES.has(key) ? one : cleaned(one, redact),
  ])
  return Object.fromEntries(entries)
}

/** What other things are found by: an id or a place that was altered would lead nowhere. */
const REFERENCES: ReadonlySet<string> = new Set([
  'action',
  'agentSession',
  'blob',
  'blocker',
  'call',
  'compaction',
  'checkout',
  'directory',
  'fact',
  'from',
  'head',
  'parent',
  'process',
  'session_id',
  'project',
  'response',
  'source',
  'subagent',
  'told',
  'withheld',
  'task',
  'toolCallId',
  'transcript',
  'upToIn',
])

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
