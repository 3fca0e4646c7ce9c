import { describe, expect, test } from 'vitest'
import { clusterCorrections, type HeardCorrection } from './cluster.ts'
import { type Proposal, propose } from './propose.ts'
import { ruleOf } from './rule-text.ts'
import { languageIn, ruleWords } from './words.ts'

const heard = (
  words: string,
  more: Partial<HeardCorrection> = {},
  { isLasting = true, confidence = 0.8 } = {},
): HeardCorrection => {
  const language = languageIn(words)
  const session = more.session ?? 'one'
  return {
    correction: {
      message: `${session} ${words}`,
      at: 0,
      span: [0, words.length],
      said: words,
      kind: 'direct',
      rule: ruleOf(words),
      about: ruleWords(words),
      ...(language && { language }),
      confidence,
      isLasting,
    },
    session,
    project: 'ours',
    ...more,
  }
}
const proposalFor = (...all: readonly HeardCorrection[]): Proposal | undefined =>
  clusterCorrections(all).map((one) => propose(one))[0]

describe('the scope of a proposal', () => {
  test('a rule stated in two projects is universal, whatever it names', () => {
    const scope = proposalFor(
      heard('never edit the files in src/generated', { project: 'ours', session: 'one' }),
      heard('do not edit files in src/generated', { project: 'theirs', session: 'two' }),
    )?.scope
    expect(scope).toEqual({ kind: 'universal' })
  })

  test('a rule from one project is universal if it names nothing specific to that project', () => {
    expect(proposalFor(heard('never commit directly to main'))?.scope).toEqual({ kind: 'universal' })
  })

  test.each([
    ['a path', 'never edit src/generated/api.ts by hand'],
    ['a name in code', 'always go through openSessions'],
    ['that it is of this project', 'in this project we always use tabs'],
    ['a name that its project gave', 'always ask ledger for the tasks'],
  ])('%s makes it a project rule', (_, words) => {
    expect(proposalFor(heard(words, { names: ['ledger'] }))?.scope).toEqual({
      kind: 'project',
      project: 'ours',
    })
  })

  test('a rule repeated in only one of several projects belongs to that project', () => {
    const all = ['one', 'two', 'three'].map((session) => heard('never write to the live folder', { session }))
    const [found] = clusterCorrections(all)
    expect(found && propose(found).scope.kind).toBe('universal')
    expect(found && propose(found, { projects: 2 }).scope).toEqual({ kind: 'project', project: 'ours' })
  })

  test('a rule belongs to a language if all evidence shares it and the rule mentions it', () => {
    const words = 'never use any in TypeScript'
    expect(proposalFor(heard(words, { language: 'TypeScript' }))?.scope).toEqual({
      kind: 'language',
      language: 'TypeScript',
    })
    expect(proposalFor(heard(words, { language: 'Go' }))?.scope).toEqual({ kind: 'universal' })
    expect(proposalFor(heard('never push to main', { language: 'Go' }))?.scope).toEqual({ kind: 'universal' })
  })
})

describe('the confidence of a proposal', () => {
  const words = 'use table driven tests'
  const once = { isLasting: false }

  test('a one-time correction never reaches the confidence for automatic approval', () => {
    expect(proposalFor(heard(words, {}, { isLasting: false, confidence: 0.99 }))?.confidence).toBeLessThan(
      0.6,
    )
  })

  test('grows with every session; repetitions within a session count once', () => {
    const one = proposalFor(heard(words, { session: 'one' }, once))?.confidence ?? 0
    const twice = proposalFor(
      heard(words, { session: 'one' }, once),
      heard('tests should be table driven', { session: 'one' }, once),
    )?.confidence
    const two = proposalFor(
      heard(words, { session: 'one' }, once),
      heard('tests should be table driven', { session: 'two' }, once),
    )?.confidence
    expect(twice).toBe(one)
    expect(two).toBeGreaterThan(one)
  })

  test('the same words in two sessions count as one resumed history', () => {
    const one = proposalFor(heard(words, { session: 'one' }, once))?.confidence
    const copied = proposalFor(heard(words, { session: 'one' }, once), heard(words, { session: 'two' }, once))
    expect(copied?.confidence).toBe(one)
    expect(copied?.evidence).toHaveLength(2)
  })

  test('never reaches 1', () => {
    const many = Array.from({ length: 50 }, (_, at) => heard(words, { session: `s${at}` }))
    expect(proposalFor(...many)?.confidence).toBeLessThan(1)
  })
})

test('a proposal has a rationale and lists its messages', () => {
  const proposal = proposalFor(
    heard('never commit directly to main', { session: 'one' }),
    heard("don't commit to the main branch directly", { session: 'two' }),
  )
  expect(proposal?.rationale).toBe('Heard twice in 2 sessions (direct); it names nothing of one project.')
  expect(proposal?.evidence).toHaveLength(2)
})

test.each([
  ['never commit directly to main', 'git'],
  ['do not mock the database in tests', 'testing'],
  ['use pnpm instead of npm', 'tools'],
  ['use tabs for indentation', 'style'],
  ['stop writing long summaries', 'communication'],
  ['never use any in TypeScript', 'style'],
  ['wait for my approval of the plan', 'process'],
])('%s has the category %s', (words, category) => {
  expect(proposalFor(heard(words))?.category).toBe(category)
})
