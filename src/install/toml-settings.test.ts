import { describe, expect, test } from 'vitest'
import { addTable, removeTable } from './toml-settings.ts'

const file = { where: 'config.toml', title: 'Codex' }
const entry = {
  path: ['mcp_servers', 'leftoff'] as const,
  value: { command: '/l/"bin"/leftoff', args: ['mcp'] },
  theirs: [],
}
const MARK = '# leftoff: written by leftoff init, taken out by leftoff uninstall'
const TABLE = `${MARK}\n[mcp_servers.leftoff]\ncommand = "/l/\\"bin\\"/leftoff"\nargs = ["mcp"]\n`
const added = (text: string): string => addTable(text, file, entry).text
const takenOut = (text: string, original?: string): string =>
  removeTable(text, file, { entry: entry.path, original }).text

test.each([
  ['no file', '', TABLE],
  ['a last line', 'a = 1\n', `a = 1\n\n${TABLE}`],
  ['a last line without an end', 'a = 1', `a = 1\n\n${TABLE}`],
  ['CRLF', 'a = 1\r\n', `a = 1\r\n\r\n${TABLE.replaceAll('\n', '\r\n')}`],
  ['other servers', '[mcp_servers.x]\ncommand = "y"\n', `[mcp_servers.x]\ncommand = "y"\n\n${TABLE}`],
])('%s: our table comes last, and goes again', (_, before, after) => {
  expect(added(before)).toBe(after)
  expect(added(after)).toBe(after)
  expect(takenOut(after, before)).toBe(before)
})

describe('what Codex does to the file meanwhile', () => {
  test('it puts its own tables behind ours', () => {
    const state = '[hooks.state."/x:stop:0:0"]\ntrusted_hash = "sha256:1"\n'
    expect(takenOut(`${added('a = 1')}\n${state}`, 'a = 1')).toBe(`a = 1\n\n${state}`)
  })

  test('it drops our comment, and adds to our table and below it', () => {
    const theirs = '[mcp_servers.leftoff]\ncommand = "x"\nargs = ["mcp"]\nenabled = false\n'
    const below = '\n[mcp_servers.leftoff.tools.brief]\napproval_mode = "approve"\n'
    expect(takenOut(`a = 1\n\n${theirs}${below}\n[b]\nc = 1\n`, 'a = 1\n')).toBe('a = 1\n\n\n[b]\nc = 1\n')
  })
})

test('a table of ours that is out of date gets new values, and keeps what the user has added', () => {
  const before = added('a = 1\n').replace('/l/', '/old/').replace('args', 'startup_timeout_sec = 30\nargs')
  expect(addTable(before, file, entry)).toMatchObject({
    text: before.replace('/old/', '/l/'),
    updated: ['mcp_servers.leftoff'],
  })
})

test('a header of ours inside a string of many lines is not ours', () => {
  const before = "a = '''\n[mcp_servers.leftoff]\nx = 1\n'''\n"
  expect(takenOut(added(before), before)).toBe(before)
})

describe('what cannot be done is refused', () => {
  test.each([
    ['mcp_servers = { x = { command = "y" } }\n', 'agent-config-by-hand'],
    ['mcp_servers.leftoff = { command = "y" }\n', 'agent-config-by-hand'],
    ['a = \n', 'agent-config-unreadable'],
    ['a = 1\na = 2\n', 'agent-config-unreadable'],
  ])('%j', (text, code) => {
    expect(() => added(text)).toThrow(expect.objectContaining({ code }))
  })

  test('with the line to add by hand', () => {
    expect(() => added('mcp_servers = {}\n')).toThrow(
      expect.objectContaining({ fix: expect.stringContaining('mcp_servers.leftoff = { command = ') }),
    )
  })

  test('what was written by hand in another way is taken out by hand', () => {
    const byHand = 'mcp_servers = { leftoff = { command = "x" } }\n'
    expect(() => takenOut(byHand)).toThrow(expect.objectContaining({ code: 'agent-config-by-hand' }))
  })
})
