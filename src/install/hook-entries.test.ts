import { describe, expect, test } from 'vitest'
import { hookCommand, hookGroup, type Json, statusLineCommand } from '../agent/install-plan.ts'
import { addEntries, removeEntries } from './hook-entries.ts'
import type { WantedEntries } from './settings-edit.ts'

const ALL = ['comments', 'trailing commas', 'byte order mark'] as const
const file = { where: 'settings.json', title: 'It', extensions: ALL }
const group = (timeout = 5): Json =>
  hookGroup({ event: 'Stop', mode: 'spool', timeout }, hookCommand('codex', 'spool', '/l/bin'))
const OURS = JSON.stringify(group())
const hooks: WantedEntries = { hooks: new Map([['Stop', group()]]) }
const entry: WantedEntries = {
  entry: { path: ['mcp', 'leftoff'], value: { command: 'l', enabled: true }, userKeys: ['enabled'] },
}
const addedTo = (text: string, wanted: WantedEntries = hooks): string => addEntries(text, file, wanted).text
const removedFrom = (text: string, original?: string): string =>
  removeEntries(text, file, { entry: ['mcp', 'leftoff'], original }).text

describe('new entries follow the layout of the file', () => {
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
      '{\r\n\t"mcp": {\r\n\t\t"leftoff": {\r\n\t\t\t"command": "l",\r\n\t\t\t"enabled": true\r\n\t\t}\r\n\t}\r\n}\r\n',
      entry,
    ],
    [
      'a trailing comma stays after the last member',
      '{\n  "a": 1,\n}',
      '{\n  "a": 1,\n  "mcp": {\n    "leftoff": {\n      "command": "l",\n      "enabled": true\n    }\n  },\n}',
      entry,
    ],
  ])('%s', (_, before, after, wanted: WantedEntries = hooks) => {
    expect(addedTo(before, wanted)).toBe(after)
    expect(removedFrom(after, before)).toBe(before)
    expect(addedTo(after, wanted), 'a second time').toBe(after)
  })
})

describe('entries that are already present', () => {
  const old = (timeout: number): string => JSON.stringify({ hooks: { Stop: [group(timeout)] } })

  test('are updated in place', () => {
    expect(addedTo(old(99))).toBe(old(5))
    expect(addEntries(old(99), file, hooks)).toMatchObject({ added: [], updated: ['hook Stop'] })
  })

  test('are reduced to one when there were several', () => {
    const twice = JSON.stringify({ hooks: { Stop: [group(), { hooks: [] }, group(7)] } })
    expect(JSON.parse(addedTo(twice))).toEqual({ hooks: { Stop: [group(), { hooks: [] }] } })
  })

  test('move out of a group that is shared with other hooks', () => {
    const theirs = { type: 'command', command: 'theirs' }
    const shared = { hooks: { Stop: [{ matcher: 'x', hooks: [...hooksOf(group()), theirs] }] } }
    expect(JSON.parse(addedTo(JSON.stringify(shared)))).toEqual({
      hooks: { Stop: [{ matcher: 'x', hooks: [theirs] }, group()] },
    })
  })

  test('are removed with their event when no longer wanted', () => {
    const before = JSON.stringify({ hooks: { Gone: [group()], Stop: [group()] } })
    expect(addEntries(before, file, hooks)).toMatchObject({ text: old(5), removed: ['hook Gone'] })
  })

  test('keep keys that the user added or owns', () => {
    const before = '{"mcp": {"leftoff": {"enabled": false, "command": "old", "env": {"A": "1"}}}}'
    expect(addedTo(before, entry)).toBe(before.replace('old', 'l'))
  })
})

describe('the status line', () => {
  const command = statusLineCommand('claude-code', '/l/bin')
  const slot = (isAsked: boolean): WantedEntries => ({
    ...hooks,
    slot: { key: 'statusLine', value: { type: 'command', command }, isRequested: isAsked },
  })
  const ours = JSON.stringify({ type: 'command', command })

  test.each(['{}', '{"a":1}', '{\n\t"a": 1, // why\n}\r\n'])('is set on request when free: %j', (before) => {
    const { text, added: names } = addEntries(before, file, slot(true))
    expect(names).toEqual(['hook Stop', 'statusLine'])
    expect(text).toContain('status-line')
    expect(removeEntries(text, file, { entry: undefined, original: before }).removed).toContain('statusLine')
    expect(removedFrom(text, before)).toBe(before)
    expect(addEntries(text, file, slot(false)).text, 'kept without a new request').toBe(text)
  })

  test('is not set without a request', () => {
    expect(JSON.parse(addedTo('{}', slot(false)))).not.toHaveProperty('statusLine')
  })

  test.each(['{"type":"command","command":"mine"}', 'null', '"mine"', '[]'])(
    'keeps the value of the user: %s',
    (mine) => {
      const before = `{"statusLine":${mine},"hooks":{"Stop":[${OURS}]}}`
      expect(addEntries(before, file, slot(true))).toMatchObject({ text: before, occupied: 'statusLine' })
      expect(removedFrom(before, before)).toBe(`{"statusLine":${mine},"hooks":{"Stop":[]}}`)
    },
  )

  test('is updated and keeps keys that the user put next to our command', () => {
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
  test('keeps containers that were empty before and removes those that we created', () => {
    const before = '{"hooks": { "Stop": [ ] }, "mcp": {}}'
    const after = addedTo(before, { ...hooks, ...entry })
    expect(removedFrom(after, before)).toBe(before)
    expect(removedFrom(after)).toBe('{}')
  })

  test('keeps settings that were added before, after and between ours', () => {
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
  ])('never moves the following text into a line comment: %j', (before, after) => {
    expect(removedFrom(before.replaceAll('OURS', OURS))).toBe(after)
  })

  test('changes nothing when no entry is ours', () => {
    expect(removedFrom('{"about": "leftoff"}')).toBe('{"about": "leftoff"}')
  })
})

describe('unreadable settings are refused', () => {
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
  ])('%j', (text, reason) => {
    expect(() => addEntries(text, strict, hooks)).toThrow(reason)
  })

  test('with the line number of the error', () => {
    expect(() => addEntries('{\n  "a": 1\n  "b": 2\n}', strict, hooks)).toThrow(
      expect.objectContaining({ code: 'agent-config-unreadable', where: 'settings.json:3' }),
    )
  })
})
