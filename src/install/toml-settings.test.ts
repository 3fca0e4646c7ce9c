import { describe, expect, test } from 'vitest'
import { addTable, removeTable } from './toml-settings.ts'

const file = { where: 'config.toml', title: 'Codex' }
const entry = {
  path: ['mcp_servers', 'leftoff'] as const,
  value: { command: '/l/"bin"/leftoff', args: ['mcp'] },
  userKeys: [],
}
const MARK = '# leftoff: written by leftoff init, taken out by leftoff uninstall'
const TABLE = `${MARK}\n[mcp_servers.leftoff]\ncommand = "/l/\\"bin\\"/leftoff"\nargs = ["mcp"]\n`
const addedTo = (text: string): string => addTable(text, file, entry).text
const removedFrom = (text: string, original?: string): string =>
  removeTable(text, file, { entry, original }).text

test.each([
  ['no file', '', TABLE],
  ['a file with a line break at the end', 'a = 1\n', `a = 1\n\n${TABLE}`],
  ['a file without a line break at the end', 'a = 1', `a = 1\n\n${TABLE}`],
  ['a file with CRLF', 'a = 1\r\n', `a = 1\r\n\r\n${TABLE.replaceAll('\n', '\r\n')}`],
  [
    'a file with other servers',
    '[mcp_servers.x]\ncommand = "y"\n',
    `[mcp_servers.x]\ncommand = "y"\n\n${TABLE}`,
  ],
])('our table is added at the end and removed byte for byte: %s', (_, before, after) => {
  expect(addedTo(before)).toBe(after)
  expect(addedTo(after)).toBe(after)
  expect(removedFrom(after, before)).toBe(before)
})

describe('edits by Codex', () => {
  test('tables that Codex adds after ours are kept', () => {
    const state = '[hooks.state."/x:stop:0:0"]\ntrusted_hash = "sha256:1"\n'
    expect(removedFrom(`${addedTo('a = 1')}\n${state}`, 'a = 1')).toBe(`a = 1\n\n${state}`)
  })

  test('our table is removed even if Codex dropped our comment and added keys and sub-tables', () => {
    const theirs =
      '[mcp_servers.leftoff]\ncommand = "/x/leftoff/bin/leftoff"\nargs = ["mcp"]\nenabled = false\n'
    const below = '\n[mcp_servers.leftoff.tools.brief]\napproval_mode = "approve"\n'
    expect(removedFrom(`a = 1\n\n${theirs}${below}\n[b]\nc = 1\n`, 'a = 1\n')).toBe('a = 1\n\n\n[b]\nc = 1\n')
  })
})

test('an outdated table is updated, and keys that the user added are kept', () => {
  const before = addedTo('a = 1\n').replace('/l/', '/old/').replace('args', 'startup_timeout_sec = 30\nargs')
  expect(addTable(before, file, entry)).toMatchObject({
    text: before.replace('/old/', '/l/'),
    updated: ['mcp_servers.leftoff'],
  })
})

test('our header inside a multi-line string is ignored', () => {
  const before = "a = '''\n[mcp_servers.leftoff]\nx = 1\n'''\n"
  expect(removedFrom(addedTo(before), before)).toBe(before)
})

test.each([
  '[mcp_servers.leftoff]\ncommand = "leftoff"\nargs = ["mcp"]\n',
  '[mcp_servers.leftoff]\ncommand = "/usr/local/bin/leftoff"\nargs = ["mcp"]\n',
  '[mcp_servers.leftoff]\ncommand = "npx"\nargs = ["leftoff", "mcp"]\n\n[mcp_servers.leftoff.env]\nA = "1"\n',
  'mcp_servers.leftoff = { command = "y" }\n',
  'mcp_servers = { leftoff = { url = "https://leftoff.example" } }\n',
])('a server named leftoff that we did not write is reported and kept byte for byte: %j', (before) => {
  expect(addTable(before, file, entry)).toMatchObject({ text: before, occupied: 'mcp_servers.leftoff' })
  expect(removeTable(before, file, { entry })).toMatchObject({
    text: before,
    removed: [],
    occupied: 'mcp_servers.leftoff',
  })
})

test('a table below our comment is recognized as ours, even after the home folder has moved', () => {
  const moved = addedTo('a = 1\n').replace('/l/\\"bin\\"/leftoff', '/elsewhere/bin/leftoff')
  expect(moved).toContain('elsewhere')
  expect(removedFrom(moved, 'a = 1\n')).toBe('a = 1\n')
})

describe('files that cannot be edited automatically', () => {
  test.each([
    ['mcp_servers = { x = { command = "y" } }\n', 'agent-config-by-hand'],
    [
      'mcp_servers.leftoff = { command = "/y/leftoff/bin/leftoff", args = ["mcp"], x = 1 }\n',
      'agent-config-by-hand',
    ],
    ['a = \n', 'agent-config-unreadable'],
    ['a = 1\na = 2\n', 'agent-config-unreadable'],
  ])('files that cannot be edited automatically are refused: %j', (text, code) => {
    expect(() => addedTo(text)).toThrow(expect.objectContaining({ code }))
  })

  test('an inline table is refused, and the message contains the line to add by hand', () => {
    expect(() => addedTo('mcp_servers = {}\n')).toThrow(
      expect.objectContaining({ fix: expect.stringContaining('mcp_servers.leftoff = { command = ') }),
    )
  })

  test('an inline table is refused, and the message asks the user to remove it by hand', () => {
    const byHand = 'mcp_servers = { leftoff = { command = "/x/leftoff/bin/leftoff", args = ["mcp"] } }\n'
    expect(() => removedFrom(byHand)).toThrow(expect.objectContaining({ code: 'agent-config-by-hand' }))
  })
})
