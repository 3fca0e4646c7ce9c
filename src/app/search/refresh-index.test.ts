import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../tests/property/runs.ts'
import { eventOfType } from '../../../tests/support/events.ts'
import { interruptedLog } from '../../../tests/support/interrupted-log.ts'
import { TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import { ATTENDED, EXPANSION } from '../../event/turn.ts'
import { MemoryIndex } from '../../search/sqlite/sqlite-index.ts'
import { relativeTo } from '../../text/paths.ts'
import { record } from '../ingest/record.ts'
import { refreshIndex } from './refresh-index.ts'

async function recordPrompt(world: TestWorld, text: string): Promise<string> {
  const id = await world.startSession()
  await record(world, id, [eventOfType('prompt.submitted', { text }, world.advance(1000).time)])
  return id
}

test('only sessions with new events are indexed', async () => {
  const world = new TestWorld()
  const first = await recordPrompt(world, 'read nested lists')
  await recordPrompt(world, 'write the docs')
  expect(await refreshIndex(world)).toBe(2)
  expect(await refreshIndex(world)).toBe(0)
  await record(world, first as never, [
    eventOfType('prompt.submitted', { text: 'and sets' }, world.advance(1000).time),
  ])
  expect(await refreshIndex(world)).toBe(1)
  for (const words of ['nested', 'sets'])
    expect(world.index.search({ words, limit: 9 }).map(({ session }) => session)).toEqual([first])
})

test('refreshIndex ignores an index that cannot be written', async () => {
  const world = new TestWorld()
  await recordPrompt(world, 'read nested lists')
  world.index.put = () => {
    throw new Error('the disk is full')
  }
  expect(await refreshIndex(world)).toBe(0)
})

test('an event that arrives while its session is being indexed is indexed by the next refresh', async () => {
  const { log, justBefore } = interruptedLog()
  const world = new TestWorld({ log })
  const id = await world.startSession()
  const prompt = (text: string) =>
    record(world, id, [eventOfType('prompt.submitted', { text }, world.advance(1000).time)])
  await prompt('read nested lists')
  justBefore('read', () => prompt('and sets'))
  await refreshIndex(world)
  await refreshIndex(world)
  for (const words of ['nested', 'sets'])
    expect(world.index.search({ words, limit: 9 }).map(({ session }) => session)).toEqual([id])
})

const EDIT = { before: 'const parser = load("one")', after: 'const parser = load("two")' }
const edit = (path: string, { before, after }: typeof EDIT) =>
  ['file.changed', { path: `/work/app/${path}`, change: 'edited', before, after }] as const
const settled = (blob: string) =>
  ['file.settled', { path: '/work/app/a.ts', bytes: 9, writtenAt: 1, blob }] as const
/** Corrections whose confidence depends on the turns around them, and prompts that do not count as typed. */
const STEPS = [
  ['prompt.submitted', { text: 'set up the parser', origin: 'user' }],
  ['response.completed', { text: 'I ran npm install. Shall I go on?' }],
  ['prompt.submitted', { text: 'No, never use npm here, always use pnpm.', origin: 'user' }],
  ['response.completed', { text: 'You are right, I will use pnpm instead.' }],
  ['prompt.submitted', { text: 'thanks, go on', origin: 'user' }],
  ['agent.noticed', { kind: EXPANSION }],
  ['agent.noticed', { kind: ATTENDED }],
  ['session.resumed', { trigger: 'activity' }],
  ['tool.called', { call: 'c', tool: 'Bash' }],
  ['tool.returned', { call: 'c', tool: 'Bash', outcome: 'ok', command: 'git checkout -- a.ts' }],
  edit('a.ts', EDIT),
  edit('a.ts', { before: EDIT.after, after: EDIT.before }),
  ['file.read', { path: '/work/app/b.ts' }],
  ['turn.interrupted', {}],
  ['prompt.submitted', { text: 'I told you to use pnpm. Undo that.', origin: 'user' }],
  ['response.completed', { text: 'Sorry about that, let me revert it.\n\nNext: test b.ts' }],
] as const

/** The user restores the content that a file had before the agent changed it. */
const UNDONE_BY_HAND = [
  STEPS[0],
  settled('aaaa'),
  STEPS[4],
  STEPS[1],
  STEPS[4],
  edit('a.ts', EDIT),
  settled('bbbb'),
  STEPS[14],
  STEPS[1],
  settled('aaaa'),
] as const

test('an index extended event by event has the same content as one built at once', async () => {
  const steps = fc.array(
    fc.record({ step: fc.constantFrom(...STEPS, settled('aaaa'), settled('bbbb')), isLook: fc.boolean() }),
    { maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const world = new TestWorld()
      const id = await world.startSession()
      for (const {
        step: [type, data],
        isLook,
      } of all) {
        await world.log.append(id, [eventOfType(type, data as never, world.advance(1000).time)])
        if (isLook) await refreshIndex(world)
      }
      await refreshIndex(world)
      const fresh = new MemoryIndex()
      await refreshIndex({ ...world, index: fresh })
      const content = (index: MemoryIndex) => ({
        corrections: index.corrections(),
        settled: [...index.settled([id])],
        evidence: index.evidence({
          projects: world.place.projectIds,
          relative: relativeTo([world.place.checkout]),
          prompt: 'pnpm parser a.ts',
        }),
        found: index.search({ words: 'pnpm revert parser', limit: 9 }),
      })
      expect(content(world.index as MemoryIndex)).toEqual(content(fresh))
    }),
    { numRuns: runs(60), examples: [[UNDONE_BY_HAND.map((step) => ({ step, isLook: true }))]] },
  )
})

test('no event is read twice', async () => {
  const world = new TestWorld()
  const id = await recordPrompt(world, 'read nested lists')
  await refreshIndex(world)
  const seqs: number[] = []
  const read = world.log.read.bind(world.log)
  world.log.read = async function* (query) {
    for await (const event of read(query)) {
      seqs.push(event.seq)
      yield event
    }
  }
  const before = (await world.log.view(id as SessionId))?.seq ?? 0
  await record(world, id as SessionId, [
    eventOfType('prompt.submitted', { text: 'and sets' }, world.advance(1000).time),
  ])
  await refreshIndex(world)
  expect(seqs).toEqual([before + 1])
})

test('if two processes extend the same entry, every event is counted once', async () => {
  const world = new TestWorld()
  const id = await recordPrompt(world, 'read nested lists')
  await refreshIndex(world)
  await record(world, id as SessionId, [
    eventOfType('file.changed', { path: '/work/app/a.ts', change: 'edited' }, world.advance(1000).time),
  ])
  await Promise.all([refreshIndex(world), refreshIndex(world)])
  await refreshIndex(world)
  const { files } = world.index.evidence({
    projects: world.place.projectIds,
    relative: relativeTo([world.place.checkout]),
  })
  expect(files.map(({ path, signals }) => [path, signals.edited])).toEqual([['a.ts', Math.log1p(1)]])
})
