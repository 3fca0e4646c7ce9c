import { expect, test } from 'vitest'
import { eventOfType } from '../../../tests/support/events.ts'
import { parseHook } from '../../../tests/support/payloads.ts'
import { HOUR, TestWorld } from '../../../tests/support/world.ts'
import { claudeCode } from '../../agent/claude-code/index.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import { handoffDocument, openedHandoff } from '../../brief/handoff.ts'
import { openDocument } from '../../event/document.ts'
import type { SessionId } from '../../event/identity.ts'
import { ingest } from '../ingest/ingest.ts'
import { advanceOpenSessions } from './advance-state.ts'
import { changeState } from './change-state.ts'

const SESSION = sessionIdOf('claude-code', 'one')

async function hooked(world: TestWorld, event: string, fields: object): Promise<void> {
  const payload = { session_id: 'one', cwd: '/work/app', hook_event_name: event, ...fields }
  await ingest(world, claudeCode, [{ hook: parseHook(claudeCode, payload), at: world.advance(1000).time }])
}

async function working(): Promise<TestWorld> {
  const world = new TestWorld()
  await hooked(world, 'SessionStart', { source: 'startup' })
  await hooked(world, 'UserPromptSubmit', { prompt: 'build the export', prompt_id: 'p' })
  await world.log.append(SESSION, [
    eventOfType('file.changed', { path: '/work/app/src/export.ts', change: 'edited' }, world.time),
    eventOfType('decision.made', { choice: 'one file for each region', why: 'accounting' }, world.time),
    eventOfType('action.planned', { text: 'add it to the nightly job' }, world.time),
  ])
  return world
}

const documents = async (world: TestWorld, session: SessionId = SESSION) =>
  (await world.events(session)).filter(({ type }) => type === 'handoff.written' || type === 'progress.logged')

test('B13: the end hook of a session writes a handoff and a progress log, each as a document with a schema', async () => {
  const world = await working()
  await hooked(world, 'SessionEnd', { reason: 'other' })
  const [handoff, progress, ...more] = await documents(world)
  expect(more).toEqual([])
  expect(handoff?.data).toMatchObject({
    schema: 1,
    automatic: true,
    summary: {
      decided: ['one file for each region (accounting)'],
      next: ['add it to the nightly job'],
      files: ['src/export.ts'],
      asked: 'build the export',
    },
  })
  const { identity } = await world.view(SESSION)
  const summary = JSON.parse(JSON.stringify(handoff?.data?.summary))
  expect(openedHandoff(handoffDocument(SESSION, identity, { id: 'x', at: 1, schema: 1, summary })).kind).toBe(
    'document',
  )
  const heading = { document: 'progress', session: SESSION, at: 1, agent: 'claude-code', project: 'app' }
  expect(openDocument('progress', { ...heading, ...progress?.data })).toMatchObject({
    kind: 'document',
    value: {
      log: {
        turns: 1,
        entries: expect.arrayContaining([
          expect.objectContaining({ text: 'decided: one file for each region (accounting)' }),
        ]),
      },
    },
  })
})

test('B13: a second delivery of the end hook writes no documents, and a resumed session gets new ones when it ends', async () => {
  const world = await working()
  await hooked(world, 'SessionEnd', { reason: 'other' })
  await hooked(world, 'SessionEnd', { reason: 'other' })
  expect(await documents(world)).toHaveLength(2)
  await hooked(world, 'SessionStart', { source: 'resume' })
  await hooked(world, 'SessionEnd', { reason: 'other' })
  expect(await documents(world)).toHaveLength(4)
})

test('B13: a session that is ended by a command or a timeout also gets a handoff and a progress log', async () => {
  const ended = await working()
  await changeState(ended, SESSION, { move: 'end', trigger: 'command' })
  expect(await documents(ended)).toHaveLength(2)
  const forgotten = await working()
  forgotten.evidence = 'alive'
  forgotten.advance(9 * HOUR)
  await advanceOpenSessions(forgotten)
  expect((await forgotten.view(SESSION)).life.state).toBe('ended')
  expect(await documents(forgotten)).toHaveLength(2)
})

test('B13: a session without work gets no documents, and an automatic handoff does not replace an explicit one', async () => {
  const idle = new TestWorld()
  await hooked(idle, 'SessionStart', { source: 'startup' })
  await hooked(idle, 'UserPromptSubmit', { prompt: 'hello', prompt_id: 'p' })
  await hooked(idle, 'SessionEnd', { reason: 'other' })
  expect(await documents(idle)).toEqual([])
  const world = await working()
  const explicit = eventOfType('handoff.written', { schema: 1, to: 'codex', summary: {} }, world.time)
  await world.log.append(SESSION, [explicit])
  await hooked(world, 'SessionEnd', { reason: 'other' })
  expect((await world.view(SESSION)).carry.handoff?.to).toBe('codex')
})
