import type { JsonObject, JsonValue } from '../../../src/event/canonical-json.ts'
import { catalogue } from '../../../src/event/catalogue.ts'
import type { EventDefinition, NewEvent } from '../../../src/event/define.ts'
import { derivedId } from '../../../src/event/identity.ts'
import type { Random } from './random.ts'

/** What of a valibot schema is needed to make a value that fits it. */
interface Shape {
  readonly type: string
  readonly wrapped?: Shape
  readonly item?: Shape
  readonly value?: Shape
  readonly options?: readonly string[]
  readonly entries?: Readonly<Record<string, Shape>>
  readonly pipe?: readonly { readonly type: string; readonly requirement?: number }[]
}

export interface SourceOptions {
  readonly random: Random
  readonly text: () => string
}

/** Every kind but the tombstone, which the log writes itself. A kind added to the catalogue is covered at once. */
export const kinds: readonly EventDefinition[] = catalogue.filter(({ type }) => type !== 'event.forgotten')

export const eventId = (...source: readonly (string | number)[]): NewEvent['id'] =>
  derivedId('evt', ...source.map(String))

/** An event of this kind with every field filled, texts from `text`. */
export function filled(
  definition: EventDefinition,
  heading: Pick<NewEvent, 'id' | 'at'>,
  options: SourceOptions,
): NewEvent {
  const { type, version, schema } = definition
  // The schemas are made of the few shapes above; anything else is reported by `valueFor`.
  const data = valueFor(schema as unknown as Shape, options) as JsonObject
  return { ...heading, type, version, data }
}

function valueFor(shape: Shape, options: SourceOptions): JsonValue {
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
      throw new Error(`no value is known for a schema of type ${shape.type}`)
  }
}

function numberFor(shape: Shape, random: Random): number {
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

export const words = (random: Random, most: number): string =>
  Array.from({ length: random.between(1, most) }, () => random.oneOf(WORDS)).join(' ')

/** Kinds whose views stay small, for writers that append hundreds of events to one session. */
const BUSY_KINDS = [
  'prompt.submitted',
  'response.completed',
  'tool.called',
  'file.read',
  'context.compacting',
]
const busyKinds = kinds.filter(({ type }) => BUSY_KINDS.includes(type))

export function busyEvent(random: Random, id: NewEvent['id'], at: number): NewEvent {
  const text = (): string => words(random, random.chance(0.05) ? 1500 : 12)
  const label = (): string => `name-${random.below(20)}`
  const definition = random.oneOf(busyKinds)
  return filled(definition, { id, at }, { random, text: definition.type === 'file.read' ? label : text })
}
