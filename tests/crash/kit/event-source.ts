import type { JsonObject, JsonValue } from '../../../src/event/canonical-json.ts'
import { catalogue } from '../../../src/event/catalogue.ts'
import type { EventDefinition, NewEvent } from '../../../src/event/define.ts'
import { derivedId } from '../../../src/event/identity.ts'
import type { Random } from './random.ts'

/** The parts of a valibot schema that are needed to generate a value. */
interface SchemaShape {
  readonly type: string
  readonly wrapped?: SchemaShape
  readonly item?: SchemaShape
  readonly value?: SchemaShape
  readonly options?: readonly string[]
  readonly entries?: Readonly<Record<string, SchemaShape>>
  readonly pipe?: readonly { readonly type: string; readonly requirement?: number }[]
}

interface SampleOptions {
  readonly random: Random
  readonly text: () => string
}

/** Every event of the catalogue except the tombstone, which only the log writes. */
export const eventKinds: readonly EventDefinition[] = catalogue.filter(
  ({ type }) => type !== 'event.forgotten',
)

export const eventId = (...source: readonly (string | number)[]): NewEvent['id'] =>
  derivedId('evt', ...source.map(String))

/** An event with every field set. Its texts come from `text`. */
export function sampleEvent(
  definition: EventDefinition,
  heading: Pick<NewEvent, 'id' | 'at'>,
  options: SampleOptions,
): NewEvent {
  const { type, version, schema } = definition
  // The schemas use only the shapes above; `valueFor` throws for any other.
  const data = valueFor(schema as unknown as SchemaShape, options) as JsonObject
  return { ...heading, type, version, data }
}

function valueFor(shape: SchemaShape, options: SampleOptions): JsonValue {
  switch (shape.type) {
    case 'string':
    case 'unknown':
      return options.text()
    case 'number':
      return numberFor(shape, options.random)
    case 'boolean':
      return options.random.below(2) === 1
    case 'picklist':
      return options.random.oneOf(shape.options ?? [])
    case 'optional':
      return valueFor(shape.wrapped!, options)
    case 'array':
      return [valueFor(shape.item!, options), valueFor(shape.item!, options)]
    case 'strict_object':
      return Object.fromEntries(
        Object.entries(shape.entries ?? {}).map(([key, entry]) => [key, valueFor(entry, options)]),
      )
    case 'record':
      return { one: valueFor(shape.value!, options), other: valueFor(shape.value!, options) }
    default:
      throw new Error(`no sample value for a schema of type ${shape.type}`)
  }
}

function numberFor(shape: SchemaShape, random: Random): number {
  const most = shape.pipe?.find(({ type }) => type === 'max_value')?.requirement
  return most === undefined ? random.between(1, 1_000_000) : random.below(1001) * (most / 1000)
}

const WORDS = [
  'retry',
  'queue',
  'flaky',
  'token',
  'schema',
  'index',
  'ünïcode',
  '日本',
  '"quoted"',
  '\\',
  '\n',
]

export const randomWords = (random: Random, most: number): string =>
  Array.from({ length: random.between(1, most) }, () => random.oneOf(WORDS)).join(' ')

/** Types whose views stay small, for writers that append hundreds of events to one session. */
const SMALL_KINDS = [
  'prompt.submitted',
  'response.completed',
  'tool.called',
  'file.read',
  'context.compacting',
]
const smallKinds = eventKinds.filter(({ type }) => SMALL_KINDS.includes(type))

export function smallEvent(random: Random, id: NewEvent['id'], at: number): NewEvent {
  const text = (): string => randomWords(random, random.chance(0.05) ? 1500 : 12)
  const label = (): string => `name-${random.below(20)}`
  const definition = random.oneOf(smallKinds)
  return sampleEvent(definition, { id, at }, { random, text: definition.type === 'file.read' ? label : text })
}
