import fc from 'fast-check'
import * as valibot from 'valibot'
import { expect, test } from 'vitest'
import * as fits from './fits.ts'

/** A schema as it is written, to be built with either. */
type Build = (v: typeof fits) => fits.Schema

const short = (v: typeof fits): fits.Schema => v.pipe(v.string(), v.minLength(1), v.maxLength(3))
const leaf: fc.Arbitrary<Build> = fc.constantFrom<Build>(
  (v) => v.string(),
  (v) => v.number(),
  (v) => v.boolean(),
  (v) => v.unknown(),
  (v) => v.literal('a'),
  (v) => v.picklist(['a', 'bb', 1]),
  short,
  (v) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2)),
  (v) => v.pipe(v.number(), v.safeInteger()),
  (v) => v.pipe(v.string(), v.regex(/^a+$/)),
  (v) =>
    v.pipe(
      v.string(),
      v.check((text: string) => text !== 'bb'),
    ),
)
const keys = fc.constantFrom('a', 'bb', 'c', 'constructor')
const { schema } = fc.letrec<{ schema: Build; entries: Record<string, Build> }>((tie) => ({
  entries: fc.dictionary(keys, tie('schema'), { maxKeys: 3 }),
  schema: fc.oneof(
    { depthSize: 'small' },
    leaf,
    tie('schema').map(
      (one): Build =>
        (v) =>
          v.optional(one(v)),
    ),
    tie('schema').map(
      (one): Build =>
        (v) =>
          v.optional(one(v), 'a'),
    ),
    tie('schema').map(
      (one): Build =>
        (v) =>
          v.nullish(one(v)),
    ),
    tie('schema').map(
      (one): Build =>
        (v) =>
          v.exactOptional(one(v)),
    ),
    tie('schema').map(
      (one): Build =>
        (v) =>
          v.array(one(v)),
    ),
    tie('schema').map(
      (one): Build =>
        (v) =>
          v.pipe(v.array(one(v)), v.minLength(1)),
    ),
    tie('schema').map(
      (one): Build =>
        (v) =>
          v.record(short(v), one(v)),
    ),
    tie('entries').map(
      (entries): Build =>
        (v) =>
          v.object(built(entries, v)),
    ),
    tie('entries').map(
      (entries): Build =>
        (v) =>
          v.strictObject(built(entries, v)),
    ),
  ),
}))

const built = (entries: Readonly<Record<string, Build>>, v: typeof fits): Record<string, fits.Schema> =>
  Object.fromEntries(Object.entries(entries).map(([key, build]) => [key, build(v)]))

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(undefined, null, true, 'a', 'bb', 'aaaa', '', 0, 1, 1.5, -1, Number.NaN, 2 ** 60),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 3 }),
    fc.dictionary(fc.constantFrom('a', 'bb', 'other'), tie('value'), { maxKeys: 3 }),
  ),
}))

test('what fits, and what is taken of it, is what valibot says', () => {
  fc.assert(
    fc.property(schema, value, (build, input) => {
      const expected = valibot.safeParse(build(valibot as never) as never, input)
      const found = fits.safeParse(build(fits), input)
      expect(found.success).toBe(expected.success)
      if (found.success) expect(found.output).toEqual(expected.output)
    }),
    { numRuns: 3000 },
  )
})

test('what does not fit is thrown by parse', () => {
  expect(() => fits.parse(fits.string(), 1)).toThrow('does not fit')
  expect(fits.parse(fits.string(), 'a')).toBe('a')
})
