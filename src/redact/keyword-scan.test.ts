import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeywordScan } from './keyword-scan.ts'

const hits = (keywords: readonly string[], text: string): readonly string[] => {
  const found: string[] = []
  createKeywordScan(keywords)(text, (keyword, at) => {
    found.push(`${keywords[keyword]}@${at}`)
    return at
  })
  return found.sort()
}

const expected = (keywords: readonly string[], text: string): readonly string[] =>
  keywords
    .flatMap((keyword) =>
      Array.from(text, (_, at) => at)
        .filter((at) => text.slice(at, at + keyword.length).toLowerCase() === keyword)
        .map((at) => `${keyword}@${at}`),
    )
    .sort()

test('a scan finds every keyword at every position and in any case', () => {
  const letters = fc.constantFrom('a', 'b', 'A', '_', '-', 'é', '中')
  const keyword = fc.string({ unit: fc.constantFrom('a', 'b', '_', '-'), minLength: 3, maxLength: 5 })
  fc.assert(
    fc.property(
      fc.uniqueArray(keyword, { maxLength: 5 }),
      fc.string({ unit: letters, maxLength: 60 }),
      (keywords, text) => {
        expect(hits(keywords, text)).toEqual(expected(keywords, text))
      },
    ),
    { numRuns: 500 },
  )
})

test('a scan finds a keyword at the edge of a window exactly once', () => {
  for (let before = 65_530; before < 65_542; before += 1)
    expect(hits(['key'], `${'.'.repeat(before)}key${'.'.repeat(9)}`)).toEqual([`key@${before}`])
})

test('a scan continues at the position that the callback returns, even in a later window', () => {
  const seen: number[] = []
  createKeywordScan(['key'])('key'.repeat(50_000), (_, at) => {
    seen.push(at)
    return at + 70_001
  })
  expect(seen).toEqual([0, 70_002, 140_004])
})
