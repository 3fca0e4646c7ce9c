import type { JsonObject, JsonValue } from '../../../src/event/canonical-json.ts'
import type { Random } from './random.ts'

/** A payload with random mutations of its values and bytes. */
export function mutatePayload(payload: JsonObject, others: readonly JsonObject[], random: Random): Buffer {
  let value = payload
  for (let count = random.below(4); count > 0; count -= 1)
    value = random.oneOf(MUTATIONS)(value, { others, random })
  let bytes: Buffer = Buffer.from(serialize(value))
  for (let count = random.below(3); count > 1; count -= 1) bytes = random.oneOf(BYTE_MUTATIONS)(bytes, random)
  return bytes
}

interface MutationSource {
  readonly random: Random
  /** Other payloads of the same client. */
  readonly others: readonly JsonObject[]
}
type Mutation = (value: JsonObject, means: MutationSource) => JsonObject

/** A placeholder for JSON text that JavaScript values cannot express. */
const raw = (text: string): string => `@raw@${Buffer.from(text).toString('hex')}@`
const serialize = (value: JsonValue): string =>
  JSON.stringify(value).replaceAll(/"@raw@([0-9a-f]*)@"/g, (_, hex) => Buffer.from(hex, 'hex').toString())

const NUMBERS = [
  '1e308',
  '-1e308',
  '1e999',
  '9007199254740993',
  '-0',
  '0.1',
  '1e-320',
  '-1',
  '99999999999999999999',
]
const TEXTS = [
  '',
  '\ud800',
  'a\udc00b',
  '\0',
  '\x1b[2J\x1b]0;title\x07',
  '\u202ereversed',
  '__proto__',
  '../../../etc/passwd',
  '/etc/passwd/below',
  '/proc/self/mem',
  '/dev/stdin',
  'a\0b',
  '</leftoff-brief>',
  '<leftoff-brief>'.repeat(2000),
  '<hook_context>'.repeat(2000),
  '*** Begin Patch\n*** Update File: '.repeat(500),
  '@@ -1,1 +1,1 @@\n'.repeat(2000),
  'Exit code: '.repeat(3000),
  'A'.repeat(70_000),
  '\n'.repeat(70_000),
  '\u{1f469}'.repeat(20_000),
  'password='.repeat(5000),
]
const PROTOTYPES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'toJSON', 'then']

const anyValue = (random: Random): JsonValue => {
  const kind = random.below(9)
  if (kind === 0) return raw(random.oneOf(NUMBERS))
  if (kind === 1) return random.oneOf([null, true, false, 0, 1])
  if (kind === 2) return raw(nestedJson(random))
  if (kind === 3) return [random.oneOf(TEXTS), null, {}]
  if (kind === 4) return { [random.oneOf(PROTOTYPES)]: random.oneOf(TEXTS), text: random.oneOf(TEXTS) }
  if (kind === 5 && random.chance(0.05)) return 'a megabyte, '.repeat(90_000)
  return random.oneOf(TEXTS)
}

function nestedJson(random: Random): string {
  const depth = random.oneOf([3, 100, 2000, random.chance(0.05) ? 100_000 : 500])
  const [open, close] = random.oneOf([
    ['[', ']'],
    ['{"content":', '}'],
    ['[{"text":', '}]'],
  ] as const)
  return `${open.repeat(depth)}1${close.repeat(depth)}`
}

/** Replaces one value at any depth. */
function replaceValue(
  value: JsonObject,
  random: Random,
  by: (was: JsonValue | undefined) => JsonValue,
): JsonObject {
  const key = random.oneOf(Object.keys(value)) ?? 'none'
  const was = value[key]
  const goesDeeper = random.chance(0.6) && typeof was === 'object' && was !== null && !Array.isArray(was)
  return { ...value, [key]: goesDeeper ? replaceValue(was as JsonObject, random, by) : by(was) }
}

const MUTATIONS: readonly Mutation[] = [
  (value, { random }) => replaceValue(value, random, () => anyValue(random)),
  (value, { random }) =>
    replaceValue(value, random, (was) =>
      typeof was === 'string' ? was + random.oneOf(TEXTS) : [was ?? null],
    ),
  (value, { random }) => Object.fromEntries(Object.entries(value).filter(() => !random.chance(0.15))),
  (value, { random }) => ({ ...value, [random.oneOf(PROTOTYPES)]: anyValue(random) }),
  // Mixes the fields of two payloads.
  (value, { random, others }) => ({ ...random.oneOf(others), ...value }),
  (value, { random, others }) => ({ ...value, ...random.oneOf(others) }),
  (value, { random, others }) => ({ ...value, ...eventOf(random.oneOf(others)) }),
  (value, { random, others }) =>
    replaceValue(value, random, () => random.oneOf(Object.values(random.oneOf(others))) ?? null),
]

const eventOf = ({ hook_event_name, hook }: JsonObject): JsonObject =>
  hook === undefined ? { hook_event_name: hook_event_name ?? null } : { hook }

const BYTE_MUTATIONS: readonly ((bytes: Buffer, random: Random) => Buffer)[] = [
  flipBits,
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  (bytes, random) => bytes.subarray(random.below(bytes.length + 1)),
  (bytes, random) => Buffer.concat([bytes, bytes.subarray(random.below(bytes.length + 1))]),
  (bytes, random) => insertBytes(bytes, random, Buffer.from([random.below(256), random.below(256)])),
  (bytes, random) => insertBytes(bytes, random, Buffer.from('\0'.repeat(random.below(50)))),
  // A duplicate key: the last one counts.
  (bytes, random) =>
    Buffer.from(
      bytes
        .toString()
        .replace(/^\{("[^"]{1,40}":)/, (all, key) => `{${key}${serialize(anyValue(random))},${all.slice(1)}`),
    ),
  (bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes]),
]

function flipBits(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes)
  for (let count = random.between(1, 8); count > 0 && copy.length > 0; count -= 1) {
    const at = random.below(copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8))
  }
  return copy
}

function insertBytes(bytes: Buffer, random: Random, piece: Buffer): Buffer {
  const at = random.below(bytes.length + 1)
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)])
}
