import { expect, test } from 'vitest'
import { edited, goal, prompt, viewAfter } from '../../tests/support/session-view.ts'
import { driftOf, goalKeywords, originalGoal } from './drift.ts'

test('the original goal is the first goal that was set, otherwise the first prompt', () => {
  expect(originalGoal(viewAfter(prompt('build a parser'), goal('ship the parser'), goal('rest')))).toBe(
    'ship the parser',
  )
  expect(originalGoal(viewAfter(prompt('build a parser'), prompt('go on')))).toBe('build a parser')
  expect(driftOf(viewAfter())).toBeUndefined()
  expect(driftOf(viewAfter(goal('ship the parser'))), 'nothing was done yet').toBeUndefined()
})

test('there is no drift while prompts and files match the goal', () => {
  const view = viewAfter(
    goal('write the invoice parser'),
    prompt('begin with dates'),
    prompt('now the parser for amounts'),
    prompt('go on'),
    edited('/w/src/invoice.ts'),
  )
  expect(driftOf(view)).toMatchObject({
    keywords: ['invoice', 'parser'],
    overlap: 1,
    missing: [],
    isDrifting: false,
  })
})

test('a session that is no longer about its goal has drifted', () => {
  const view = viewAfter(
    goal('write the invoice parser'),
    prompt('the login page looks odd'),
    prompt('center the button'),
    prompt('darker blue'),
    edited('/w/src/login.css'),
  )
  expect(driftOf(view)).toMatchObject({ overlap: 0, isDrifting: true })
})

test('a session does not count as drifting if it has few prompts or a one-word goal', () => {
  expect(driftOf(viewAfter(goal('invoice parser'), prompt('login')))?.isDrifting).toBe(false)
  const short = viewAfter(goal('parser'), prompt('blue'), prompt('red'), prompt('green'))
  expect(driftOf(short)?.isDrifting).toBe(false)
})

test('a goal has at most twelve keywords', () => {
  const long = Array.from({ length: 40 }, (_, i) => `word${String.fromCharCode(97 + (i % 26))}${i}`).join(' ')
  expect(goalKeywords(viewAfter(goal(long)))).toHaveLength(12)
})
