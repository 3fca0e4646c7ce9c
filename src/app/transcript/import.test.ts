import { describe, expect, test } from 'vitest'
import { DAY, sqliteWorld, TestWorld } from '../../../tests/support/world.ts'
import { memoryFile } from '../../../tests/transcript/memory-file.ts'
import {
  claudeWriter,
  linesOf,
  momentAt,
  type TranscriptStep,
  type TranscriptWriter,
  writers,
} from '../../../tests/transcript/writers.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import type { TranscriptFile } from '../../agent/transcript/reader.ts'
import { importTranscripts } from './import.ts'

const SESSION = '0d9f7f4e-1111-4222-8333-444455556666'
const STEPS: readonly TranscriptStep[] = [
  { kind: 'prompt', text: 'fix the parser' },
  { kind: 'call', id: 'c1', command: 'ls' },
  { kind: 'result', id: 'c1', command: 'ls', output: 'a.ts' },
  { kind: 'answer', text: 'Done.' },
  { kind: 'prompt', text: 'fix the parser' },
  { kind: 'answer', text: 'Done.' },
]
const MORE: readonly TranscriptStep[] = [
  { kind: 'prompt', text: 'and the lexer' },
  { kind: 'answer', text: 'That too.' },
]

const contentOf = (writer: TranscriptWriter, steps: readonly TranscriptStep[], session = SESSION): string =>
  linesOf(writer, session, steps)
    .map((line) => `${line}\n`)
    .join('')
const fileOf = (writer: TranscriptWriter, steps: readonly TranscriptStep[], more = {}): TranscriptFile =>
  memoryFile(`/histories/${writer.file(SESSION)}`, contentOf(writer, steps), more)
const idOf = (writer: TranscriptWriter) => sessionIdOf(writer.name, SESSION)
const importFiles = (world: TestWorld, ...files: readonly TranscriptFile[]) =>
  importTranscripts(world, { files })
const work = (types: readonly string[]): readonly string[] =>
  types.filter((type) => !type.startsWith('session.') && !type.startsWith('capture.'))

describe.each(writers.map((writer) => [writer.name, writer] as const))(
  'importing a transcript of %s',
  (_, writer) => {
    test('a transcript is imported as an ended session, and its events are marked as imported', async () => {
      const world = new TestWorld()
      await importFiles(world, fileOf(writer, STEPS))
      const events = await world.events(idOf(writer))
      expect(events[0]).toMatchObject({
        type: 'session.started',
        data: { trigger: 'import', agent: writer.name, agentSession: SESSION, via: 'import' },
      })
      expect(events.at(-1)?.type).toBe('capture.reconciled')
      expect(events.at(-2)).toMatchObject({
        type: 'session.ended',
        data: { trigger: 'exit', reason: 'import' },
      })
      const captured = events.filter(({ type }) => !type.startsWith('capture.'))
      expect(captured.every(({ data }) => data?.via === 'import')).toBe(true)
      const { life, talk } = await world.view(idOf(writer))
      expect(life).toMatchObject({ state: 'ended', endedAt: momentAt(5) })
      expect(talk).toMatchObject({ turns: 2, lastPrompt: 'fix the parser' })
    })

    test('a transcript that is imported again is not read and stores nothing', async () => {
      const world = new TestWorld()
      await importFiles(world, fileOf(writer, STEPS))
      const before = await world.events(idOf(writer))
      const again = await importFiles(world.advance(DAY), fileOf(writer, STEPS))
      expect(again).toMatchObject({ events: 0, formats: { [writer.name]: { unchanged: 1, records: 0 } } })
      expect(await world.events(idOf(writer))).toEqual(before)
    })

    test('a transcript that was modified is read again, and nothing is stored twice', async () => {
      const world = new TestWorld()
      await importFiles(world, fileOf(writer, STEPS))
      const before = work(await world.types(idOf(writer)))
      const again = await importFiles(world, fileOf(writer, STEPS, { modifiedAt: world.time + DAY }))
      expect(again.events).toBe(0)
      expect(work(await world.types(idOf(writer)))).toEqual(before)
    })

    test('when a transcript has grown, its new events are added and the session ends again', async () => {
      const world = new TestWorld()
      await importFiles(world, fileOf(writer, STEPS))
      const second = await importFiles(world, fileOf(writer, [...STEPS, ...MORE]))
      expect(second.events).toBe(2)
      const { life, talk } = await world.view(idOf(writer))
      expect(life).toMatchObject({ state: 'ended', endedAt: momentAt(7), resumes: 1 })
      expect(talk).toMatchObject({ turns: 3, lastPrompt: 'and the lexer' })
    })
  },
)

describe('an import that is killed', () => {
  const repeated = Array.from(
    { length: 3600 },
    (_, i): TranscriptStep => ({ kind: 'prompt', text: `p${i % 500}` }),
  )
  const steps = [...STEPS, ...repeated]
  const idsIn = async (world: TestWorld): Promise<readonly string[]> =>
    (await world.events(idOf(claudeWriter)))
      .filter(({ type }) => !type.startsWith('capture.'))
      .map(({ id }) => id)
      .sort()

  test.each([1, 2, 3, 4])(
    'an import that is killed before write %i and then repeated produces the same log',
    async (write) => {
      const whole = new TestWorld()
      await importFiles(whole, fileOf(claudeWriter, steps))
      const world = new TestWorld()
      const dying = Object.assign(Object.create(world), { log: dyingLog(world.log, write) })
      await expect(importFiles(dying, fileOf(claudeWriter, steps))).rejects.toThrow()
      await importFiles(world, fileOf(claudeWriter, steps))
      expect(await idsIn(world)).toEqual(await idsIn(whole))
      expect((await world.view(idOf(claudeWriter))).life.state).toBe('ended')
    },
  )
})

