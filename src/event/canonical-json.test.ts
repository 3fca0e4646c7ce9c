import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, type JsonValue } from './canonical-json.ts'

describe('canonical JSON', () => {
  test('equal content produces equal bytes, regardless of insertion order', () => {
    const one = canonicalJson({ b: 1, a: { d: [1, { y: 2, x: 1 }], c: null } })
    expect(one).toBe('{"a":{"c":null,"d":[1,{"x":1,"y":2}]},"b":1}')
    expect(canonicalJson({ a: { c: null, d: [1, { x: 1, y: 2 }] }, b: 1 })).toBe(one)
  })

  test('undefined values are omitted from objects and become null in lists', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}')
    expect(canonicalJson([undefined, 1] as unknown as JsonValue)).toBe('[null,1]')
    expect(canonicalJson(undefined)).toBe('null')
  })

  test('list order is significant', () => {
    expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]))
  })

  test.each([
    [Number.NaN, 'null'],
    [Number.POSITIVE_INFINITY, 'null'],
    [-0, '0'],
    [1e21, '1e+21'],
    ['\ud800', '"\\ud800"'],
    ['\0', '"\\u0000"'],
    [true, 'true'],
    ['', '""'],
  ])('canonical JSON writes %o as %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  test('keys like __proto__ are written like any other key', () => {
    expect(canonicalJson(JSON.parse('{"z":1,"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1},"z":1}')
  })

  test('keys are sorted by code unit, so the order is the same on every machine', () => {
    expect(canonicalJson({ ä: 1, Z: 1, a: 1, é: 1, '10': 1, '9': 1 })).toBe(
      '{"10":1,"9":1,"Z":1,"a":1,"ä":1,"é":1}',
    )
  })

  test('any JSON value round-trips to an equal value and the same bytes', () => {
    const property = fc.property(fc.jsonValue({ depthSize: 'large' }), (value) => {
      const text = canonicalJson(value as JsonValue)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(JSON.parse(text))).toBe(text)
    })
    fc.assert(property, { numRuns: 300 })
  })
})
