import { expect, test } from 'vitest'
import { STARTED, viewAfter } from '../../tests/support/session-view.ts'
import { mergeText } from './merge-notice.ts'

const AT = 5000
const merge = { id: 'm', seq: 9, at: AT, from: 'ses_2', upTo: 4, undecided: [] }
const count = (text: string): number => Math.ceil(text.length / 4)

const view = viewAfter(
  STARTED,
  ['task.opened', { text: 'paint the boat' }, 1000],
  ...Array.from({ length: 30 }, (_, n) => ['decision.made', { choice: `decision ${n}` }, AT] as const),
)
const took = view.work.decisions.map(({ id }) => id)

test('a merge notice lists everything that was merged, decisions first', () => {
  const text = mergeText(view, { ...merge, took }, { name: 'branch "x"', budget: 10_000, count })
  expect(text.split('\n').slice(0, 2)).toEqual([
    'Merged into this session from branch "x" (ses_2):',
    '- decided: decision 0',
  ])
  expect(text).toContain('- decided: decision 29')
  expect(text).not.toContain('paint the boat')
})

test.each([60, 100, 150])(
  'a merge notice stays within %i tokens and says how many items are omitted and where to find them',
  (budget) => {
    const text = mergeText(view, { ...merge, took }, { name: 'branch "x"', budget, count })
    expect(count(text)).toBeLessThanOrEqual(budget)
    const shown = text.match(/- decided/g)?.length ?? 0
    expect(text).toContain(`(${30 - shown} more: leftoff session show ses_2)`)
  },
)

test('a merge notice is one line if the budget is tiny', () => {
  const text = mergeText(view, { ...merge, took }, { name: 'branch "x"', budget: 5, count })
  expect(text).toBe('Merged into this session from branch "x" (ses_2): (30 more: leftoff session show ses_2)')
})
