import { describe, expect, test } from 'vitest'
import { hookCommand, hookGroup, type Json, statusLineCommand } from '../agent/install-plan.ts'
import { addEntries, removeEntries } from './hook-entries.ts'
import type { WantedEntries } from './settings-edit.ts'

const ALL = ['comments', 'trailing commas', 'byte order mark'] as const
const file = { where: 'settings.json', title: 'It', liberties: ALL }
const group = (timeout = 5): Json =>
  hookGroup({ event: 'Stop', mode: 'spool', timeout }, hookCommand('codex', 'spool', '/l/bin'))
const OURS = JSON.stringify(group())
const hooks: WantedEntries = { hooks: new Map([['Stop', group()]]) }
const entry: WantedEntries = {
  entry: { path: ['mcp', 'leftoff'], value: { command: 'l', enabled: true }, theirs: ['enabled'] },
}
const added = (text: string, wanted: WantedEntries = hooks): string => addEntries(text, file, wanted).text
const takenOut = (text: string, original?: string): string =>
  removeEntries(text, file, { entry: ['mcp', 'leftoff'], original }).text

describe('what is added stands as its neighbours do', () => {
  test.each([
    ['one line', '{"a":1}', `{"a":1,"hooks":{"Stop":[${OURS}]}}`],
    ['one line with spaces', '{ "a": 1 }', `{ "a": 1,"hooks":{"Stop":[${OURS}]} }`],
    ['a list on one line', '{\n "hooks": {"Stop": []}\n}', `{\n "hooks": {"Stop": [${OURS}]}\n}`],
    [
      'behind a comment, not in it',
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
      'a comma behind the last one stays behind the last one',
      '{\n  "a": 1,\n}',
      '{\n  "a": 1,\n  "mcp": {\n    "leftoff": {\n      "command": "l",\n      "enabled": true\n    }\n  },\n}',
      entry,
    ],
  ])('%s', (_, before, after, wanted: WantedEntries = hooks) => {
    expect(added(before, wanted)).toBe(after)
    expect(takenOut(after, before)).toBe(before)
    expect(added(after, wanted), 'a second time').toBe(after)
  })
})

describe('what is ours already', () => {
  const old = (timeout: number): string => JSON.stringify({ hooks: { Stop: [group(timeout)] } })

  test('is brought up to date in its place', () => {
    expect(added(old(99))).toBe(old(5))
    expect(addEntries(old(99), file, hooks)).toMatchObject({ added: [], updated: ['hook Stop'] })
  })

  test('is there once, however often it was there', () => {
    const twice = JSON.stringify({ hooks: { Stop: [group(), { hooks: [] }, group(7)] } })
    expect(JSON.parse(added(twice))).toEqual({ hooks: { Stop: [group(), { hooks: [] }] } })
  })

  test('leaves a group that somebody made for both of us, and makes its own', () => {
    const theirs = { type: 'command', command: 'theirs' }
    const shared = { hooks: { Stop: [{ matcher: 'x', hooks: [...hooksOf(group()), theirs] }] } }
    expect(JSON.parse(added(JSON.stringify(shared)))).toEqual({
      hooks: { Stop: [{ matcher: 'x', hooks: [theirs] }, group()] },
    })
  })

  test('goes where it is not wanted any more, and the event with it', () => {
    const before = JSON.stringify({ hooks: { Gone: [group()], Stop: [group()] } })
    expect(addEntries(before, file, hooks)).toMatchObject({ text: old(5), removed: ['hook Gone'] })
  })

  test('keeps what the user has added to the entry, and what is theirs to set', () => {
    const before = '{"mcp": {"leftoff": {"enabled": false, "command": "old", "env": {"A": "1"}}}}'
    expect(added(before, entry)).toBe(before.replace('old', 'l'))
  })
})

describe('a place of which there is one', () => {
  const command = statusLineCommand('claude-code', '/l/bin')
  const slot = (isAsked: boolean): WantedEntries => ({
    ...hooks,
    slot: { key: 'statusLine', value: { type: 'command', command }, isAsked },
  })
  const ours = JSON.stringify({ type: 'command', command })

  test.each(['{}', '{"a":1}', '{\n\t"a": 1, // why\n}\r\n'])(
    'is taken where it is asked for: %j',
    (before) => {
      const { text, added: names } = addEntries(before, file, slot(true))
      expect(names).toEqual(['hook Stop', 'statusLine'])
      expect(text).toContain('status-line')
      expect(removeEntries(text, file, { entry: undefined, original: before }).removed).toContain(
        'statusLine',
      )
      expect(takenOut(text, before)).toBe(before)
      expect(addEntries(text, file, slot(false)).text, 'and kept by whoever does not ask again').toBe(text)
    },
  )

  test('is left where nobody asks', () => {
    expect(JSON.parse(added('{}', slot(false)))).not.toHaveProperty('statusLine')
  })

  test.each(['{"type":"command","command":"mine"}', 'null', '"mine"', '[]'])('is left to %s', (mine) => {
    const before = `{"statusLine":${mine},"hooks":{"Stop":[${OURS}]}}`
    expect(addEntries(before, file, slot(true))).toMatchObject({ text: before, occupied: 'statusLine' })
    expect(takenOut(before, before)).toBe(`{"statusLine":${mine},"hooks":{"Stop":[]}}`)
  })

  test('is brought up to date, and what stands beside our command stays', () => {
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

describe('taking ours out', () => {
  test('leaves a list and an object empty that were, and takes those that we made', () => {
    const before = '{"hooks": { "Stop": [ ] }, "mcp": {}}'
    const after = added(before, { ...hooks, ...entry })
    expect(takenOut(after, before)).toBe(before)
    expect(takenOut(after)).toBe('{}')
  })

  test('keeps what somebody has put before, behind and between', () => {
    const after = added('{\n  "a": 1\n}\n', { ...hooks, ...entry })
    const others = after.replace('"a": 1', '"z": 0,\n  "a": 1').replace(/\n}\n$/, ',\n  "b": 2 // mine\n}\n')
    expect(takenOut(others)).toBe('{\n  "z": 0,\n  "a": 1,\n  "b": 2 // mine\n}\n')
  })

  test.each([
    ['{ // why\n "hooks": {"Stop": [OURS]}, "b": 1}', '{ // why\n "b": 1}'],
    [
      '{"hooks": { // why\n "Stop": [OURS],\n "SubagentStop": [OURS], "b": []}}',
      '{"hooks": { // why\n "b": []}}',
    ],
    ['{"a": 1, // why\n "hooks": {"Stop": [OURS]}\n}', '{"a": 1 // why\n}'],
    ['{"a": 1, // why\n "hooks": {"Stop": [OURS]}}', '{"a": 1 // why\n}'],
  ])('never puts what follows into a comment: %j', (before, after) => {
    expect(takenOut(before.replaceAll('OURS', OURS))).toBe(after)
  })

  test('changes nothing where there is nothing', () => {
    expect(takenOut('{"about": "leftoff"}')).toBe('{"about": "leftoff"}')
  })
})

describe('what cannot be read is refused', () => {
  const strict = { ...file, liberties: [] }
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

  test('and the line is told', () => {
    expect(() => addEntries('{\n  "a": 1\n  "b": 2\n}', strict, hooks)).toThrow(
      expect.objectContaining({ code: 'agent-config-unreadable', where: 'settings.json:3' }),
    )
  })
})
