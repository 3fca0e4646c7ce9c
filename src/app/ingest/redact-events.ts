import type { JsonObject, JsonValue } from '../../event/canonical-json.ts'
import { definitions } from '../../event/catalogue.ts'
import type { NewEvent } from '../../event/define.ts'
import { ToolReturned } from '../../event/tool.ts'
import { isSecretField } from '../../redact/assignment.ts'
import { printedSecretsIn, printsSecret } from '../../redact/printed-secret.ts'
import { markerOf, type Redactor, replaceSpans } from '../../redact/redact.ts'
import type { World } from '../world.ts'

/** Removes secrets from all text in these events, except from their references (see `EventTraits`). */
export function redactEvents(
  world: World,
  facts: readonly NewEvent[],
  directory: string = world.place.directory,
): readonly NewEvent[] {
  const redact = world.redactIn(directory)
  return facts.map((fact) => ({ ...fact, data: redactData(fact, redact) }))
}

/** Removes secrets from a document that leaves the log. `references` are keys to keep, at any depth. */
export function redactDocument(
  world: World,
  document: JsonObject,
  { directory = world.place.directory, references }: DocumentRedaction,
): JsonObject {
  const kept = new Set(references)
  return redactObject(document, world.redactIn(directory), { kept, keptBelow: kept })
}

interface DocumentRedaction {
  readonly directory?: string | undefined
  readonly references: readonly string[]
}

function redactData({ type, data }: NewEvent, redact: Redactor): JsonObject {
  const traits = definitions.get(type)
  const keptBelow = new Set(traits?.nestedReferences ?? [])
  // The references in an event from a newer release are unknown, so all known references are kept.
  const kept = new Set(traits ? [...(traits.references ?? []), ...keptBelow] : allReferences())
  return redactObject(withoutPrintedSecrets(type, data), redact, { kept, keptBelow })
}

/** Nothing in the output of a command such as `echo $TOKEN` shows that the output is a secret. */
function withoutPrintedSecrets(type: string, data: JsonObject): JsonObject {
  const { command, file, output } = data
  if (type !== ToolReturned.type || typeof output !== 'string') return data
  return printsSecret(typeof command === 'string' ? command : `cat ${String(file)}`)
    ? { ...data, output: replaceSpans(output, printedSecretsIn(output)) }
    : data
}

const allReferences = (): readonly string[] =>
  [...definitions.values()].flatMap(({ references = [] }) => references)

interface KeptKeys {
  readonly kept: ReadonlySet<string>
  readonly keptBelow: ReadonlySet<string>
}

function redactObject(value: JsonObject, redact: Redactor, { kept, keptBelow }: KeptKeys): JsonObject {
  if (isMedia(value)) return value
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    one === undefined || kept.has(key) ? one : redactField(key, one, { redact, keptBelow }),
  ])
  return Object.fromEntries(entries)
}

/** The name of a field can show that its value is a secret, like `password=...` in text. */
function redactField(
  name: string,
  value: JsonValue,
  { redact, keptBelow }: { readonly redact: Redactor; readonly keptBelow: ReadonlySet<string> },
): JsonValue {
  const redacted = redactValue(value, redact, keptBelow)
  return typeof redacted === 'string' && isSecretField(name, redacted)
    ? markerOf('secret-value', redacted.length)
    : redacted
}

function redactValue(value: JsonValue, redact: Redactor, kept: ReadonlySet<string>): JsonValue {
  if (typeof value === 'string') return redact(value).text
  if (isList(value)) return value.map((one) => redactValue(one, redact, kept))
  if (typeof value !== 'object' || value === null) return value
  return redactObject(value, redact, { kept, keptBelow: kept })
}

/** Encoded media can look like keys, but media files contain no keys. */
const isMedia = ({ type, mediaType }: JsonObject): boolean =>
  (type === 'image' || type === 'file') && /^(?:image|audio|video)\//.test(String(mediaType))

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)
