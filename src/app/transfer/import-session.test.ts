import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collect } from '../../../tests/support/events.ts'
import { SECOND, sqliteWorld, TestWorld } from '../../../tests/support/world.ts'
import { derivedId, type SessionId } from '../../event/identity.ts'
import { BOOK } from '../../event/memory.ts'
import { branch } from '../branch/branch.ts'
import { record } from '../ingest/record.ts'
import { noteEvent } from '../lifecycle/notes.ts'
import { exportSession, exportTranscript } from './export-session.ts'
import { importSession } from './import-session.ts'

const GOLDEN = join(import.meta.dirname, '../../../tests/golden/0.1.0/exported-session.json')

/** A branch of a branch. */
async function branchedSessions(
  world: TestWorld,
): Promise<{ readonly first: SessionId; readonly last: SessionId }> {
  const first = await world.startSession({ goal: 'sell boats' })
  await record(world, first, [world.prompt('hello \u2028 there', world.advance(SECOND).time)])
  const { id } = await branch(world, first, { at: 2, name: 'canoes' })
  await record(world, id, [noteEvent(world.advance(SECOND), { kind: 'decision', text: 'sell canoes' })])
  const { id: last } = await branch(world, id)
  await record(world, last, [
    noteEvent(world.advance(SECOND), { kind: 'fact', text: 'it is 9431-corrosive-battery' }),
  ])
  return { first, last }
}
const exported = async (world: TestWorld, session: SessionId): Promise<string> =>
  (await collect(exportSession(world, session))).join('')
const linesOf = (text: string) => (): readonly string[] => text.split('\n')

describe('an exported session', () => {
  test('an exported session is identical after its import: events, hashes, and the part inherited from ancestors', async () => {
    const here = sqliteWorld()
    const { first, last } = await branchedSessions(here)
    const there = sqliteWorld()
    const imported = await importSession(there, linesOf(await exported(here, last)))
    expect(imported).toMatchObject({ session: last, stored: 2 + 3 + 3 })
    const bare = (events: Awaited<ReturnType<TestWorld['events']>>) =>
      events.map(({ position: _, ...event }) => event)
    expect(bare(await there.events(last))).toEqual(bare(await here.events(last)))
    expect(bare(await there.events(first))).toEqual(bare(await here.events(first)).slice(0, 2))
    expect(await there.view(last)).toEqual(await here.view(last))
    for await (const damage of there.log.verify()) expect(damage).toBeUndefined()
  })

  test('an exported session is stored once if it is imported twice, and a longer local copy does not change', async () => {
    const here = sqliteWorld()
    const { first, last } = await branchedSessions(here)
    const text = await exported(here, last)
    expect((await importSession(here, linesOf(text))).stored).toBe(0)
    expect(await here.types(first)).toHaveLength(3)
    const there = sqliteWorld()
    await importSession(there, linesOf(text))
    expect((await importSession(there, linesOf(text))).stored).toBe(0)
  })

  test('an exported session is continued when a longer export is imported', async () => {
    const here = sqliteWorld()
    const { first, last } = await branchedSessions(here)
    const there = sqliteWorld()
    await importSession(there, linesOf(await exported(here, last)))
    expect((await importSession(there, linesOf(await exported(here, first)))).stored).toBe(1)
    expect(await there.types(first)).toEqual(await here.types(first))
  })

  test('an exported session that differs from the local copy is refused', async () => {
    const here = sqliteWorld()
    const { first, last } = await branchedSessions(here)
    const text = await exported(here, first)
    const there = sqliteWorld()
    await importSession(there, linesOf(await exported(here, last)))
    await record(there, first, [there.prompt('something else', there.advance(SECOND).time)])
    await expect(importSession(there, linesOf(text))).rejects.toMatchObject({ code: 'import-diverged' })
    expect(await there.types(first)).toHaveLength(3)
  })

  test('an export redacts secrets that became known later, and can still be verified', async () => {
    const here = sqliteWorld()
    const { last } = await branchedSessions(here)
    here.secrets = ['9431-corrosive-battery']
    const text = await exported(here, last)
    expect(text).not.toContain('corrosive')
    const there = sqliteWorld()
    await importSession(there, linesOf(text))
    for await (const damage of there.log.verify()) expect(damage).toBeUndefined()
    expect((await importSession(here, linesOf(text))).stored).toBe(0)
  })

  test('an export keeps the position of forgotten events without their content', async () => {
    const here = sqliteWorld()
    const { last } = await branchedSessions(here)
    await here.log.forget({ session: last, seqs: [3], id: derivedId('evt', 'forget'), at: here.time })
    const text = await exported(here, last)
    expect(text).not.toContain('corrosive')
    const there = sqliteWorld()
    await importSession(there, linesOf(text))
    expect((await there.view(last)).work.facts).toEqual([])
    expect((await there.view(last)).tally.malformed).toBe(0)
  })

  test('an export is one JSON document', async () => {
    const here = new TestWorld()
    const { last } = await branchedSessions(here)
    const document = JSON.parse(await exported(here, last))
    expect(document).toMatchObject({ document: 'export', schema: 1, session: last })
    expect(document.events).toHaveLength(8)
  })
})