/** A log that fails at the n-th write, as if the process were killed. */
function dyingLog(log: TestWorld['log'], write: number): TestWorld['log'] {
  let writes = 0
  return Object.assign(Object.create(log), {
    append: async (...args: Parameters<typeof log.append>) => {
      writes += 1
      if (writes >= write) throw new Error('killed')
      return log.append(...args)
    },
    read: (...args: Parameters<typeof log.read>) => log.read(...args),
    view: (...args: Parameters<typeof log.view>) => log.view(...args),
    generation: () => log.generation(),
    forgotten: (...args: Parameters<typeof log.forgotten>) => log.forgotten(...args),
  })
}

describe('the import report', () => {
  test('the report names files that are not transcripts, with the reason', async () => {
    const note = memoryFile('/histories/readme.md', '# Hello\n')
    const { unreadable } = await importFiles(new TestWorld(), note)
    expect(unreadable).toEqual([
      { path: '/histories/readme.md', reason: 'not a transcript from a supported agent' },
    ])
  })

  test('the report counts unreadable records, and the log contains their offsets', async () => {
    const world = new TestWorld()
    const lines = linesOf(claudeWriter, SESSION, STEPS)
    const content = `${lines.slice(0, 2).join('\n')}\n{"type":"user","uuid":"x","sess${lines.slice(2).join('\n')}\n`
    const { formats } = await importFiles(world, memoryFile('/histories/a.jsonl', content))
    expect(formats['claude-code']).toMatchObject({ records: lines.length, skipped: 1 })
    const damaged = (await world.events(idOf(claudeWriter))).filter(({ type }) => type === 'capture.damaged')
    expect(damaged.map(({ data }) => data)).toMatchObject([
      { source: '/histories/a.jsonl', reason: 'cut in the middle' },
    ])
  })

  test('the last progress update includes all files and bytes', async () => {
    const updates: { files: number; bytes: number; ofBytes: number }[] = []
    const files = writers.map((writer) => fileOf(writer, STEPS))
    await importTranscripts(new TestWorld(), { files, onProgress: (progress) => updates.push(progress) })
    expect(updates.at(-1)).toMatchObject({ files: 3 })
    expect(updates.at(-1)?.bytes).toBe(updates.at(-1)?.ofBytes)
  })

  test('the report includes only sessions of the requested agent', async () => {
    const files = writers.map((writer) => fileOf(writer, STEPS))
    const report = await importTranscripts(new TestWorld(), { files, agent: 'codex' })
    expect(report.sessions).toBe(1)
  })

  test('an import uses the requested project instead of the one in the transcript', async () => {
    const world = new TestWorld()
    await importTranscripts(world, { files: [fileOf(claudeWriter, STEPS)], project: world.place })
    expect((await world.view(idOf(claudeWriter))).identity).toMatchObject({
      project: world.place.project,
      directory: '/work/app',
    })
  })
})

describe('a session with several sources', () => {
  test('a SpecStory copy is skipped if the original was imported', async () => {
    const world = new TestWorld()
    const copy = `<!-- Generated by SpecStory, Markdown v2.1.0 -->\n\n<!-- Claude Code Session ${SESSION} (2026-11-16 09:00:00Z) -->\n\n_**User**_\n\nhello\n`
    await importFiles(world, fileOf(claudeWriter, STEPS), memoryFile('/app/.specstory/history/a.md', copy))
    expect(work(await world.types(idOf(claudeWriter)))).toHaveLength(STEPS.length)
  })

  test('the events in a sub-agent transcript are added to the session that started the sub-agent', async () => {
    const world = new TestWorld()
    const side = JSON.parse(claudeWriter.line(SESSION, 2, { kind: 'call', id: 'h1', command: 'ls' }))
    const helper = JSON.stringify({ ...side, uuid: 'side-1', isSidechain: true, agentId: 'helper' })
    await importFiles(
      world,
      fileOf(claudeWriter, STEPS),
      memoryFile('/histories/x/agent-helper.jsonl', `${helper}\n`),
    )
    const events = await world.events(idOf(claudeWriter))
    expect(events.find(({ data }) => data?.call === 'h1')?.data).toMatchObject({ subagent: 'helper' })
    expect((await world.view(idOf(claudeWriter))).life).toMatchObject({ state: 'ended', resumes: 0 })
  })
})

test('an import removes secrets before it stores events', async () => {
  const world = sqliteWorld()
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  await importFiles(world, fileOf(claudeWriter, [{ kind: 'prompt', text: `use ${secret} to push` }]))
  const stored = JSON.stringify(await world.events(idOf(claudeWriter)))
  expect(stored).toContain('to push')
  expect(stored).not.toContain(secret)
})
