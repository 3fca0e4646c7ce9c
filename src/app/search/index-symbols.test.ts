import { describe, expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { MINUTE, sqliteWorld, TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import { treeSitter } from '../../host/tree-sitter.ts'
import { Problem } from '../../problem.ts'
import type { Syntax } from '../../symbols/touched-symbols.ts'
import { record } from '../ingest/record.ts'
import type { WorldWith } from '../world.ts'
import { hasPendingSymbols, indexPendingSymbols, refreshSymbols } from './index-symbols.ts'

const real = treeSitter({ mostMs: 10_000 })
const WHOLE_DAY = { budgetMs: 86_400_000, now: () => 0 }

class Bench {
  readonly files = new Map<string, string>()
  parsed = 0
  syntax: Syntax = {
    matches: (ask) => {
      this.parsed += 1
      return real.matches(ask)
    },
  }
  readonly inner: TestWorld

  constructor(inner: TestWorld) {
    this.inner = inner
  }

  get world(): WorldWith<'syntax' | 'sourceText'> {
    const { inner, syntax, files } = this
    return { ...inner, ids: inner.ids, place: inner.place, syntax, sourceText: (path) => files.get(path) }
  }

  async changed(session: SessionId, ...changes: readonly object[]): Promise<void> {
    this.inner.advance(1000)
    const facts = changes.map((data) =>
      eventOfType('file.changed', { path: '/work/app/a.ts', change: 'edited', ...data }, this.inner.time),
    )
    await record(this.inner, session, facts)
  }

  async symbols(session: SessionId) {
    const events = await this.inner.events(session)
    return events.filter(({ type }) => type === 'symbol.touched').map(({ data }) => data)
  }
}

const newBench = () => new Bench(new TestWorld())
const CREATED = {
  change: 'created',
  after: 'class Shop {\n  sell() {\n    return 1\n  }\n}\n\nfunction buy() {}\n',
}

describe('indexing session symbols', () => {
  test('indexing records the functions and classes that a change touched, with file, kind and line', async () => {
    const bench = newBench()
    const session = await bench.inner.startSession()
    await bench.changed(session, CREATED)
    expect(await indexPendingSymbols(bench.world, WHOLE_DAY)).toBe(1)
    expect(await bench.symbols(session)).toEqual([
      { name: 'Shop', kind: 'class', file: '/work/app/a.ts', line: 1 },
      { name: 'Shop.sell', kind: 'method', file: '/work/app/a.ts', line: 2 },
      { name: 'buy', kind: 'function', file: '/work/app/a.ts', line: 7 },
    ])
    expect((await bench.inner.view(session)).craft.symbols).toEqual(['Shop', 'Shop.sell', 'buy'])
  })

  test('indexing finds the function around an edit in the current file', async () => {
    const bench = newBench()
    const session = await bench.inner.startSession()
    bench.files.set('/work/app/a.ts', 'class Shop {\n  sell() {\n    return 2\n  }\n}\n')
    await bench.changed(session, { path: 'a.ts', before: '    return 1', after: '    return 2' })
    await indexPendingSymbols(bench.world, WHOLE_DAY)
    expect(await bench.symbols(session)).toMatchObject([{ name: 'Shop.sell', file: 'a.ts', line: 2 }])
  })

  test('indexing parses only changes that are not indexed yet', async () => {
    const bench = newBench()
    const session = await bench.inner.startSession()
    await bench.changed(session, CREATED)
    await indexPendingSymbols(bench.world, WHOLE_DAY)
    expect(hasPendingSymbols(await bench.inner.view(session))).toBe(false)
    expect(await indexPendingSymbols(bench.world, WHOLE_DAY)).toBe(0)
    expect(bench.parsed).toBe(1)
    await bench.changed(session, { after: 'function pay() {}', before: 'x' })
    await indexPendingSymbols(bench.world, WHOLE_DAY)
    expect(await bench.symbols(session)).toHaveLength(4)
    expect(bench.parsed).toBe(2)
  })

  test('a change counts as indexed even if it defines nothing or its language is unknown', async () => {
    const bench = newBench()
    const session = await bench.inner.startSession()
    await bench.changed(
      session,
      { path: 'README.md', after: '# function x() {}' },
      { after: 'const x = 1', before: 'y' },
    )
    expect(await indexPendingSymbols(bench.world, WHOLE_DAY)).toBe(1)
    expect(await bench.symbols(session)).toEqual([])
    expect(hasPendingSymbols(await bench.inner.view(session))).toBe(false)
  })

  test('a symbol that two processes find is stored once, even if the file changes in between', async () => {
    const bench = new Bench(sqliteWorld())
    const session = await bench.inner.startSession()
    await bench.changed(session, { before: 'x', after: 'function buy() {}' })
    const viewed = await bench.inner.log.view(session)
    if (!viewed) throw new Error('no view')
    await refreshSymbols(bench.world, viewed, WHOLE_DAY)
    bench.files.set('/work/app/a.ts', '\n\nfunction buy() {}')
    await refreshSymbols(bench.world, viewed, WHOLE_DAY)
    expect(await bench.symbols(session)).toEqual([{ name: 'buy', kind: 'function', file: '/work/app/a.ts' }])
    await bench.inner.log.close()
  })
})

test('indexing stops when the time is up, and the next run continues', async () => {
  const bench = newBench()
  const session = await bench.inner.startSession()
  const one = (name: string) => ({ before: 'x', after: `function ${name}() {}` })
  await bench.changed(session, one('a'), one('b'), one('c'))
  let time = 0
  const now = () => {
    time += 10
    return time
  }
  expect(await indexPendingSymbols(bench.world, { budgetMs: 25, now })).toBe(0)
  expect((await bench.symbols(session)).length).toBeLessThan(3)
  while ((await indexPendingSymbols(bench.world, { budgetMs: 25, now })) === 0) {}
  expect((await bench.symbols(session)).map((data) => data?.name)).toEqual(['a', 'b', 'c'])
})

test('indexing symbols does not count as activity of the session', async () => {
  const bench = newBench()
  const session = await bench.inner.startSession()
  await bench.changed(session, CREATED)
  const before = (await bench.inner.view(session)).life
  bench.inner.advance(45 * MINUTE)
  await indexPendingSymbols(bench.world, WHOLE_DAY)
  const { life, memory } = await bench.inner.view(session)
  expect(life).toEqual(before)
  expect(memory.recent.at(-1)?.type).toBe('file.changed')
})

test('a rebuilt log keeps indexed symbols, and a forgotten change is not indexed', async () => {
  const bench = newBench()
  const session = await bench.inner.startSession()
  await bench.changed(session, CREATED)
  await indexPendingSymbols(bench.world, WHOLE_DAY)
  await bench.inner.log.rebuild()
  expect(hasPendingSymbols(await bench.inner.view(session))).toBe(false)
  await bench.inner.log.forget({ session, id: bench.inner.ids.event(), at: bench.inner.time })
  expect(hasPendingSymbols(await bench.inner.view(session))).toBe(false)
  expect(await indexPendingSymbols(bench.world, WHOLE_DAY)).toBe(0)
})

test('a secret in a symbol name is redacted', async () => {
  const bench = newBench()
  bench.inner.secrets = ['tops3cretvalue']
  const session = await bench.inner.startSession()
  bench.files.set('/work/app/a.ts', 'function tops3cretvalue() {\n  return 1\n}')
  await bench.changed(session, { before: 'x', after: '  return 1' })
  await indexPendingSymbols(bench.world, WHOLE_DAY)
  expect(await bench.symbols(session)).toHaveLength(1)
  expect(JSON.stringify(await bench.symbols(session))).not.toContain('tops3cret')
})

test('refreshSymbols returns the unchanged session if the log cannot be written', async () => {
  const bench = newBench()
  const session = await bench.inner.startSession()
  await bench.changed(session, CREATED)
  const viewed = await bench.inner.log.view(session)
  if (!viewed) throw new Error('no view')
  const busy = () =>
    Promise.reject(new Problem({ code: 'log-busy', message: 'busy', fix: 'wait', outcome: 'busy' }))
  const log = new Proxy(bench.inner.log, {
    get: (target, key) => (key === 'append' ? busy : Reflect.get(target, key).bind(target)),
  })
  expect(await refreshSymbols({ ...bench.world, log }, viewed, WHOLE_DAY)).toEqual(viewed)
})