describe('an invalid export file', () => {
  test('a changed, missing, repeated or moved line is reported by number, and nothing is stored', async () => {
    const here = new TestWorld()
    const text = await exported(here, (await branchedSessions(here)).last)
    const lines = text.trimEnd().split('\n')
    const spoil = fc.record({
      at: fc.nat(lines.length - 1),
      how: fc.constantFrom('gone', 'doubled', 'swapped', 'cut', 'letter'),
      where: fc.nat(),
    })
    await fc.assert(
      fc.asyncProperty(spoil, async ({ at, how, where }) => {
        const spoiled = spoiledBy(lines, { at, how, where })
        if (JSON.stringify(spoiled) === JSON.stringify(lines)) return
        const there = new TestWorld()
        const failed = await importSession(there, () => spoiled).then(
          () => undefined,
          (error) => error,
        )
        // Changing the export time or the layout is harmless.
        if (failed === undefined) return expect(isHarmless(lines, spoiled)).toBe(true)
        expect(failed).toMatchObject({
          code: 'import-refused',
          message: expect.stringMatching(/^line \d+: ./),
        })
        expect(await there.log.views({})).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('an export of the rule book is refused', async () => {
    const head = {
      document: 'export',
      schema: 1,
      session: BOOK,
      at: 1,
      sessions: [{ session: BOOK, events: 1 }],
    }
    const text = `${JSON.stringify(head).slice(0, -1)},"events":[\n]}\n`
    await expect(importSession(new TestWorld(), linesOf(text))).rejects.toMatchObject({
      code: 'import-refused',
      message: expect.stringContaining('rules'),
    })
  })

  test.each(['', '{}', '[]', 'null', '{"document":"export","schema":99,"events":[', 'root:x:0:0'])(
    '%o is refused',
    async (text) => {
      await expect(importSession(new TestWorld(), linesOf(text))).rejects.toMatchObject({
        code: 'import-refused',
      })
    },
  )
})

interface Spoil {
  readonly at: number
  readonly how: string
  readonly where: number
}

function spoiledBy(lines: readonly string[], { at, how, where }: Spoil): readonly string[] {
  const line = lines[at] ?? ''
  const place = where % Math.max(1, line.length)
  if (how === 'gone') return lines.toSpliced(at, 1)
  if (how === 'doubled') return lines.toSpliced(at, 0, line)
  if (how === 'cut') return [...lines.slice(0, at), line.slice(0, place)]
  if (how === 'letter') return lines.with(at, `${line.slice(0, place)}~${line.slice(place + 1)}`)
  return lines.with(at, lines[0] ?? '').with(0, line)
}

function isHarmless(lines: readonly string[], spoiled: readonly string[]): boolean {
  const essence = (all: readonly string[]) =>
    all
      .slice(1)
      .map((line) => line.trimEnd().replace(/,$/, ''))
      .filter(Boolean)
  return JSON.stringify(essence(lines)) === JSON.stringify(essence(spoiled))
}

test('an export from release 0.1.0 can be imported, and exporting it again produces the same bytes', async () => {
  const text = readFileSync(GOLDEN, 'utf8')
  const world = sqliteWorld()
  const { session } = await importSession(world, linesOf(text))
  world.time = JSON.parse(text).at
  expect(await exported(world, session as SessionId)).toBe(text)
})

test('the Markdown export contains all messages, shortens long results, and never breaks a code block', async () => {
  const world = new TestWorld()
  const session = await world.startSession({ goal: 'sell boats' })
  const output = `\`\`\`\n# no heading\n${'x'.repeat(5000)}`
  await record(world, session, [
    world.prompt('list the files', world.advance(SECOND).time),
    {
      ...world.prompt('', world.advance(SECOND).time),
      type: 'tool.returned',
      data: { call: 'c1', tool: 'Bash', outcome: 'ok', input: '{"command":"ls"}', output },
    },
    {
      ...world.prompt('', world.advance(SECOND).time),
      type: 'response.completed',
      data: { text: 'There are **two**.' },
    },
  ])
  const text = (await collect(exportTranscript(world, session))).join('')
  expect(text).toContain('# sell boats')
  expect(text).toContain('## User\n\nlist the files')
  expect(text).toContain('- **Bash** `{"command":"ls"}`')
  expect(text).toContain('````\n```\n# no heading')
  expect(text).toMatch(/… \d+ more characters/)
  expect(text).toContain('## Assistant\n\nThere are **two**.')
  expect(text.length).toBeLessThan(2000)
})
