import fc from 'fast-check'
import type { JsonObject } from '../../src/event/canonical-json.ts'
import { catalogue } from '../../src/event/catalogue.ts'
import type { EventDefinition, NewEvent, StoredEvent } from '../../src/event/define.ts'
import type { EventId } from '../../src/event/identity.ts'
import { eventId, session, storedEvents } from '../support/events.ts'

/** Only a few ids, so that events repeat, contradict and refer to each other. */
export const IDS: readonly EventId[] = Array.from({ length: 40 }, (_, index) => eventId(`pool ${index}`))

const HOSTILE = [
  '__proto__',
  'constructor',
  'toString',
  'a\0b',
  'high \ud800',
  '\udfff low',
  '\r\n\u2028\u0085',
  '\u001b[31m\u202e',
  '\u{1f469}\u200d\u{1f4bb}'.repeat(300),
  "'; DROP TABLE event; --",
  'x'.repeat(4096),
]

const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('src/a.ts', 'b.py', 'Makefile', 'npm test', 'fix it', 'p') },
  { weight: 2, arbitrary: fc.constantFrom(...IDS.slice(0, 8)) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)
/** Any JSON object. */
const contents = fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4, noNullPrototype: true })
const moment = fc.integer({ min: 0, max: 100_000 })

/** The schema kinds that events use. A new kind throws until `anyOf` handles it. */
interface SchemaNode {
  readonly type: string
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[]
  readonly wrapped?: SchemaNode
  readonly item?: SchemaNode
  readonly options?: readonly string[]
  readonly entries?: Readonly<Record<string, SchemaNode>>
}

/** Any value that the schema accepts, derived from the schema itself. */
function anyOf(shape: SchemaNode): fc.Arbitrary<unknown> {
  if (shape.type === 'string') return stringOf(shape)
  if (shape.type === 'number') return numberOf(shape)
  if (shape.type === 'boolean') return fc.boolean()
  if (shape.type === 'picklist') return fc.constantFrom(...(shape.options ?? []))
  if (shape.type === 'array' && shape.item) return fc.array(anyOf(shape.item), { maxLength: 4 })
  if (shape.type === 'record') return contents
  if (shape.type === 'strict_object' && shape.entries) return objectOf(shape.entries)
  throw new Error(`no arbitrary value is known for a schema of type ${shape.type}`)
}

const ruleOf = (shape: SchemaNode, type: string): unknown =>
  shape.pipe?.find((rule) => rule.type === type)?.requirement

function stringOf(shape: SchemaNode): fc.Arbitrary<string> {
  const least = Number(ruleOf(shape, 'min_length') ?? 0)
  const most = Number(ruleOf(shape, 'max_length') ?? Number.POSITIVE_INFINITY)
  return text.map((one) => (one.length < least ? 'x'.repeat(least) : one.slice(0, most)))
}

function numberOf(shape: SchemaNode): fc.Arbitrary<number> {
  const min = Number(ruleOf(shape, 'min_value') ?? -1000)
  const max = Number(ruleOf(shape, 'max_value') ?? 100_000)
  const isWhole = shape.pipe?.some(({ type }) => type === 'integer')
  return isWhole ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })
}

function objectOf(entries: Readonly<Record<string, SchemaNode>>): fc.Arbitrary<object> {
  const isOptional = (key: string) => entries[key]?.type === 'optional'
  const values: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(entries).map(([key, shape]) => [key, anyOf(shape.wrapped ?? shape)]),
  )
  const requiredKeys = Object.keys(entries).filter((key) => !isOptional(key))
  return fc.record(values, { requiredKeys, noNullPrototype: true })
}

const payloadOf = (definition: EventDefinition): fc.Arbitrary<JsonObject> =>
  anyOf(definition.schema as unknown as SchemaNode) as fc.Arbitrary<JsonObject>

const headed = (type: string, version: number, data: fc.Arbitrary<JsonObject>): fc.Arbitrary<NewEvent> =>
  fc.record(
    { id: fc.constantFrom(...IDS), type: fc.constant(type), version: fc.constant(version), at: moment, data },
    { noNullPrototype: true },
  )

/** Arbitrary valid events for each event type. */
export const knownEvents: ReadonlyMap<string, fc.Arbitrary<NewEvent>> = new Map(
  catalogue.map((definition) => [
    definition.type,
    headed(definition.type, definition.version, payloadOf(definition)),
  ]),
)

const anyData = fc.dictionary(text, fc.jsonValue({ maxDepth: 2 })) as unknown as fc.Arbitrary<JsonObject>

/** An unknown type, a newer version or an invalid payload. */
export const strangeEvent: fc.Arbitrary<NewEvent> = fc.oneof(
  headed('moon.landed', 1, anyData),
  headed('prompt.submitted', 2, anyData),
  headed('session.started', 1, anyData),
)
export const anyKnownEvent: fc.Arbitrary<NewEvent> = fc.oneof(...knownEvents.values())
export const anyEvent: fc.Arbitrary<NewEvent> = fc.oneof(
  { weight: 8, arbitrary: anyKnownEvent },
  { weight: 1, arbitrary: strangeEvent },
)

/** The stored log of one session, with unique ids and some forgotten events. */
export const anyLog: fc.Arbitrary<readonly StoredEvent[]> = fc
  .record({
    events: fc.uniqueArray(anyEvent, { selector: ({ id }) => id, maxLength: 30, size: 'max' }),
    forgotten: fc.array(fc.nat(29), { maxLength: 2 }),
  })
  .map(({ events, forgotten }) =>
    storedEvents(session('any'), events).map((stored, index) =>
      forgotten.includes(index) ? { ...stored, data: undefined } : stored,
    ),
  )
