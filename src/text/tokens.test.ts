import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { countTokens } from '../host/tokenizer.ts'
import { composeWithin, estimateTokens, fitsBudget, tokenCeiling } from './tokens.ts'

const root = join(import.meta.dirname, '../..')
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|md)$/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8').slice(0, 6000))
const ordinary = ['src', 'docs', 'tests'].flatMap(filesIn).filter((text) => text.length > 1000)

const LANGUAGES = {
  Finnish:
    'Kayttaja haluaa etta kaikki muutokset tallennetaan tietokantaan ennen kuin seuraava istunto alkaa. Ensin tarkistetaan etta testit menevat lapi ja sitten julkaistaan uusi versio.',
  Polish:
    'Użytkownik chce, aby wszystkie zmiany zostały zapisane w bazie danych przed rozpoczęciem następnej sesji. Najpierw trzeba sprawdzić, czy testy przechodzą, a potem opublikować nową wersję.',
  Swahili:
    'Mtumiaji anataka mabadiliko yote yahifadhiwe katika hifadhidata kabla ya kikao kinachofuata kuanza. Kwanza tunapaswa kuangalia kama majaribio yote yamefaulu.',
  Latin:
    'Lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua ut enim ad minim veniam quis nostrud exercitation.',
  Dutch:
    'De gebruiker wil dat alle wijzigingen in de database worden opgeslagen voordat de volgende sessie begint. We moeten eerst controleren of alle tests slagen.',
  Russian:
    'Пользователь хочет, чтобы все изменения были сохранены в базе данных до начала следующего сеанса. Сначала нужно проверить, что все тесты проходят.',
  Chinese:
    '用户希望在下一个会话开始之前将所有更改保存到数据库中。我们首先需要检查所有测试是否通过，然后发布新版本。',
  Japanese: 'ユーザーは次のセッションが始まる前にすべての変更をデータベースに保存したいと考えています。',
  Hindi: 'उपयोगकर्ता चाहता है कि अगला सत्र शुरू होने से पहले सभी परिवर्तन डेटाबेस में सहेजे जाएं।',
  Arabic: 'يريد المستخدم حفظ جميع التغييرات في قاعدة البيانات قبل بدء الجلسة التالية.',
}

describe('tokenCeiling', () => {
  test('the ceiling is never below the exact count for the sources, documents and tests of this repository', () => {
    expect(ordinary.length).toBeGreaterThan(100)
    for (const text of ordinary.filter((_, i) => i % 4 === 0))
      expect(tokenCeiling(text), text.slice(0, 80)).toBeGreaterThanOrEqual(countTokens(text))
  })

  test.each(Object.entries(LANGUAGES))('the ceiling is never below the exact count for %s', (_, text) => {
    expect(tokenCeiling(text)).toBeGreaterThanOrEqual(countTokens(text))
    expect(tokenCeiling(text.repeat(5))).toBeGreaterThanOrEqual(countTokens(text.repeat(5)))
  })

  const words = (letters: string) =>
    fc
      .array(fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 14 }), {
        minLength: 60,
        maxLength: 200,
      })
      .map((parts) => parts.join(' '))
  test.each([
    ['random lowercase letters', words('abcdefghijklmnopqrstuvwxyz')],
    ['random capital letters', words('ABCDEFGHIJKLMNOPQRSTUVWXYZ')],
    ['random letters of both cases', words('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')],
    ['random identifiers and paths', words('abcXYZ019_-./')],
    ['random hashes', words('0123456789abcdef')],
    ['any characters', fc.string({ unit: 'binary', maxLength: 400 })],
  ])('the ceiling is never below the exact count for %s', (_, text) => {
    fc.assert(
      fc.property(text, (any) => {
        expect(tokenCeiling(any)).toBeGreaterThanOrEqual(countTokens(any))
      }),
      { numRuns: 100 },
    )
  })
})

test('for prose and code, the ceiling is on average less than 50% above the exact count', () => {
  const ratios = ordinary.map((text) => tokenCeiling(text) / countTokens(text))
  expect(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length).toBeLessThan(1.5)
})

describe('fitsBudget', () => {
  const text = ordinary[0] ?? ''
  const exact = countTokens(text)

  test('fitsBudget agrees with the exact count for any budget', () => {
    for (let budget = 0; budget < 2 * exact; budget += 25)
      expect(fitsBudget(text, budget, countTokens)).toBe(exact <= budget)
  })

  test('fitsBudget runs the tokenizer only if the count may be near the budget', () => {
    const count = vi.fn(countTokens)
    fitsBudget(text, tokenCeiling(text), count)
    fitsBudget(text, 50, count)
    expect(count).not.toHaveBeenCalled()
    fitsBudget(text, exact, count)
    expect(count).toHaveBeenCalledOnce()
  })
})

test('composeWithin uses exact counts if the estimates are too low', () => {
  const line = LANGUAGES.Finnish.replaceAll('.', '')
  const compose = (cost: (text: string) => number) => ({
    text: Array.from({ length: Math.floor(600 / cost(line)) }, () => line).join('\n'),
  })
  const found = composeWithin(compose, { budget: 600, count: countTokens })
  expect(estimateTokens(line)).toBeLessThan(countTokens(line))
  expect(countTokens(found?.text ?? '')).toBeLessThanOrEqual(600)
})

test.each([
  ['<|endoftext|>', 7],
  ['', 0],
  ['x'.repeat(400), 50],
])('the text %j costs %i tokens', (text, tokens) => {
  expect(countTokens(text)).toBe(tokens)
})

test('counting takes linear time for text without spaces', () => {
  const began = performance.now()
  expect(countTokens('\u4e16'.repeat(20_000))).toBeGreaterThan(10_000)
  expect(countTokens('='.repeat(30_000))).toBeGreaterThan(400)
  expect(performance.now() - began).toBeLessThan(4000)
})
