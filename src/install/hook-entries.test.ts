import { describe, expect, test } from 'vitest'
import { hookCommand, hookGroup, type Json, statusLineCommand } from '../agent/install-plan.ts'
import { addEntries, removeEntries } from './hook-entries.ts'
import type { WantedEntries, WantedEntry } from './settings-edit.ts'

const ALL = ['comments', 'trailing commas', 'byte order mark'] as const
const file = { where: 'settings.json', title: 'It', extensions: ALL }
const group = (timeout = 5): Json =>
  hookGroup({ event: 'Stop', mode: 'spool', timeout }, hookCommand('codex', 'spool', '/l/bin'))
const OURS = JSON.stringify(group())
const hooks: WantedEntries = { hooks: new Map([['Stop', group()]]) }
const mcp: WantedEntry = {
  path: ['mcp', 'leftoff'],
  value: { command: '/l/bin/leftoff', enabled: true },
  userKeys: ['enabled'],
}
const entry: WantedEntries = { entry: mcp }
const addedTo = (text: string, wanted: WantedEntries = hooks): string => addEntries(text, file, wanted).text
const removedFrom = (text: string, original?: string): string =>
  removeEntries(text, file, { entry: mcp, original }).text

describe('new entries', () => {
  test.each([
    ['one line', '{"a":1}', `{"a":1,"hooks":{"Stop":[${OURS}]}}`],
    ['one line with spaces', '{ "a": 1 }', `{ "a": 1,"hooks":{"Stop":[${OURS}]} }`],
    ['an array on one line', '{\n "hooks": {"Stop": []}\n}', `{\n "hooks": {"Stop": [${OURS}]}\n}`],
    [
      'after a line comment, not inside it',
      '{"a": 1 // one\n}',
      `{"a": 1, // one\n"hooks": ${JSON.stringify({ Stop: [group()] }, null, 2)}\n}`,
    ],
    [
      'tabs and CRLF',
      '{\r\n\t"mcp": {}\r\n}\r\n',
      '{\r\n\t"mcp": {\r\n\t\t"leftoff": {\r\n\t\t\t"command": "/l/bin/leftoff",\r\n\t\t\t"enabled": true\r\n\t\t}\r\n\t}\r\n}\r\n',
      entry,
    ],
    [
      'a trailing comma stays after the last member',
      '{\n  "a": 1,\n}',
      '{\n  "a": 1,\n  "mcp": {\n    "leftoff": {\n      "command": "/l/bin/leftoff",\n      "enabled": true\n    }\n  },\n}',
      entry,
    ],
  ])('new entries follow the layout of the file: %s', (_, before, after, wanted: WantedEntries = hooks) => {
    expect(addedTo(before, wanted)).toBe(after)
    expect(removedFrom(after, before)).toBe(before)
    expect(addedTo(after, wanted), 'a second time').toBe(after)
  })
})

describe('entries that are already present', () => {
  const old = (timeout: number): string => JSON.stringify({ hooks: { Stop: [group(timeout)] } })

  test('existing entries are updated in place', () => {
    expect(addedTo(old(99))).toBe(old(5))
    expect(addEntries(old(99), file, hooks)).toMatchObject({ added: [], updated: ['hook Stop'] })
  })

  test('duplicate entries are reduced to one', () => {
    const twice = JSON.stringify({ hooks: { Stop: [group(), { hooks: [] }, group(7)] } })
    expect(JSON.parse(addedTo(twice))).toEqual({ hooks: { Stop: [group(), { hooks: [] }] } })
  })

  test('our entries move out of a group that they share with other hooks', () => {
    const theirs = { type: 'command', command: 'theirs' }
    const shared = { hooks: { Stop: [{ matcher: 'x', hooks: [...hooksOf(group()), theirs] }] } }
    expect(JSON.parse(addedTo(JSON.stringify(shared)))).toEqual({
      hooks: { Stop: [{ matcher: 'x', hooks: [theirs] }, group()] },
    })
  })

  test('entries that are no longer wanted are removed with their event', () => {
    const before = JSON.stringify({ hooks: { Gone: [group()], Stop: [group()] } })
    expect(addEntries(before, file, hooks)).toMatchObject({ text: old(5), removed: ['hook Gone'] })
  })

  test('an updated entry keeps keys that the user added', () => {
    const before =
      '{"mcp": {"leftoff": {"enabled": false, "command": "/old/leftoff/bin/leftoff", "env": {"A": "1"}}}}'
    expect(addedTo(before, entry)).toBe(before.replace('/old/leftoff/', '/l/'))
  })
})

