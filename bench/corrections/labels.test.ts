import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HALVES, PROJECTS } from './conversations.ts'
import { groupsIn, labelledIn } from './labels.ts'
import { NEGATIVES } from './negatives.ts'
import { confidenceOf, wishFigures } from './report.ts'
import { FRESH_WISHES } from './wishes.ts'

const PATH = join(import.meta.dirname, 'labels.jsonl')
const GROUPS = join(import.meta.dirname, 'groups.jsonl')

test('labels contain references and hashes, never message text', () => {
  const strange = readFileSync(PATH, 'utf8').replaceAll(
    /\{"series":"[\w-]+","session":"\d+","turn":\d+,"half":"(?:fitting|held out)","drawn":"(?:blind|wide|narrow)","hash":"[0-9a-f]{12}","labels":\[(?:,?\[\d+,"[0-9a-f]{12}","(?:lasting|once)"\])*\]\}\n/g,
    '',
  )
  expect(strange).toBe('')
  const grouped = readFileSync(GROUPS, 'utf8').replaceAll(
    /\{"series":"[\w-]+","session":"\d+","turn":\d+,"hash":"[0-9a-f]{12}","rule":\d+\}\n/g,
    '',
  )
  expect(grouped).toBe('')
})

test('no prompt is labeled twice, and no project is split between halves', () => {
  const labelled = labelledIn(PATH)
  expect(labelled.length).toBeGreaterThan(800)
  expect(new Set(labelled.map(({ series, session, turn }) => `${series} ${session} ${turn}`)).size).toBe(
    labelled.length,
  )
  expect(labelled.filter(({ series, half }) => HALVES[PROJECTS[series] ?? ''] !== half)).toEqual([])
})

test('rule numbers are assigned only to prompts that are corrections', () => {
  const corrected = new Set(labelledIn(PATH).flatMap(({ hash, labels }) => (labels.length > 0 ? [hash] : [])))
  expect(groupsIn(GROUPS).filter(({ hash }) => !corrected.has(hash))).toEqual([])
})

test.each(NEGATIVES)(
  'after the answer %o, nothing in the message %o becomes a rule without a review',
  (before, text) => {
    expect(confidenceOf(before, text)).toBeLessThan(0.9)
  },
)

test('at least 80% of plain rules are proposed, and at least 90% of proposals are rules', () => {
  const { precision, recall } = wishFigures(FRESH_WISHES)
  expect(precision).toBeGreaterThanOrEqual(0.9)
  expect(recall).toBeGreaterThanOrEqual(0.8)
})
