import { describe, expect, test } from 'vitest'
import {
  addItem,
  closedTexts,
  closeItem,
  mergeWork,
  openTexts,
  setGoal,
  workWith,
} from '../../../tests/support/merging.ts'
import { resolveConflicts, withoutUndecided } from './resolve.ts'
import { threeWayMerge } from './three-way.ts'

describe('a change in one session', () => {
  const base = workWith(['tasks', 'paint the boat'], ['facts', 'the harbour closes at nine'])

  test('items that the other session added, closed or unpinned are merged', () => {
    const theirs = closeItem(
      closeItem(addItem(base, 'decisions', 'sell canoes'), 'tasks', 'paint the boat'),
      'facts',
      'the harbour closes at nine',
    )
    const result = mergeWork({ base, ours: base, theirs }, 'ours')
    expect(openTexts(result.decisions)).toEqual(['sell canoes'])
    expect([openTexts(result.tasks), openTexts(result.facts)]).toEqual([[], []])
    expect(closedTexts(result.tasks)).toEqual(['paint the boat'])
  })

  test('changes made only in this session require no action', () => {
    const ours = addItem(closeItem(base, 'tasks', 'paint the boat'), 'tasks', 'buy paint')
    expect(threeWayMerge(base, ours, base)).toEqual({ taken: [], conflicts: [] })
  })

  test('an item that the other session both opened and closed is added as closed', () => {
    const theirs = closeItem(addItem(base, 'tasks', 'sand the deck'), 'tasks', 'sand the deck')
    const result = mergeWork({ base, ours: base, theirs }, 'ours')
    expect(closedTexts(result.tasks)).toEqual(['sand the deck'])
  })

  test('an item that both sessions added is not duplicated', () => {
    const [ours, theirs] = [addItem(base, 'facts', 'it rains'), addItem(base, 'facts', 'it rains')]
    expect(threeWayMerge(base, ours, theirs)).toEqual({ taken: [], conflicts: [] })
  })

  test('a goal that only one session set is the goal after the merge', () => {
    expect(mergeWork({ base, ours: base, theirs: setGoal(base, 'win') }, 'ours').goal?.text).toBe('win')
    expect(mergeWork({ base, ours: setGoal(base, 'win'), theirs: base }, 'theirs').goal?.text).toBe('win')
  })
})

describe('a conflict', () => {
  const base = workWith(['tasks', 'write the parser tests'], ['facts', 'the build server runs Node 20'])
  const decisions = {
    base,
    ours: addItem(base, 'decisions', 'Use tabs for indentation'),
    theirs: addItem(base, 'decisions', 'Use spaces for indentation'),
  }

  test('a conflict between two decisions is reported, and nothing is merged before it is resolved', () => {
    const { taken, conflicts } = threeWayMerge(base, decisions.ours, decisions.theirs)
    expect(taken).toEqual([])
    expect(conflicts).toMatchObject([
      {
        kind: 'decision',
        ours: { text: 'Use tabs for indentation' },
        theirs: { text: 'Use spaces for indentation' },
      },
    ])
  })

  test.each([
    ['ours', ['Use tabs for indentation']],
    ['skip', ['Use tabs for indentation']],
    ['theirs', ['Use spaces for indentation']],
    ['both', ['Use spaces for indentation', 'Use tabs for indentation']],
  ] as const)('a conflict between two decisions is resolved by %s', (choice, left) => {
    expect(openTexts(mergeWork(decisions, choice).decisions)).toEqual(left)
  })

  test.each([
    ['ours', 'win'],
    ['theirs', 'take part'],
    ['both', 'win; take part'],
    ['skip', 'win'],
  ] as const)('a conflict between two goals is resolved by %s', (choice, goal) => {
    const three = { base, ours: setGoal(base, 'win'), theirs: setGoal(base, 'take part') }
    expect(mergeWork(three, choice).goal?.text).toBe(goal)
  })

  test.each([
    ['ours', ['write all parser tests', 'write the parser tests']],
    ['theirs', []],
    ['both', ['write all parser tests']],
    ['skip', ['write all parser tests', 'write the parser tests']],
  ] as const)(
    'a conflict about an item that the other session closed and this session reworded is resolved by %s',
    (choice, left) => {
      const three = {
        base,
        ours: addItem(base, 'tasks', 'write all parser tests'),
        theirs: closeItem(base, 'tasks', 'write the parser tests'),
      }
      expect(threeWayMerge(base, three.ours, three.theirs).conflicts).toMatchObject([
        { kind: 'closed', by: 'theirs' },
      ])
      expect(openTexts(mergeWork(three, choice).tasks)).toEqual(left)
    },
  )

  test.each([
    ['ours', []],
    ['theirs', ['the build server now runs Node 20', 'the build server runs Node 20']],
    ['both', ['the build server now runs Node 20']],
  ] as const)(
    'a conflict about an item that this session unpinned and the other session reworded is resolved by %s',
    (choice, left) => {
      const three = {
        base,
        ours: closeItem(base, 'facts', 'the build server runs Node 20'),
        theirs: addItem(base, 'facts', 'the build server now runs Node 20'),
      }
      expect(threeWayMerge(base, three.ours, three.theirs).conflicts).toMatchObject([
        { kind: 'closed', by: 'ours' },
      ])
      expect(openTexts(mergeWork(three, choice).facts)).toEqual(left)
    },
  )

  test('an unresolved conflict is reported again by the next merge', () => {
    const { ours, theirs } = decisions
    const plan = threeWayMerge(base, ours, theirs)
    const { undecided } = resolveConflicts(plan, () => 'skip')
    const next = threeWayMerge(withoutUndecided(theirs, undecided), mergeWork(decisions, 'skip'), theirs)
    expect(next.conflicts.map(({ id }) => id)).toEqual(plan.conflicts.map(({ id }) => id))
  })
})
