import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../tests/property/runs.ts'
import { chained, eventId, session } from '../../tests/support/events.ts'
import type { JsonObject } from '../event/canonical-json.ts'
import type { NewEvent } from '../event/define.ts'
import { understand } from '../event/understand.ts'
import { type Item, nothingNoted, WORK_LISTS, type Work, type WorkList, work } from '../fold/work.ts'
import type { Choice } from './conflict.ts'
import { mergeFacts } from './facts.ts'
import { resolvedBy, withoutUndecided } from './resolve.ts'
import { threeWay } from './three-way.ts'

const [OURS, THEIRS] = [session('ours'), session('theirs')]

/** The work after more facts, by the fold that the log uses. */
const after = (before: Work, events: readonly NewEvent[]): Work =>
  chained(OURS, events).reduce((state, stored) => {
    const meaning = understand(stored)
    if (meaning.kind !== 'known') throw new Error(`${stored.type}: ${meaning.kind}`)
    return work.apply(state, meaning.event)
  }, before)

let made = 0
function event(type: string, data: JsonObject): NewEvent {
  made += 1
  return { id: eventId(`merge ${made}`), type, version: 1, at: made, data }
}

const ADDED: Readonly<Record<WorkList, (text: string) => NewEvent>> = {
  decisions: (choice) => event('decision.made', { choice }),
  blockers: (text) => event('blocker.met', { text }),
  actions: (text) => event('action.planned', { text }),
  tasks: (text) => event('task.opened', { text }),
  facts: (text) => event('fact.pinned', { text }),
  evidence: (text) => event('evidence.found', { text }),
}
const CLOSED: Partial<Record<WorkList, (id: string) => NewEvent>> = {
  blockers: (blocker) => event('blocker.cleared', { blocker }),
  actions: (action) => event('action.done', { action }),
  tasks: (task) => event('task.closed', { task }),
  facts: (id) => event('fact.unpinned', { fact: id }),
}

const has = (...lists: readonly (readonly [WorkList, string])[]): Work =>
  after(
    nothingNoted,
    lists.map(([list, text]) => ADDED[list](text)),
  )
const adds = (state: Work, list: WorkList, text: string): Work => after(state, [ADDED[list](text)])
function closes(state: Work, list: WorkList, text: string): Work {
  const item = state[list].find((one) => one.text === text && one.closedAt === undefined)
  const close = CLOSED[list]
  return item && close ? after(state, [close(item.id)]) : state
}
const aims = (state: Work, text: string): Work => after(state, [event('goal.set', { text })])

interface Three {
  readonly base: Work
  readonly ours: Work
  readonly theirs: Work
}
const factsFor = ({ base, ours, theirs }: Three, choice: Choice): readonly NewEvent[] =>
  mergeFacts(
    resolvedBy(threeWay(base, ours, theirs), () => choice),
    { into: OURS, from: THEIRS, upTo: 7, at: 1_000_000 },
  )
const merged = (three: Three, choice: Choice): Work => after(three.ours, factsFor(three, choice))
const openTexts = (items: readonly Item[]): readonly string[] =>
  [...new Set(items.filter(({ closedAt }) => closedAt === undefined).map(({ text }) => text))].sort()
const closedTexts = (items: readonly Item[]): readonly string[] =>
  [...new Set(items.filter(({ closedAt }) => closedAt !== undefined).map(({ text }) => text))].sort()

describe('what one side alone did', () => {
  const base = has(['tasks', 'paint the boat'], ['facts', 'the harbour closes at nine'])

  test('is taken: added, done, unpinned', () => {
    const theirs = closes(
      closes(adds(base, 'decisions', 'sell canoes'), 'tasks', 'paint the boat'),
      'facts',
      'the harbour closes at nine',
    )
    const result = merged({ base, ours: base, theirs }, 'ours')
    expect(openTexts(result.decisions)).toEqual(['sell canoes'])
    expect([openTexts(result.tasks), openTexts(result.facts)]).toEqual([[], []])
    expect(closedTexts(result.tasks)).toEqual(['paint the boat'])
  })

  test('stays where the other side did nothing', () => {
    const ours = adds(closes(base, 'tasks', 'paint the boat'), 'tasks', 'buy paint')
    expect(threeWay(base, ours, base)).toEqual({ taken: [], conflicts: [] })
  })

  test('is taken as done when it was begun and done there', () => {
    const theirs = closes(adds(base, 'tasks', 'sand the deck'), 'tasks', 'sand the deck')
    const result = merged({ base, ours: base, theirs }, 'ours')
    expect(closedTexts(result.tasks)).toEqual(['sand the deck'])
  })

  test('is there once when both did it', () => {
    const [ours, theirs] = [adds(base, 'facts', 'it rains'), adds(base, 'facts', 'it rains')]
    expect(threeWay(base, ours, theirs)).toEqual({ taken: [], conflicts: [] })
  })

  test('is the goal too', () => {
    expect(merged({ base, ours: base, theirs: aims(base, 'win') }, 'ours').goal?.text).toBe('win')
    expect(merged({ base, ours: aims(base, 'win'), theirs: base }, 'theirs').goal?.text).toBe('win')
  })
})

