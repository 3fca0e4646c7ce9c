import { expect, test } from 'vitest'
import type { KnownEvent } from '../../src/event/catalogue.ts'
import { craftOf, namedCommands, namesSymbol } from './craft.ts'

const ran = (command: string): KnownEvent => ({ type: 'tool.returned', command }) as unknown as KnownEvent
const touched = (name: string): KnownEvent => ({ type: 'symbol.touched', name }) as unknown as KnownEvent

test('commands are counted by program and subcommand, without what every session runs', () => {
  const { commands } = craftOf([ran('cd api && go test ./... | tail -3'), ran('git status'), ran('ls -la')])
  expect([...commands]).toEqual(['go test'])
})

test('a name that could be a word is no symbol to look for', () => {
  expect([...craftOf([touched('load'), touched('Store.load'), touched('loadAll')]).symbols]).toEqual([
    'Store.load',
    'loadAll',
  ])
})

test('a symbol is named by its whole name, or by a last part that is no word', () => {
  expect(namesSymbol('see Store.load', 'Store.load')).toBe(true)
  expect(namesSymbol('load it', 'Store.load')).toBe(false)
  expect(namesSymbol('call loadAll() first', 'Store.loadAll')).toBe(true)
  expect(namesSymbol('reloadAllNow', 'loadAll')).toBe(false)
})

test('a command is named by a line, in code marks, or by two words anywhere', () => {
  const wanted = new Set(['go test', 'vitest', 'make build'])
  expect(namedCommands('- go test -run X ./...', wanted)).toBe(1)
  expect(namedCommands('ran `vitest run` again, then make build', wanted)).toBe(2)
  expect(namedCommands('vitesting the makers', wanted)).toBe(0)
})
