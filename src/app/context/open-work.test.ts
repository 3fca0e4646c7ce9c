import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { HOUR, locationNamed, MINUTE, TestWorld } from '../../../tests/support/world.ts'
import type { SessionId } from '../../event/identity.ts'
import { record } from '../ingest/record.ts'
import { changeState } from '../lifecycle/change-state.ts'
import { projectItems } from '../lifecycle/open-items.ts'
import {
  type Brief,
  type ComposeAsk,
  codesBrief,
  composeBrief,
  gatherProjectClaims,
} from './compose-brief.ts'
import { withSources } from './source-events.ts'

type Fact = readonly [type: string, data: object]

async function worked(world: TestWorld, ...facts: readonly Fact[]): Promise<SessionId> {
  const id = await world.advance(HOUR).startSession()
  for (const [type, data] of facts)
    await record(world, id, [eventOfType(type, data as never, world.advance(MINUTE).time)])
  await changeState(world, id, { move: 'end', trigger: 'command' })
  return id
}

const brief = (world: TestWorld, ask: Partial<ComposeAsk> = {}): Promise<Brief | undefined> =>
  composeBrief(world, { budget: 1500, ...ask })

const linesOf = (found: Brief | undefined, section: string): readonly string[] =>
  (found?.lines ?? []).filter(({ claim }) => claim.section === section).map(({ claim }) => claim.text)

const chat = (n: number): Fact => ['prompt.submitted', { text: `Explain part ${n} of the parser.` }]

test('open items stay in the brief with the names of their sessions, however many sessions follow', async () => {
  const world = new TestWorld()
  await worked(
    world,
    ['goal.set', { text: 'Make imports resumable' }],
    ['action.planned', { text: 'write the resume marker' }],
    ['task.opened', { text: 'document the marker' }],
    ['blocker.met', { text: 'the key of the service is missing' }],
    ['decision.made', { choice: 'one transaction per file' }],
    ['fact.pinned', { text: 'imports run on port 8080' }],
  )
  for (let n = 0; n < 20; n += 1) await worked(world, chat(n))
  const found = await brief(world)
  expect(linesOf(found, 'next')).toEqual(['write the resume marker', 'document the marker'])
  expect(linesOf(found, 'blockers')).toEqual(['the key of the service is missing'])
  expect(linesOf(found, 'decisions')).toEqual(['one transaction per file'])
  expect(linesOf(found, 'facts')).toEqual(['imports run on port 8080'])
  expect(found?.text).toContain('- write the resume marker (session "Make imports resumable")')
  expect(linesOf(found, 'asked'), 'the last session is still described as the last one').toEqual([
    'Explain part 19 of the parser.',
  ])
})

test("an agent's task list that was never updated counts as done once the work is pushed", async () => {
  const steps = ['read the spec', 'write the parser', 'run the checks', 'document it'].map(
    (text): Fact => ['task.opened', { text, list: 'todo' }],
  )
  const edit: Fact = ['file.changed', { path: '/home/me/app/parser.ts', change: 'edited' }]
  const ran = (command: string): Fact => [
    'tool.returned',
    { call: command, tool: 'Bash', outcome: 'ok', command },
  ]
  const commit = ran('git add -A && git commit -m "feat: parser"')
  const committed = new TestWorld()
  await worked(committed, chat(1), ...steps, edit, commit)
  expect(linesOf(await brief(committed), 'next')).toHaveLength(4)
  const pushed = new TestWorld()
  await worked(pushed, chat(1), ...steps, edit, commit, ran('git push'))
  expect(linesOf(await brief(pushed), 'next')).toEqual([])
})

const ASKED = 'Imports are resumable now.\n\nShould a failed row stop the whole import?'

const asking = (world: TestWorld): Promise<SessionId> =>
  worked(
    world,
    ['prompt.submitted', { text: 'Make the imports resumable.', origin: 'user' }],
    ['response.completed', { text: ASKED }],
  )

