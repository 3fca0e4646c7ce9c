import { describe, expect, test } from 'vitest'
import { knownEvent } from '../../tests/support/events.ts'
import type { KnownEvent } from '../event/catalogue.ts'
import { type Activity, activity } from './files-and-commands.ts'

const folded = (...events: readonly KnownEvent[]): Activity => events.reduce(activity.apply, activity.initial)
const ran = (command: string, outcome: 'ok' | 'failed' | 'interrupted', at = 1) =>
  knownEvent('tool.returned', { call: 'c', tool: 'Bash', command, outcome }, at)
const changed = (path: string, change: string, at = 1) => knownEvent('file.changed', { path, change }, at)
const read = (path: string) => knownEvent('file.read', { path })
const used = (tool: string, file?: string) =>
  knownEvent('tool.returned', { call: 'c', tool, outcome: 'ok', ...(file && { file }) })

describe('tools', () => {
  test('each tool use is counted, and the last ten tools are listed without duplicates, newest last', () => {
    const tools = Array.from({ length: 12 }, (_, index) => `tool ${index}`)
    const { tools: counts, recentTools } = folded(...[...tools, 'tool 5'].map((tool) => used(tool)))
    expect(counts['tool 5']).toBe(2)
    expect(Object.keys(counts)).toHaveLength(12)
    expect(recentTools).toEqual([...tools.slice(2).filter((tool) => tool !== 'tool 5'), 'tool 5'])
  })

  test('a tool call that has not returned is not counted', () => {
    expect(folded(knownEvent('tool.called', { call: 'c', tool: 'Bash' })).tools).toEqual({})
  })

  test('tools named __proto__ or toString are counted like any other tool', () => {
    const { tools } = folded(used('__proto__'), used('__proto__'), used('toString'), used('constructor'))
    expect(Object.entries(tools)).toEqual([
      ['__proto__', 2],
      ['toString', 1],
      ['constructor', 1],
    ])
  })
})

describe('files', () => {
  test('a changed file is listed once, with its last change and the number of changes', () => {
    const { files } = folded(
      changed('a.ts', 'edited', 1),
      changed('b.ts', 'deleted', 2),
      changed('a.ts', 'edited', 3),
    )
    expect(files).toEqual([
      { path: 'a.ts', change: 'edited', times: 2, at: 3 },
      { path: 'b.ts', change: 'deleted', times: 1, at: 2 },
    ])
  })

  test('a created file still counts as created after an edit, but counts as deleted after a deletion', () => {
    expect(folded(changed('a', 'created'), changed('a', 'edited')).files[0]?.change).toBe('created')
    expect(folded(changed('a', 'created'), changed('a', 'deleted')).files[0]?.change).toBe('deleted')
    expect(folded(changed('a', 'deleted'), changed('a', 'created')).files[0]?.change).toBe('created')
  })

  test('every changed file is listed, and the last ten files that were read, changed or used count as recent', () => {
    const names = Array.from({ length: 15 }, (_, index) => `f${index}`)
    const state = folded(...names.map((name) => changed(name, 'edited')), read('f7'), used('Grep', 'g'))
    expect(state.files).toHaveLength(15)
    expect(state.recentFiles).toEqual(['f6', 'f8', 'f9', 'f10', 'f11', 'f12', 'f13', 'f14', 'f7', 'g'])
  })

  test('the languages of changed files are counted', () => {
    const state = folded(
      changed('a.ts', 'edited'),
      changed('b.tsx', 'edited'),
      changed('c.py', 'created'),
      read('d.go'),
    )
    expect(state.languages).toEqual({ TypeScript: 2, Python: 1 })
  })
})

describe('failures', () => {
  test('a failed command counts as a failure until it succeeds', () => {
    expect(folded(ran('npm test', 'failed', 5)).failures).toMatchObject([{ what: 'npm test', at: 5 }])
    expect(folded(ran('npm test', 'failed'), ran('npm test', 'ok')).failures).toEqual([])
    expect(folded(ran('npm test', 'failed'), ran('ls', 'ok')).failures).toHaveLength(1)
  })

  test('a repeated failure is listed once, with its latest output', () => {
    const { failures } = folded(ran('a', 'failed', 1), ran('b', 'failed', 2), ran('a', 'failed', 3))
    expect(failures).toMatchObject([
      { what: 'b', at: 2 },
      { what: 'a', at: 3 },
    ])
  })

  test('an interrupted command has neither failed nor succeeded', () => {
    expect(folded(ran('npm test', 'failed'), ran('npm test', 'interrupted')).failures).toHaveLength(1)
    expect(folded(ran('npm test', 'interrupted')).failures).toEqual([])
  })

  test('failed tests are listed under their runner until they pass, even if a pipe hid the failure', () => {
    const failed = knownEvent('test.ran', {
      name: 'go test',
      command: 'go test ./...',
      outcome: 'failed',
      failing: ['TestA', 'TestB'],
    })
    const passed = (command: string) =>
      knownEvent('test.ran', { name: 'go test', command, outcome: 'passed' })
    const piped = folded(ran('go test ./... | tail', 'ok'), failed)
    expect(piped.failures).toMatchObject([{ what: 'go test ./...', why: 'TestA, TestB', test: 'go test' }])
    expect(folded(ran('cd x && go test ./...', 'failed', 1000), failed).failures).toMatchObject([
      { what: 'cd x && go test ./...' },
    ])
    expect(
      folded(failed, ran('go test -run TestA', 'ok'), passed('go test -run TestA .')).failures,
    ).toHaveLength(1)
    expect(folded(failed, passed('go test -run TestA .'), passed('go test -run ^TestB$ .')).failures).toEqual(
      [],
    )
    expect(folded(failed, passed('go test ./... -count=1')).failures).toEqual([])
  })

  test('only the last twenty failures are kept', () => {
    const commands = Array.from({ length: 25 }, (_, index) => `command ${index}`)
    const { failures } = folded(...commands.map((command) => ran(command, 'failed')))
    expect(failures.map(({ what }) => what)).toEqual(commands.slice(5))
  })
})