describe('entries that only resemble ours', () => {
  test.each([
    '{"command": "leftoff"}',
    '{"command": "/usr/local/bin/leftoff"}',
    '{"command": "/l/bin/leftoff", "args": ["--verbose"]}',
    '{"command": "/l/leftoff/bin/leftoff", "args": ["serve"]}',
    '{"command": ["env", "A=1", "/l/bin/leftoff"]}',
    '{"url": "https://leftoff.example/mcp"}',
    '"disabled"',
    'null',
    '[]',
  ])('a server named leftoff is reported and kept byte for byte: %s', (value) => {
    const before = `{ "mcp": {"other": {}, "leftoff":${value} }, "hooks": {} }`
    const wanted = { ...hooks, ...entry }
    expect(addEntries(before, file, entry)).toEqual({
      ...{ text: before, added: [], updated: [], removed: [] },
      occupied: 'mcp.leftoff',
    })
    expect(addEntries(before, file, wanted)).toMatchObject({ added: ['hook Stop'], occupied: 'mcp.leftoff' })
    expect(removedFrom(before)).toBe(before)
    expect(removedFrom(addedTo(before, wanted), before)).toBe(before)
  })

  test.each([
    'echo leftoff',
    'echo "leftoff_agent=codex"',
    'leftoff hook claude-code',
    'export leftoff_agent=codex;f=mine;. "$f"',
    'leftoff_agent=$(whoami) ./mine.sh',
    '# leftoff_agent=codex;f=x',
  ])('a hook that mentions leftoff is kept byte for byte: %s', (command) => {
    const before = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } })
    expect(removedFrom(before)).toBe(before)
    expect(removedFrom(addedTo(before), before)).toBe(before)
    expect(JSON.parse(addedTo(before)).hooks.Stop).toHaveLength(2)
  })
})

describe('the status line', () => {
  const command = statusLineCommand('claude-code', '/l/bin')
  const slot = (isAsked: boolean): WantedEntries => ({
    ...hooks,
    slot: { key: 'statusLine', value: { type: 'command', command }, isRequested: isAsked },
  })
  const ours = JSON.stringify({ type: 'command', command })

  test.each(['{}', '{"a":1}', '{\n\t"a": 1, // why\n}\r\n'])(
    'the status line is set on request if the user has none: %j',
    (before) => {
      const { text, added: names } = addEntries(before, file, slot(true))
      expect(names).toEqual(['hook Stop', 'statusLine'])
      expect(text).toContain('status-line')
      expect(removeEntries(text, file, { entry: undefined, original: before }).removed).toContain(
        'statusLine',
      )
      expect(removedFrom(text, before)).toBe(before)
      expect(addEntries(text, file, slot(false)).text, 'kept without a new request').toBe(text)
    },
  )

  test('the status line is not set without a request', () => {
    expect(JSON.parse(addedTo('{}', slot(false)))).not.toHaveProperty('statusLine')
  })

  test.each(['{"type":"command","command":"mine"}', 'null', '"mine"', '[]'])(
    "the user's own status line is kept: %s",
    (mine) => {
      const before = `{"statusLine":${mine},"hooks":{"Stop":[${OURS}]}}`
      expect(addEntries(before, file, slot(true))).toMatchObject({ text: before, occupied: 'statusLine' })
      expect(removedFrom(before, before)).toBe(`{"statusLine":${mine},"hooks":{"Stop":[]}}`)
    },
  )

  test('our status line is updated, and keys that the user put next to our command are kept', () => {
    const old = `{"statusLine":${ours.replace('/l/bin', '/old')},"hooks":{"Stop":[${OURS}]}}`
    const padded = old.replace('"type"', '"padding":2,"type"')
    expect(addEntries(padded, file, slot(false))).toMatchObject({
      text: padded.replace('/old', '/l/bin'),
      updated: ['statusLine'],
    })
  })
})

