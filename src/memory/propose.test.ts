import { describe, expect, test } from 'vitest'
import { correctionWith } from '../../tests/support/corrections.ts'
import { clusterCorrections, type HeardCorrection } from './cluster.ts'
import { type Proposal, propose } from './propose.ts'

const correction = (
  words: string,
  more: Partial<HeardCorrection> = {},
  strength: { readonly isLasting?: boolean; readonly confidence?: number } = {},
): HeardCorrection =>
  correctionWith(words, `${more.session ?? 'one'} ${words}`, { session: 'one', ...more, ...strength })
const proposalFor = (...all: readonly HeardCorrection[]): Proposal | undefined =>
  clusterCorrections(all).map((one) => propose(one))[0]

describe('the scope of a proposal', () => {
  test('a rule stated in two projects is universal, regardless of the names in it', () => {
    const scope = proposalFor(
      correction('never edit the files in src/generated', { project: 'ours', session: 'one' }),
      correction('do not edit files in src/generated', { project: 'theirs', session: 'two' }),
    )?.scope
    expect(scope).toEqual({ kind: 'universal' })
  })

  test('a rule from a single session never applies beyond its project', () => {
    const scope = { kind: 'project', project: 'ours' }
    expect(proposalFor(correction('never commit directly to main'))?.scope).toEqual(scope)
    expect(proposalFor(correction('never use any in TypeScript', { language: 'TypeScript' }))?.scope).toEqual(
      scope,
    )
    const again = [correction('never commit to main directly'), correction('never commit directly to main')]
    expect(proposalFor(...again)?.scope, 'two messages of one session').toEqual(scope)
  })

  test('a rule from two sessions is universal if it names nothing specific to their project', () => {
    const all = [
      correction('never commit directly to main'),
      correction('never commit to main', { session: 'two' }),
    ]
    expect(proposalFor(...all)?.scope).toEqual({ kind: 'universal' })
  })

  test.each([
    ['a path', 'never edit src/generated/api.ts by hand'],
    ['a name in code', 'always go through openSessions'],
    ['a mention of this project', 'in this project we always use tabs'],
    ['a name from its project', 'always ask ledger for the tasks'],
  ])('a rule with %s is a project rule', (_, words) => {
    expect(proposalFor(correction(words, { names: ['ledger'] }))?.scope).toEqual({
      kind: 'project',
      project: 'ours',
    })
  })

  test('a rule repeated in only one of several projects belongs to that project', () => {
    const all = ['one', 'two', 'three'].map((session) =>
      correction('never write to the live folder', { session }),
    )
    const [found] = clusterCorrections(all)
    expect(found && propose(found).scope.kind).toBe('universal')
    expect(found && propose(found, { projects: 2 }).scope).toEqual({ kind: 'project', project: 'ours' })
  })

  test('a rule belongs to a language if all evidence is from that language and the rule mentions it', () => {
    const words = 'never use any in TypeScript'
    const twice = (said: string, language: string) =>
      proposalFor(correction(said, { language }), correction(said, { language, session: 'two' }))?.scope
    expect(twice(words, 'TypeScript')).toEqual({ kind: 'language', language: 'TypeScript' })
    expect(twice(words, 'Go')).toEqual({ kind: 'universal' })
    expect(twice('never push to main', 'Go')).toEqual({ kind: 'universal' })
  })
})

describe('the confidence of a proposal', () => {
  const words = 'use table driven tests'
  const once = { isLasting: false }

  test('a one-time correction never reaches the confidence for automatic approval', () => {
    expect(
      proposalFor(correction(words, {}, { isLasting: false, confidence: 0.99 }))?.confidence,
    ).toBeLessThan(0.6)
  })

  test('the confidence grows with every session, but not with repetitions within a session', () => {
    const one = proposalFor(correction(words, { session: 'one' }, once))?.confidence ?? 0
    const twice = proposalFor(
      correction(words, { session: 'one' }, once),
      correction('tests should be table driven', { session: 'one' }, once),
    )?.confidence
    const two = proposalFor(
      correction(words, { session: 'one' }, once),
      correction('tests should be table driven', { session: 'two' }, once),
    )?.confidence
    expect(twice).toBe(one)
    expect(two).toBeGreaterThan(one)
  })

  test('a message that two sessions share counts once, because one session resumed the other', () => {
    const one = proposalFor(correction(words, { session: 'one' }, once))?.confidence
    const copied = proposalFor(
      correction(words, { session: 'one' }, once),
      correction(words, { session: 'two' }, once),
    )
    expect(copied?.confidence).toBe(one)
    expect(copied?.evidence).toHaveLength(2)
  })

  test('the confidence never reaches 1', () => {
    const many = Array.from({ length: 50 }, (_, at) => correction(words, { session: `s${at}` }))
    expect(proposalFor(...many)?.confidence).toBeLessThan(1)
  })
})

test('a proposal contains a rationale and lists its messages', () => {
  const proposal = proposalFor(
    correction('never commit directly to main', { session: 'one' }),
    correction("don't commit to the main branch directly", { session: 'two' }),
  )
  expect(proposal?.rationale).toBe(
    'Heard twice in 2 sessions (direct; not certainly typed); it names nothing specific to one project.',
  )
  expect(proposal?.evidence).toHaveLength(2)
})

test('the rationale mentions no doubt if the words were certainly typed', () => {
  const one = correction('never commit directly to main')
  const typed = { ...one, correction: { ...one.correction, isTyped: true } }
  expect(proposalFor(typed, correction("don't commit to the main branch directly"))?.rationale).toMatch(
    /\(direct\);/,
  )
})

test.each([
  ['never commit directly to main', 'git'],
  ['do not mock the database in tests', 'testing'],
  ['use pnpm instead of npm', 'tools'],
  ['use tabs for indentation', 'style'],
  ['stop writing long summaries', 'communication'],
  ['never use any in TypeScript', 'style'],
  ['wait for my approval of the plan', 'process'],
])('the rule "%s" has the category %s', (words, category) => {
  expect(proposalFor(correction(words))?.category).toBe(category)
})
