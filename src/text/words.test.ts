import { expect, test } from 'vitest'
import { foundIn, wordsIn } from './words.ts'

test('wordsIn returns topic words without duplicates', () => {
  expect(wordsIn('Please add the CSV export to the parser, and test the Export.')).toEqual([
    'csv',
    'export',
    'parser',
    'test',
  ])
  expect(wordsIn('parseDate in date_utils.ts')).toEqual(['parse', 'date', 'utils'])
  expect(wordsIn('fix it now 12345')).toEqual([])
})

test('text in languages without spaces between words is compared in pairs of characters', () => {
  expect(wordsIn('支払い機能')).toEqual(['支払', '払い', 'い機', '機能'])
  expect(foundIn(wordsIn('支払い機能'), '新しい支払い').length).toBe(2)
})

test('inflected forms match, but other words do not', () => {
  expect(foundIn(['parser', 'tests'], 'parse it and test it')).toEqual(['parser', 'tests'])
  expect(foundIn(['csv', 'export'], 'the import of xml')).toEqual([])
})
