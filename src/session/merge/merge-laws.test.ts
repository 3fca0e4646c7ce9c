import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../tests/property/runs.ts'
import {
  addItem,
  closedTexts,
  closeItem,
  type MergeSides,
  mergeEventsFor,
  mergeWork,
  openTexts,
  setGoal,
} from '../../../tests/support/merging.ts'
import { nothingNoted, WORK_LISTS, type Work, type WorkList } from '../noted-work.ts'
import { type ConflictChoice, threeWayMerge } from './three-way.ts'

const TEXTS = [
  'Use tabs for indentation',
  'Use spaces for indentation',
  'write the parser tests',
  'write all parser tests',
  'write the parser tests again',
  'paint the boat',
  'Time out after 30 seconds',
  'Time out after 60 seconds',
  'it rains',
]
type WorkStep =
  | { readonly kind: 'add' | 'close'; readonly list: WorkList; readonly text: string }
  | { readonly kind: 'goal'; readonly text: string }
const steps = (texts: readonly string[]): fc.Arbitrary<readonly WorkStep[]> =>
  fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constantFrom('add' as const, 'close' as const),
        list: fc.constantFrom(...WORK_LISTS),
        text: fc.constantFrom(...texts),
      }),
      fc.record({ kind: fc.constant('goal' as const), text: fc.constantFrom(...texts) }),
    ),
    { maxLength: 12 },
  )
const applied = (state: Work, all: readonly WorkStep[]): Work =>
  all.reduce((now, step) => {
    if (step.kind === 'goal') return setGoal(now, step.text)
    return step.kind === 'add' ? addItem(now, step.list, step.text) : closeItem(now, step.list, step.text)
  }, state)
const three: fc.Arbitrary<MergeSides> = fc
  .tuple(steps(TEXTS), steps(TEXTS), steps(TEXTS))
  .map(([first, mine, its]) => {
    const base = applied(nothingNoted, first)
    return { base, ours: applied(base, mine), theirs: applied(base, its) }
  })
const choices = fc.constantFrom<ConflictChoice>('ours', 'theirs', 'both', 'skip')

describe('a merge of arbitrary changes in both sessions', () => {
  test('a repeated merge creates the same events, whose ids are unique', () => {
    fc.assert(
      fc.property(three, choices, (all, choice) => {
        const [once, twice] = [mergeEventsFor(all, choice), mergeEventsFor(all, choice)]
        expect(twice).toEqual(once)
        expect(new Set(once.map(({ id }) => id)).size).toBe(once.length)
      }),
      { numRuns: runs(300) },
    )
  })

  test('a second merge finds no changes', () => {
    fc.assert(
      fc.property(three, choices, (all, choice) => {
        const result = mergeWork(all, choice)
        expect(threeWayMerge(all.theirs, result, all.theirs)).toEqual({ taken: [], conflicts: [] })
        expect(threeWayMerge(all.base, result, all.theirs).taken).toEqual([])
      }),
      { numRuns: runs(300) },
    )
  })

  test('no item is lost unless it is in a conflict or the other session closed it', () => {
    fc.assert(
      fc.property(three, (all) => {
        const named = threeWayMerge(all.base, all.ours, all.theirs).conflicts.flatMap((one) =>
          one.kind === 'closed' ? [one.closed.text, one.kept.text] : [one.ours.text, one.theirs.text],
        )
        const result = mergeWork(all, 'ours')
        for (const list of WORK_LISTS) {
          const done = [...closedTexts(all.ours[list]), ...closedTexts(all.theirs[list])]
          const kept = new Set([...openTexts(result[list]), ...named, ...done])
          for (const text of [...openTexts(all.ours[list]), ...openTexts(all.theirs[list])])
            expect([...kept]).toContain(text)
        }
      }),
      { numRuns: runs(300) },
    )
  })

  test('independent changes merge to the same result in either direction', () => {
    const [some, others] = [
      ['it rains', 'paint the boat'],
      ['buy a saw', 'call the harbour master'],
    ]
    const apart = fc.tuple(steps(['sail', 'swim']), steps(some), steps(others)).map(([first, mine, its]) => {
      const base = applied(nothingNoted, first)
      const ours = applied(base, mine)
      const isGoalSet = mine.some(({ kind }) => kind === 'goal')
      return {
        base,
        ours,
        theirs: applied(base, isGoalSet ? its.filter(({ kind }) => kind !== 'goal') : its),
      }
    })
    fc.assert(
      fc.property(apart, ({ base, ours, theirs }) => {
        const [one, other] = [
          mergeWork({ base, ours, theirs }, 'ours'),
          mergeWork({ base, ours: theirs, theirs: ours }, 'ours'),
        ]
        for (const list of WORK_LISTS) expect(openTexts(one[list])).toEqual(openTexts(other[list]))
        for (const list of ['tasks', 'actions', 'blockers'] as const)
          expect(closedTexts(one[list])).toEqual(closedTexts(other[list]))
        expect(one.goal?.text).toBe(other.goal?.text)
      }),
      { numRuns: runs(300) },
    )
  })
})
