import { expect, test } from 'vitest'
import type { KnownEvent } from '../../src/event/catalogue.ts'
import { activityOf, countMentionedCommands, mentionsSymbol } from './session-activity.ts'

const ran = (command: string): KnownEvent => ({ type: 'tool.returned', command }) as unknown as KnownEvent
const touched = (name: string): KnownEvent => ({ type: 'symbol.touched', name }) as unknown as KnownEvent

test('commands are counted by program and subcommand, excluding common shell tools', () => {
  const { commands } = activityOf([
    ran('cd api && go test ./... | tail -3'),
    ran('git status'),
    ran('ls -la'),
  ])
  expect([...commands]).toEqual(['go test'])
})

test('a name that could be an ordinary word is not counted as a symbol', () => {
  expect([...activityOf([touched('load'), touched('Store.load'), touched('loadAll')]).symbols]).toEqual([
    'Store.load',
    'loadAll',
  ])
})

test('a symbol is matched by its full name or a distinct last part', () => {
  expect(mentionsSymbol('see Store.load', 'Store.load')).toBe(true)
  expect(mentionsSymbol('load it', 'Store.load')).toBe(false)
  expect(mentionsSymbol('call loadAll() first', 'Store.loadAll')).toBe(true)
  expect(mentionsSymbol('reloadAllNow', 'loadAll')).toBe(false)
})

test('a command is matched at the start of a line, in backticks, or anywhere if it has two words', () => {
  const wanted = new Set(['go test', 'vitest', 'make build'])
  expect(countMentionedCommands('- go test -run X ./...', wanted)).toBe(1)
  expect(countMentionedCommands('ran `vitest run` again, then make build', wanted)).toBe(2)
  expect(countMentionedCommands('vitesting the makers', wanted)).toBe(0)
})