test('a question stays open until a later session addresses it, however many sessions follow', async () => {
  const world = new TestWorld()
  await asking(world)
  for (let n = 0; n < 12; n += 1) await worked(world, chat(n))
  expect(linesOf(await brief(world), 'questions')).toEqual(['Should a failed row stop the whole import?'])
  expect((await projectItems(world)).map(({ kind, item }) => [kind, item.text])).toEqual([
    ['question', 'Should a failed row stop the whole import?'],
  ])
  await worked(world, [
    'prompt.submitted',
    { text: 'A failed row must stop the whole import.', origin: 'user' },
  ])
  for (let n = 20; n < 32; n += 1) await worked(world, chat(n))
  expect(linesOf(await brief(world), 'questions')).toEqual([])
  expect(await projectItems(world)).toEqual([])
})

test('offers, and questions about the answer itself, are not repeated to later sessions but stay listed', async () => {
  const world = new TestWorld()
  const ends = ['Want me to push and open a PR?', 'Is that the direction you are thinking?']
  for (const end of ends)
    await worked(
      world,
      ['prompt.submitted', { text: `Do part ${end.length} of the import.`, origin: 'user' }],
      ['response.completed', { text: `It is done.\n\n${end}` }],
    )
  expect(linesOf(await brief(world), 'questions')).toEqual([ends[1]])
  for (let n = 0; n < 3; n += 1) await worked(world, chat(n))
  expect(linesOf(await brief(world), 'questions')).toEqual([])
  expect((await projectItems(world)).map(({ item }) => item.text).toSorted()).toEqual(ends.toSorted())
})

test('a question is answered by the next prompt of its session', async () => {
  const world = new TestWorld()
  const id = await asking(world)
  await record(world, id, [eventOfType('prompt.submitted', { text: 'Yes.' }, world.advance(MINUTE).time)])
  await worked(world, chat(1))
  expect(linesOf(await brief(world), 'questions')).toEqual([])
})

test('a task that the agent was working on is marked', async () => {
  const world = new TestWorld()
  const tasks = [
    { text: 'write the parser', status: 'active' },
    { text: 'document it', status: 'pending' },
  ]
  await worked(world, chat(1), ['tasks.listed', { list: 'todo', tasks }])
  expect(linesOf(await brief(world), 'next')).toEqual(['write the parser (in progress)', 'document it'])
})

test('codes contain open items and decisions from other sessions', async () => {
  const world = new TestWorld()
  await worked(
    world,
    ['action.planned', { text: 'write the marker' }],
    ['decision.made', { choice: 'one transaction' }],
  )
  for (let n = 0; n < 10; n += 1) await worked(world, chat(n))
  const found = await codesBrief(world, { budget: 500 })
  expect(found?.codes).toContain('next:write-the-marker')
  expect(found?.codes).toContain('dec:one-transaction')
})

test('an item that several sessions noted is listed once, and disappears when one of them closes it', async () => {
  const world = new TestWorld()
  const planned = ['action.planned', { text: 'Write the docs' }] as const
  await worked(world, planned)
  await worked(world, ['action.planned', { text: 'write the docs.' }])
  expect(linesOf(await brief(world), 'next')).toHaveLength(1)
  const again = eventOfType('action.planned', { text: 'write the docs' }, world.time)
  const last = await worked(world, chat(1))
  await record(world, last, [again, eventOfType('action.done', { action: again.id }, world.advance(1).time)])
  expect(linesOf(await brief(world), 'next')).toEqual([])
})

test('more than ten next steps are listed in the order in which they were noted', async () => {
  const world = new TestWorld()
  const steps = Array.from({ length: 14 }, (_, n) => `port module number ${n}`)
  await worked(world, ...steps.map((text) => ['action.planned', { text }] as const))
  expect(linesOf(await brief(world), 'next')).toEqual(steps)
})

const KINDS: readonly string[] = ['next', 'files', 'commands']

