import { Annotation, Command, END, interrupt, START, StateGraph } from '@langchain/langgraph'
import { type Checkpoint, emptyCheckpoint, MemorySaver, uuid6 } from '@langchain/langgraph-checkpoint'
import { expect, test } from 'vitest'
import { LeftoffSaver } from '../../src/library/langgraph/index.ts'
import { openSessions } from '../../src/library/open-sessions.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const here = () => ({ home: temporaryFolder(), project: temporaryFolder() })
const on = (thread: string) => ({ configurable: { thread_id: thread } })
const metadata = (step: number) => ({ source: 'loop' as const, step, parents: {} })
const checkpoint = (step: number, values: Record<string, unknown> = {}): Checkpoint => ({
  ...emptyCheckpoint(),
  id: uuid6(step),
  channel_values: values,
})

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

const Steps = Annotation.Root({
  steps: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
})

function counting(saver: LeftoffSaver | MemorySaver, fail = { second: false }) {
  return new StateGraph(Steps)
    .addNode('first', () => ({ steps: ['first'] }))
    .addNode('second', () => {
      if (fail.second) throw new Error('the power went out')
      return { steps: ['second'] }
    })
    .addEdge(START, 'first')
    .addEdge('first', 'second')
    .addEdge('second', END)
    .compile({ checkpointer: saver })
}

test("LeftoffSaver returns the same results as LangGraph's MemorySaver", async () => {
  const ours = new LeftoffSaver(here())
  const theirs = new MemorySaver()
  const states = [0, 1, 2, 3].map((step) =>
    checkpoint(step, { n: step, map: new Map([[step, new Set([1])]]) }),
  )
  const ids = states.map(({ id }) => id)
  for (const saver of [ours, theirs]) {
    for (const [step, state] of states.entries()) {
      const parent =
        step === 0 ? on('t') : { configurable: { ...on('t').configurable, checkpoint_id: ids[step - 1] } }
      const saved = await saver.put(
        { configurable: { checkpoint_ns: '', ...parent.configurable } },
        state,
        metadata(step),
      )
      await saver.putWrites(
        saved,
        [
          ['n', step],
          ['n', undefined],
        ],
        'task',
      )
      await saver.putWrites(
        saved,
        [
          ['n', 'again'],
          ['__error__', 'bad'],
        ],
        'task',
      )
      await saver.putWrites(saved, [['__error__', 'worse']], 'task')
    }
    await saver.put({ configurable: { thread_id: 't', checkpoint_ns: 'inner' } }, checkpoint(9), metadata(9))
    await saver.put({ configurable: { thread_id: 'u', checkpoint_ns: '' } }, checkpoint(8), metadata(8))
  }
  const asks = [
    on('t'),
    { configurable: { thread_id: 't', checkpoint_ns: '', checkpoint_id: ids[1] } },
    on('nobody'),
  ]
  for (const ask of asks) expect(await ours.getTuple(ask)).toEqual(await theirs.getTuple(ask))
  const before = { configurable: { checkpoint_id: ids[2] } }
  const main = { configurable: { thread_id: 't', checkpoint_ns: '' } }
  const steps = async (saver: LeftoffSaver | MemorySaver, ...ask: Parameters<MemorySaver['list']>) =>
    (await all(saver.list(...ask))).map(({ metadata: about }) => about?.step)
  for (const options of [{}, { limit: 2 }, { before }, { filter: { step: 1 } }, { limit: 0 }])
    expect(await steps(ours, main, options)).toEqual(await steps(theirs, main, options))
  expect((await steps(ours, {})).toSorted()).toEqual([0, 1, 2, 3, 8, 9])
  expect((await all(ours.list(main)))[0]?.parentConfig).toEqual({
    configurable: { thread_id: 't', checkpoint_ns: '', checkpoint_id: ids[2] },
  })
  await ours.close()
})