test('each function is listed once, and each test runner is listed once with its last outcome', () => {
  const ranTest = (name: string, outcome: string, at: number) => knownEvent('test.ran', { name, outcome }, at)
  const state = folded(
    knownEvent('symbol.touched', { name: 'main', file: 'a.ts' }),
    knownEvent('symbol.touched', { name: 'main' }),
    knownEvent('symbol.touched', { name: 'Shop.sell' }),
    ranTest('unit', 'failed', 1),
    ranTest('e2e', 'passed', 2),
    ranTest('unit', 'passed', 3),
  )
  expect(state.symbols).toEqual(['main', 'Shop.sell'])
  expect(state.tests).toEqual([
    { name: 'e2e', outcome: 'passed', at: 2 },
    { name: 'unit', outcome: 'passed', at: 3 },
  ])
})

describe('the snapshot of a file', () => {
  const snapshot = (path: string, blob: string, at: number) =>
    knownEvent('file.settled', { path, bytes: 3, writtenAt: 5, blob }, at)

  test('a changed file keeps its snapshot until the next change', () => {
    const before = folded(changed('a.ts', 'edited', 1), snapshot('a.ts', 'aa', 2), snapshot('b.ts', 'bb', 2))
    expect(before.files).toMatchObject([
      { path: 'a.ts', settled: { at: 2, bytes: 3, writtenAt: 5, blob: 'aa' } },
    ])
    expect(activity.apply(before, changed('a.ts', 'edited', 3)).files[0]?.settled).toBeUndefined()
  })

  test('a snapshot is kept when a transcript adds an older change', () => {
    const { files } = folded(
      changed('a.ts', 'edited', 1),
      snapshot('a.ts', 'aa', 9),
      changed('a.ts', 'edited', 4),
    )
    expect(files[0]?.settled?.blob).toBe('aa')
  })
})

describe('commands that succeeded', () => {
  test('short commands that succeeded are listed without duplicates, newest last', () => {
    const { successes } = folded(
      ran('a', 'ok', 1),
      ran('b', 'ok', 2),
      ran('a', 'ok', 3),
      ran('c', 'failed'),
      ran('d'.repeat(201), 'ok'),
    )
    expect(successes).toEqual([
      { command: 'b', at: 2 },
      { command: 'a', at: 3 },
    ])
  })
})

describe('Serena', () => {
  const call = (tool: string, input?: string, outcome = 'ok') =>
    knownEvent('tool.returned', { call: 'c', tool, outcome, ...(input && { input }) })

  test.each([
    'mcp__serena__activate_project',
    'mcp__plugin_core-mcps_serena__activate_project',
    'serena_activate_project',
    'serena.activate_project',
    'mcp_serena_activate_project',
  ])('Serena is in use with its project after %s', (tool) => {
    const { serena } = folded(
      call(tool, '{"project":"shop"}'),
      call('mcp__serena__find_symbol', '{"project":"x"}'),
    )
    expect(serena).toEqual({ project: 'shop' })
  })

  test('Serena counts as in use, but without a project, if the input names no project or is unreadable', () => {
    expect(folded(call('mcp__serena__find_symbol')).serena).toEqual({})
    for (const input of ['{"project":', 'null', '[]', '{"project":7}'])
      expect(folded(call('mcp__serena__activate_project', input)).serena).toEqual({})
  })

  test('Serena is not in use if its call failed or only a tool with a similar name was called', () => {
    expect(folded(call('mcp__serenade__x'), call('Bash', 'serena')).serena).toBeUndefined()
    expect(folded(call('mcp__serena__find_symbol', '{}', 'failed')).serena).toBeUndefined()
  })
})

describe('fields for checkpoints', () => {
  const returned = (data: object) =>
    knownEvent('tool.returned', { call: 'c', tool: 'Bash', outcome: 'ok', ...data })

  test('the last fifty files that were read are listed once each', () => {
    const read = (path: string) => knownEvent('file.read', { path })
    expect(folded(read('a'), read('b'), read('a')).filesRead).toEqual(['b', 'a'])
    expect(folded(...Array.from({ length: 60 }, (_, i) => read(`f${i}`))).filesRead).toHaveLength(50)
  })

  test('the id for continuing a conversation with a second model is stored', () => {
    const output = '{"continuation_id": "4711-abc"}'
    expect(folded(returned({ tool: 'mcp__pal__chat', output })).continuation).toBe('4711-abc')
    expect(folded(returned({ tool: 'Bash', output })).continuation).toBeUndefined()
  })
})
