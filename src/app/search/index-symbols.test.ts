import { describe, expect, test } from 'vitest'
import { typed } from '../../../tests/support/events.ts'
import { MINUTE, sqliteWorld, TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import { treeSitter } from '../../host/tree-sitter.ts'
import { Problem } from '../../problem.ts'
import type { Syntax } from '../../symbols/syntax.ts'
import { record } from '../ingest/record.ts'
import type { WorldWith } from '../world.ts'
import { indexed, indexPending, isPending } from './index-symbols.ts'

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
    this.inner.after(1000)
    const facts = changes.map((data) =>
      typed('file.changed', { path: '/work/app/a.ts', change: 'edited', ...data }, this.inner.time),
    )
    await record(this.inner, session, facts)
  }

  async symbols(session: SessionId) {
    const events = await this.inner.events(session)
    return events.filter(({ type }) => type === 'symbol.touched').map(({ data }) => data)
  }
}

const bench = () => new Bench(new TestWorld())
const CREATED = {
  change: 'created',
  after: 'class Shop {\n  sell() {\n    return 1\n  }\n}\n\nfunction buy() {}\n',
}

describe('what was changed', () => {
  test('is told by the functions and classes that it touched, with file, kind and line', async () => {
    const desk = bench()
    const session = await desk.inner.started()
    await desk.changed(session, CREATED)
    expect(await indexPending(desk.world, WHOLE_DAY)).toBe(1)
    expect(await desk.symbols(session)).toEqual([
      { name: 'Shop', kind: 'class', file: '/work/app/a.ts', line: 1 },
      { name: 'Shop.sell', kind: 'method', file: '/work/app/a.ts', line: 2 },
      { name: 'buy', kind: 'function', file: '/work/app/a.ts', line: 7 },
    ])
    expect((await desk.inner.view(session)).craft.symbols).toEqual(['Shop', 'Shop.sell', 'buy'])
  })

  test('by an edit is the function around it, found in the file as it is now', async () => {
    const desk = bench()
    const session = await desk.inner.started()
    desk.files.set('/work/app/a.ts', 'class Shop {\n  sell() {\n    return 2\n  }\n}\n')
    await desk.changed(session, { path: 'a.ts', before: '    return 1', after: '    return 2' })
    await indexPending(desk.world, WHOLE_DAY)
    expect(await desk.symbols(session)).toMatchObject([{ name: 'Shop.sell', file: 'a.ts', line: 2 }])
  })

  test('is looked through once, and then only what is new', async () => {
    const desk = bench()
    const session = await desk.inner.started()
    await desk.changed(session, CREATED)
    await indexPending(desk.world, WHOLE_DAY)
    expect(isPending(await desk.inner.view(session))).toBe(false)
    expect(await indexPending(desk.world, WHOLE_DAY)).toBe(0)
    expect(desk.parsed).toBe(1)
    await desk.changed(session, { after: 'function pay() {}', before: 'x' })
    await indexPending(desk.world, WHOLE_DAY)
    expect(await desk.symbols(session)).toHaveLength(4)
    expect(desk.parsed).toBe(2)
  })

  test('counts as looked through where it defines nothing, or is in no language that is known', async () => {
    const desk = bench()
    const session = await desk.inner.started()
    await desk.changed(
      session,
      { path: 'README.md', after: '# function x() {}' },
      { after: 'const x = 1', before: 'y' },
    )
    expect(await indexPending(desk.world, WHOLE_DAY)).toBe(1)
    expect(await desk.symbols(session)).toEqual([])
    expect(isPending(await desk.inner.view(session))).toBe(false)
  })

  test('found by two processes at once is stored once, though the file changed between them', async () => {
    const desk = new Bench(sqliteWorld())
    const session = await desk.inner.started()
    await desk.changed(session, { before: 'x', after: 'function buy() {}' })
    const seen = await desk.inner.log.view(session)
    if (!seen) throw new Error('no view')
    await indexed(desk.world, seen, WHOLE_DAY)
    desk.files.set('/work/app/a.ts', '\n\nfunction buy() {}')
    await indexed(desk.world, seen, WHOLE_DAY)
    expect(await desk.symbols(session)).toEqual([{ name: 'buy', kind: 'function', file: '/work/app/a.ts' }])
    await desk.inner.log.close()
  })
})

test('time that is up is kept to, and the next one goes on from there', async () => {
  const desk = bench()
  const session = await desk.inner.started()
  const one = (name: string) => ({ before: 'x', after: `function ${name}() {}` })
  await desk.changed(session, one('a'), one('b'), one('c'))
  let time = 0
  const now = () => {
    time += 10
    return time
  }
  expect(await indexPending(desk.world, { budgetMs: 25, now })).toBe(0)
  expect((await desk.symbols(session)).length).toBeLessThan(3)
  while ((await indexPending(desk.world, { budgetMs: 25, now })) === 0) {}
  expect((await desk.symbols(session)).map((data) => data?.name)).toEqual(['a', 'b', 'c'])
})

test('a session that has ended is not resumed by what is found out about it', async () => {
  const desk = bench()
  const session = await desk.inner.started()
  await desk.changed(session, CREATED)
  const before = (await desk.inner.view(session)).life
  desk.inner.after(45 * MINUTE)
  await indexPending(desk.world, WHOLE_DAY)
  const { life, memory } = await desk.inner.view(session)
  expect(life).toEqual(before)
  expect(memory.recent.at(-1)?.type).toBe('file.changed')
})

test('a rebuilt log knows what was looked through, and a forgotten change is not looked for', async () => {
  const desk = bench()
  const session = await desk.inner.started()
  await desk.changed(session, CREATED)
  await indexPending(desk.world, WHOLE_DAY)
  await desk.inner.log.rebuild()
  expect(isPending(await desk.inner.view(session))).toBe(false)
  await desk.inner.log.forget({ session, id: desk.inner.ids.event(), at: desk.inner.time })
  expect(isPending(await desk.inner.view(session))).toBe(false)
  expect(await indexPending(desk.world, WHOLE_DAY)).toBe(0)
})

test('a secret in a name does not reach the log', async () => {
  const desk = bench()
  desk.inner.secrets = ['tops3cretvalue']
  const session = await desk.inner.started()
  desk.files.set('/work/app/a.ts', 'function tops3cretvalue() {\n  return 1\n}')
  await desk.changed(session, { before: 'x', after: '  return 1' })
  await indexPending(desk.world, WHOLE_DAY)
  expect(await desk.symbols(session)).toHaveLength(1)
  expect(JSON.stringify(await desk.symbols(session))).not.toContain('tops3cret')
})

test('a log that cannot be written keeps nobody from looking at a session', async () => {
  const desk = bench()
  const session = await desk.inner.started()
  await desk.changed(session, CREATED)
  const seen = await desk.inner.log.view(session)
  if (!seen) throw new Error('no view')
  const busy = () =>
    Promise.reject(new Problem({ code: 'log-busy', message: 'busy', fix: 'wait', outcome: 'busy' }))
  const log = new Proxy(desk.inner.log, {
    get: (target, key) => (key === 'append' ? busy : Reflect.get(target, key).bind(target)),
  })
  expect(await indexed({ ...desk.world, log }, seen, WHOLE_DAY)).toEqual(seen)
})