test('a session older than the last eight contributes its open items, but not its files or commands', async () => {
  const world = new TestWorld()
  const ran = { call: '1', tool: 'Bash', command: 'npm run lint', outcome: 'ok', output: 'fine' }
  const edited = { path: '/work/app/resume.ts', change: 'edited' }
  await worked(
    world,
    ['action.planned', { text: 'write the resume marker' }],
    ['file.changed', edited],
    ['tool.returned', ran],
  )
  const claimed = async () => {
    const { claims } = (await gatherProjectClaims(world, { budget: 1500 })) ?? { claims: [] }
    return claims.flatMap(({ section, text }) => (KINDS.includes(section) ? [`${section}: ${text}`] : []))
  }
  const planned = expect.stringContaining('next: write the resume marker')
  expect(await claimed()).toEqual([planned, expect.stringContaining('resume.ts'), 'commands: `npm run lint`'])
  for (let n = 1; n <= 9; n += 1) await worked(world, chat(n))
  expect(await claimed()).toEqual([planned])
})

test('goal, blockers, next steps and decisions come first if the budget is small', async () => {
  const world = new TestWorld()
  const files = Array.from(
    { length: 30 },
    (_, n) => ['file.changed', { path: `/work/app/src/module-${n}.ts`, change: 'edited' }] as const,
  )
  await worked(
    world,
    ['prompt.submitted', { text: 'Please make the import resumable after a crash.' }],
    ['goal.set', { text: 'Make imports resumable' }],
    ...Array.from(
      { length: 9 },
      (_, n) => ['decision.made', { choice: `rule ${n}: keep it small` }] as const,
    ),
    ['action.planned', { text: 'write the resume marker' }],
    ['blocker.met', { text: 'the key of the service is missing' }],
    ...files,
    ['response.completed', { text: `I read everything. ${'It is a long story. '.repeat(60)}` }],
  )
  const found = await brief(world, { budget: 300 })
  for (const section of ['goal', 'blockers', 'next', 'decisions'])
    expect(linesOf(found, section), section).not.toEqual([])
  expect(found?.text).toMatch(/^Left out: \d decisions.* \(leftoff brief --budget 600\)$/m)
})

test('a failed tool call does not rank an older session above the last one', async () => {
  const world = new TestWorld()
  const failed = { call: '1', tool: 'Bash', command: 'npm test', outcome: 'failed', output: 'error: x' }
  await worked(world, ['prompt.submitted', { text: 'Fix it' }], ['tool.returned', failed])
  await worked(world, ['prompt.submitted', { text: 'Which license do we use?' }])
  const found = await brief(world)
  expect(linesOf(found, 'asked')).toEqual(['Which license do we use?'])
  expect(linesOf(found, 'blockers')).toEqual([])
  expect(linesOf(found, 'standing').join(' ')).not.toContain('mostly about')
})

test('in an explained brief, every line names its source event', async () => {
  const world = new TestWorld()
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'retry.ts'), 'one')
  world.place = locationNamed('app', folder)
  const ran = (command: string) => ({ call: command, tool: 'Bash', command, outcome: 'ok' })
  await worked(
    world,
    ['prompt.submitted', { text: 'Add a retry to the uploader.' }],
    ['file.changed', { path: join(folder, 'retry.ts'), change: 'edited' }],
    ['tool.returned', ran('npm run lint')],
    ['test.ran', { name: 'npm test', outcome: 'passed' }],
    ['action.planned', { text: 'document it' }],
    ['response.completed', { text: 'The uploader retries three times now.' }],
  )
  const found = await brief(world)
  const explained = found && (await withSources(world, found))
  const events = await world.events(explained?.sessions[0]?.session ?? ('ses_none' as SessionId))
  const typeOf = new Map(events.map(({ id, type }) => [id as string, type]))
  const sources = (explained?.lines ?? []).map(({ claim }) => [claim.section, typeOf.get(claim.event ?? '')])
  expect(sources.map(([, type]) => type)).not.toContain(undefined)
  expect(sources).toContainEqual(['files', 'file.changed'])
  expect(sources).toContainEqual(['commands', 'tool.returned'])
  expect(sources).toContainEqual(['next', 'action.planned'])
  expect(sources).toContainEqual(['answer', 'response.completed'])
})
