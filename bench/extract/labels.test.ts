import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KINDS, labelledIn } from './labels.ts'

const PATH = join(import.meta.dirname, 'labels.jsonl')

test('labels contain references and hashes, never message text', () => {
  const strange = readFileSync(PATH, 'utf8').replaceAll(
    /\{"series":"[\w-]+","session":"\d+","message":\d+,"half":"(?:development|held out|fresh|training|later)","drawn":"(?:blind|topped-up)","hash":"[0-9a-f]{12}","labels":\[(?:,?\[\d+,"[0-9a-f]{12}","(?:decision|next|blocker|question|resolved|goal)"\])*\]\}\n/g,
    '',
  )
  expect(strange).toBe('')
})

test('no message is labeled twice, and both halves contain the rare kinds', () => {
  const labelled = labelledIn(PATH)
  expect(
    new Set(labelled.map(({ series, session, message }) => `${series} ${session} ${message}`)).size,
  ).toBe(labelled.length)
  for (const half of ['development', 'held out']) {
    const given = labelled
      .filter((one) => one.half === half)
      .flatMap(({ labels }) => labels.map(([, , kind]) => kind))
    for (const kind of KINDS.slice(0, 3))
      expect(given.filter((one) => one === kind).length).toBeGreaterThan(40)
  }
})
