import { expect, test } from 'vitest'
import { knownEvent } from '../../tests/support/events.ts'
import type { KnownEvent } from '../event/catalogue.ts'
import { work } from './noted-work.ts'
import { naming, titleOf } from './title.ts'

const titled = (...events: readonly KnownEvent[]) =>
  titleOf({
    naming: events.reduce(naming.apply, naming.initial),
    work: events.reduce(work.apply, work.initial),
  })
const prompt = (text: string, at = 1) => knownEvent('prompt.submitted', { text, origin: 'user' }, at)
const title = (text: string, by: string, at = 5) => knownEvent('session.titled', { title: text, by }, at)
const PLAN = prompt(
  'Implement the following plan:\n\n# Plan: Move the cache to disk\n\n1. Read it\n2. Write it',
)

test('the title comes from the first available source: user, client, model, plan, goal, first request', () => {
  const events = [prompt('fix the slow export of invoices')]
  expect(titled(...events)).toMatchObject({ text: 'Fix the slow export of invoices', by: 'prompt' })
  events.push(knownEvent('goal.set', { text: 'faster exports' }, 2))
  expect(titled(...events)).toMatchObject({ text: 'faster exports', by: 'goal' })
  events.push(PLAN)
  expect(titled(...events)).toMatchObject({ text: 'Move the cache to disk', by: 'plan' })
  events.push(title('Cache on disk', 'model'))
  expect(titled(...events)).toMatchObject({ text: 'Cache on disk', by: 'model' })
  events.push(title('Cache work', 'client'))
  expect(titled(...events)).toMatchObject({ text: 'Cache work', by: 'client' })
  events.push(title('The cache', 'user'), title('Newer, by the model', 'model', 9))
  expect(titled(...events)).toMatchObject({ text: 'The cache', by: 'user' })
})

test('the latest title of each source is used, regardless of the order of arrival', () => {
  expect(titled(title('new', 'model', 9), title('old', 'model', 5))?.text).toBe('new')
  expect(titled(title('old', 'model', 5), title('new', 'model', 9))?.text).toBe('new')
})

test("the client's rename command sets the user's title", () => {
  expect(titled(prompt('/rename Imports'), title('x', 'client'))).toMatchObject({
    text: 'Imports',
    by: 'user',
  })
})

test.each([
  '/clear',
  '/model opus',
  'yes',
  'continue',
  'commit and push',
  'where were we?',
  "what's the status?",
  'TypeError: x is not a function\n    at run (a.ts:1:2)',
  '2 please',
  'no, the other one',
  '[Image #1]',
  'fix it',
])('%j is not used as a title', (text) => {
  expect(titled(prompt(text), prompt('add a login page', 2))?.text).toBe('Add a login page')
})

test('the title of an expanded command is the command with its arguments, not the expanded text', () => {
  const expansion = prompt('Current state of the review: open. Look at each file and report.', 2)
  expect(titled(prompt('/pr-review 151'), expansion)?.text).toBe('pr-review 151')
  expect(titled(prompt('/code-review'), expansion)?.text).toBe('code-review')
  const answered = knownEvent('response.completed', { text: 'Nothing found.' }, 3)
  expect(titled(prompt('/code-review'), expansion, answered, prompt('rename the parser', 4))?.text).toBe(
    'Rename the parser',
  )
})

test('a title is one short line', () => {
  const text = titled(prompt(`please add ${'many words '.repeat(40)}`))?.text ?? ''
  expect(text.length).toBeLessThanOrEqual(101)
  expect(titled(title('two\nlines', 'model'))?.text).toBe('two lines')
})

test("the client's summary is stored, and each pull request is stored once", () => {
  const view = [
    knownEvent('agent.summarized', { kind: 'recap', text: 'Half done.' }, 5),
    knownEvent('pull.linked', { url: 'https://x/pull/7', number: 7 }, 6),
    knownEvent('pull.linked', { url: 'https://x/pull/7', number: 7, repository: 'x' }, 7),
  ].reduce(naming.apply, naming.initial)
  expect(view.summary).toMatchObject({ kind: 'recap', text: 'Half done.' })
  expect(view.pulls).toEqual([{ url: 'https://x/pull/7', number: 7, repository: 'x' }])
})

test('a pull request that a command opened is stored', () => {
  const opened = (command: string, output: string) =>
    knownEvent('tool.returned', { call: 'c', tool: 'Bash', outcome: 'ok', command, output }, 5)
  const url = 'https://github.com/acme/shop/pull/12'
  const after = (command: string) =>
    naming.apply(naming.initial, opened(command, `Creating pull request\n${url}\n`)).pulls
  expect(after('git push && gh pr create --title x')).toEqual([{ url, number: 12 }])
  expect(after('gh pr view 12')).toEqual([])
})