describe('a conflict', () => {
  const base = has(['tasks', 'write the parser tests'], ['facts', 'the build server runs Node 20'])
  const decisions = {
    base,
    ours: adds(base, 'decisions', 'Use tabs for indentation'),
    theirs: adds(base, 'decisions', 'Use spaces for indentation'),
  }

  test('of two decisions is named, and nothing of it is taken before it is decided', () => {
    const { taken, conflicts } = threeWay(base, decisions.ours, decisions.theirs)
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
  ] as const)('of two decisions, by %s', (choice, left) => {
    expect(openTexts(merged(decisions, choice).decisions)).toEqual(left)
  })

  test.each([
    ['ours', 'win'],
    ['theirs', 'take part'],
    ['both', 'win; take part'],
    ['skip', 'win'],
  ] as const)('of two goals, by %s', (choice, goal) => {
    const three = { base, ours: aims(base, 'win'), theirs: aims(base, 'take part') }
    expect(merged(three, choice).goal?.text).toBe(goal)
  })

  test.each([
    ['ours', ['write all parser tests', 'write the parser tests']],
    ['theirs', []],
    ['both', ['write all parser tests']],
    ['skip', ['write all parser tests', 'write the parser tests']],
  ] as const)('of what was done there and said anew here, by %s', (choice, left) => {
    const three = {
      base,
      ours: adds(base, 'tasks', 'write all parser tests'),
      theirs: closes(base, 'tasks', 'write the parser tests'),
    }
    expect(threeWay(base, three.ours, three.theirs).conflicts).toMatchObject([
      { kind: 'closed', by: 'theirs' },
    ])
    expect(openTexts(merged(three, choice).tasks)).toEqual(left)
  })

  test.each([
    ['ours', []],
    ['theirs', ['the build server now runs Node 20', 'the build server runs Node 20']],
    ['both', ['the build server now runs Node 20']],
  ] as const)('of a fact unpinned here and said anew there, by %s', (choice, left) => {
    const three = {
      base,
      ours: closes(base, 'facts', 'the build server runs Node 20'),
      theirs: adds(base, 'facts', 'the build server now runs Node 20'),
    }
    expect(threeWay(base, three.ours, three.theirs).conflicts).toMatchObject([{ kind: 'closed', by: 'ours' }])
    expect(openTexts(merged(three, choice).facts)).toEqual(left)
  })

  test('that was left undecided is there again at the next merge', () => {
    const { ours, theirs } = decisions
    const plan = threeWay(base, ours, theirs)
    const { undecided } = resolvedBy(plan, () => 'skip')
    const next = threeWay(withoutUndecided(theirs, undecided), merged(decisions, 'skip'), theirs)
    expect(next.conflicts.map(({ id }) => id)).toEqual(plan.conflicts.map(({ id }) => id))
  })
})

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
type Step =
  | { readonly kind: 'add' | 'close'; readonly list: WorkList; readonly text: string }
  | { readonly kind: 'goal'; readonly text: string }
const steps = (texts: readonly string[]): fc.Arbitrary<readonly Step[]> =>
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
const walked = (state: Work, all: readonly Step[]): Work =>
  all.reduce((now, step) => {
    if (step.kind === 'goal') return aims(now, step.text)
    return step.kind === 'add' ? adds(now, step.list, step.text) : closes(now, step.list, step.text)
  }, state)
const three: fc.Arbitrary<Three> = fc
  .tuple(steps(TEXTS), steps(TEXTS), steps(TEXTS))
  .map(([first, mine, its]) => {
    const base = walked(nothingNoted, first)
    return { base, ours: walked(base, mine), theirs: walked(base, its) }
  })
const choices = fc.constantFrom<Choice>('ours', 'theirs', 'both', 'skip')

describe('whatever both sides did', () => {
  test('the same merge twice is the same facts, each with an id of its own', () => {
    fc.assert(
      fc.property(three, choices, (all, choice) => {
        const [once, twice] = [factsFor(all, choice), factsFor(all, choice)]
        expect(twice).toEqual(once)
        expect(new Set(once.map(({ id }) => id)).size).toBe(once.length)
      }),
      { numRuns: runs(300) },
    )
  })

  test('after a merge there is nothing left to take', () => {
    fc.assert(
      fc.property(three, choices, (all, choice) => {
        const result = merged(all, choice)
        expect(threeWay(all.theirs, result, all.theirs)).toEqual({ taken: [], conflicts: [] })
        expect(threeWay(all.base, result, all.theirs).taken).toEqual([])
      }),
      { numRuns: runs(300) },
    )
  })

  test('nothing of either side is lost without a conflict that names it, or the other side being done with it', () => {
    fc.assert(
      fc.property(three, (all) => {
        const named = threeWay(all.base, all.ours, all.theirs).conflicts.flatMap((one) =>
          one.kind === 'closed' ? [one.closed.text, one.kept.text] : [one.ours.text, one.theirs.text],
        )
        const result = merged(all, 'ours')
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

  test('what does not touch is the same whichever side takes in the other', () => {
    const [some, others] = [
      ['it rains', 'paint the boat'],
      ['buy a saw', 'call the harbour master'],
    ]
    const apart = fc.tuple(steps(['sail', 'swim']), steps(some), steps(others)).map(([first, mine, its]) => {
      const base = walked(nothingNoted, first)
      const ours = walked(base, mine)
      const isGoalSet = mine.some(({ kind }) => kind === 'goal')
      return { base, ours, theirs: walked(base, isGoalSet ? its.filter(({ kind }) => kind !== 'goal') : its) }
    })
    fc.assert(
      fc.property(apart, ({ base, ours, theirs }) => {
        const [one, other] = [
          merged({ base, ours, theirs }, 'ours'),
          merged({ base, ours: theirs, theirs: ours }, 'ours'),
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
