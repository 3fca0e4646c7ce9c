import { expect, test } from 'vitest'
import { unitsIn } from '../text/sentences.ts'
import { weighed } from './classifier.ts'
import { featuresIn } from './features.ts'
import { ENOUGH, FITTED, WEIGHTS } from './weights.ts'

const entries = WEIGHTS.trim()
  .split('\n')
  .flatMap((line) => line.split('; '))

test('every entry of the table is a feature and one whole number a kind, and none is there twice', () => {
  expect(entries.length).toBeGreaterThan(100)
  for (const entry of entries) expect(entry).toMatch(/^\S.* -?\d+,-?\d+,-?\d+$/)
  expect(new Set(entries.map((entry) => entry.slice(0, entry.lastIndexOf(' ')))).size).toBe(entries.length)
  expect(Object.keys(ENOUGH)).toEqual([...FITTED])
})

test('the table holds single words and never a phrase of a message', () => {
  const words = entries.filter((entry) => /^[#>]?=/.test(entry))
  expect(words.length).toBeGreaterThan(100)
  for (const entry of words) expect(entry.split(' ')).toHaveLength(2)
})

const weigh = (text: string) =>
  featuresIn({ speaker: 'assistant', text }, unitsIn(text)).map((features) => weighed(features)?.kind)

test('the heading says what its items are', () => {
  const items = '- the index of the importer\n- the cache of the reader'
  expect(weigh(`## Next steps\n${items}`)).toEqual(['next', 'next'])
  expect(weigh(`## Known issues\n${items}`)).toEqual(['blocker', 'blocker'])
  expect(weigh(`## Files changed\n${items}`)).toEqual([undefined, undefined])
})

test('a weight is from a half to one', () => {
  const text = "I can't reach the registry, so two tests still fail."
  const [features] = featuresIn({ speaker: 'assistant', text }, unitsIn(text))
  const weight = features && weighed(features)?.weight
  expect(weight).toBeGreaterThanOrEqual(0.5)
  expect(weight).toBeLessThanOrEqual(1)
})