test('a failed graph continues after its completed steps with a new checkpointer', async () => {
  const place = here()
  const fail = { second: true }
  const saver = new LeftoffSaver(place)
  await expect(counting(saver, fail).invoke({ steps: ['asked'] }, on('a'))).rejects.toThrow('power')
  await saver.close()
  const later = new LeftoffSaver(place)
  const state = await counting(later).invoke(null, on('a'))
  expect(state.steps).toEqual(['asked', 'first', 'second'])
  await later.close()
})

test('completed parallel tasks are not repeated', async () => {
  let done = 0
  const fail = { slow: true }
  const saver = new LeftoffSaver(here())
  const graph = new StateGraph(Steps)
    .addNode('quick', () => {
      done += 1
      return { steps: ['quick'] }
    })
    .addNode('slow', async () => {
      await new Promise((go) => setImmediate(go))
      if (fail.slow) throw new Error('too slow')
      return { steps: ['slow'] }
    })
    .addEdge(START, 'quick')
    .addEdge(START, 'slow')
    .compile({ checkpointer: saver })
  await expect(graph.invoke({ steps: [] }, on('a'))).rejects.toThrow('too slow')
  fail.slow = false
  const state = await graph.invoke(null, on('a'))
  expect(state.steps.toSorted()).toEqual(['quick', 'slow'])
  expect(done).toBe(1)
  await saver.close()
})

test("an interrupted graph continues with the user's answer", async () => {
  const place = here()
  const asking = (saver: LeftoffSaver) =>
    new StateGraph(Steps)
      .addNode('ask', () => ({ steps: [String(interrupt('which port?'))] }))
      .addEdge(START, 'ask')
      .compile({ checkpointer: saver })
  const saver = new LeftoffSaver(place)
  await asking(saver).invoke({ steps: [] }, on('a'))
  await saver.close()
  const later = new LeftoffSaver(place)
  expect((await asking(later).invoke(new Command({ resume: '8080' }), on('a'))).steps).toEqual(['8080'])
  await later.close()
})

test('a graph can continue from any earlier state, and the history is kept', async () => {
  const saver = new LeftoffSaver(here())
  const graph = counting(saver)
  await graph.invoke({ steps: ['asked'] }, on('a'))
  const history = await all(graph.getStateHistory(on('a')))
  const afterFirst = history.find(({ next }) => next[0] === 'second')
  const forked = await graph.updateState(afterFirst?.config ?? {}, { steps: ['otherwise'] })
  const state = await graph.invoke(null, forked)
  expect(state.steps).toEqual(['asked', 'first', 'otherwise', 'second'])
  expect((await all(graph.getStateHistory(on('a')))).length).toBe(history.length + 2)
  await saver.close()
})

test('concurrent threads are independent', async () => {
  const saver = new LeftoffSaver(here())
  const names = Array.from({ length: 8 }, (_, n) => `thread ${n}`)
  const states = await Promise.all(names.map((name) => counting(saver).invoke({ steps: [name] }, on(name))))
  expect(states.map(({ steps }) => steps)).toEqual(names.map((name) => [name, 'first', 'second']))
  await saver.close()
})

test('a deleted thread is erased, and its id can be used again', async () => {
  const place = here()
  const saver = new LeftoffSaver(place)
  await counting(saver).invoke({ steps: ['asked'] }, on('a'))
  await saver.deleteThread('a')
  expect(await saver.getTuple(on('a'))).toBeUndefined()
  expect((await counting(saver).invoke({ steps: ['again'] }, on('a'))).steps).toEqual([
    'again',
    'first',
    'second',
  ])
  await saver.close()
  const sessions = await openSessions(place)
  expect(await sessions.list()).toMatchObject([{ agent: 'langgraph', state: 'ended' }])
  await sessions.close()
})

test('secrets in the graph state are not stored, and the graph continues', async () => {
  const saver = new LeftoffSaver(here())
  const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  await counting(saver).invoke({ steps: [`"${key}"`, `token: ${key}\n`] }, on('a'))
  const tuple = await saver.getTuple(on('a'))
  expect(JSON.stringify(tuple)).not.toContain(key)
  expect(tuple?.checkpoint.channel_values.steps).toHaveLength(4)
  await saver.close()
})