const hooksOf = (one: Json): Json[] =>
  typeof one === 'object' && one !== null && 'hooks' in one ? [...(one.hooks as Json[])] : []

describe('removing our entries', () => {
  test('removing our entries keeps containers that were empty before and removes those that we created', () => {
    const before = '{"hooks": { "Stop": [ ] }, "mcp": {}}'
    const after = addedTo(before, { ...hooks, ...entry })
    expect(removedFrom(after, before)).toBe(before)
    expect(removedFrom(after)).toBe('{}')
  })

  test('removing our entries keeps settings that were added before and after them', () => {
    const after = addedTo('{\n  "a": 1\n}\n', { ...hooks, ...entry })
    const others = after.replace('"a": 1', '"z": 0,\n  "a": 1').replace(/\n}\n$/, ',\n  "b": 2 // mine\n}\n')
    expect(removedFrom(others)).toBe('{\n  "z": 0,\n  "a": 1,\n  "b": 2 // mine\n}\n')
  })

  test.each([
    ['{ // why\n "hooks": {"Stop": [OURS]}, "b": 1}', '{ // why\n "b": 1}'],
    [
      '{"hooks": { // why\n "Stop": [OURS],\n "SubagentStop": [OURS], "b": []}}',
      '{"hooks": { // why\n "b": []}}',
    ],
    ['{"a": 1, // why\n "hooks": {"Stop": [OURS]}\n}', '{"a": 1 // why\n}'],
    ['{"a": 1, // why\n "hooks": {"Stop": [OURS]}}', '{"a": 1 // why\n}'],
  ])('removing our entries never moves the following text into a line comment: %j', (before, after) => {
    expect(removedFrom(before.replaceAll('OURS', OURS))).toBe(after)
  })

  test('removing our entries changes nothing if no entry is ours', () => {
    expect(removedFrom('{"about": "leftoff"}')).toBe('{"about": "leftoff"}')
  })
})

describe('unreadable settings', () => {
  const strict = { ...file, extensions: [] }
  test.each([
    ['{"a": 1, // why\n}', 'comments'],
    ['{"a": 1,}', 'property name expected'],
    ['\uFEFF{}', 'byte order mark'],
    ['{"a": ', 'value expected'],
    ['[]', 'one object'],
    ['{} {}', 'end of file expected'],
    ['{"hooks": {}, "hooks": {}}', 'appears twice'],
    ['{"hooks": []}', 'hooks is not an object'],
    ['{"hooks": {"Stop": {}}}', 'hooks.Stop is not an array'],
  ])('unreadable settings are refused: %j', (text, reason) => {
    expect(() => addEntries(text, strict, hooks)).toThrow(reason)
  })

  test('unreadable settings are refused with the line number of the error', () => {
    expect(() => addEntries('{\n  "a": 1\n  "b": 2\n}', strict, hooks)).toThrow(
      expect.objectContaining({ code: 'agent-config-unreadable', where: 'settings.json:3' }),
    )
  })
})

test.each([
  ['objects', `${'{"leftoff":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ['arrays', `{"leftoff":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ['unclosed', '{"leftoff":'.repeat(50_000)],
])('a file that is nested too deeply is refused without a crash: %s', (_, text) => {
  const refused = { code: 'agent-config-unreadable', message: expect.stringContaining('nested too deeply') }
  expect(() => addedTo(text)).toThrow(expect.objectContaining(refused))
  expect(() => removedFrom(text)).toThrow(expect.objectContaining(refused))
})
