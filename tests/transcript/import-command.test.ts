import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../support/sandbox.ts'
import { claudeWriter, codexWriter, linesOf, type TranscriptStep } from './writers.ts'

const SESSION = '0d9f7f4e-1111-4222-8333-444455556666'
const STEPS: readonly TranscriptStep[] = [
  { kind: 'prompt', text: 'fix the parser' },
  { kind: 'call', id: 'c1', command: 'ls' },
  { kind: 'result', id: 'c1', command: 'ls', output: 'a.ts' },
  { kind: 'answer', text: 'Done.' },
]
const content = (writer: typeof claudeWriter): string =>
  linesOf(writer, SESSION, STEPS)
    .map((line) => `${line}\n`)
    .join('')

/** A machine with transcripts of Claude Code and Codex from before leftoff was installed. */
async function sandboxWithTranscripts() {
  const here = await createSandbox()
  const claude = join(here.root, 'user', '.claude', 'projects', '-work-app')
  const codex = join(here.root, 'user', '.codex', 'sessions', '2026', '11', '16')
  for (const folder of [claude, codex]) mkdirSync(folder, { recursive: true })
  const transcript = join(claude, claudeWriter.file(SESSION))
  writeFileSync(transcript, content(claudeWriter))
  writeFileSync(join(codex, codexWriter.file(SESSION)), content(codexWriter))
  return { ...here, claude, transcript }
}

describe('leftoff import', () => {
  test('leftoff import imports existing transcripts once', async () => {
    const { json } = await sandboxWithTranscripts()
    expect(await json(['import'])).toMatchObject({
      files: 2,
      sessions: 2,
      events: 8,
      formats: { 'claude-code': { files: 1, records: 5, skipped: 0 }, codex: { files: 1 } },
      unreadable: [],
    })
    expect(await json(['import'])).toMatchObject({ events: 0, formats: { codex: { unchanged: 1 } } })
    const { sessions } = await json(['session', 'list', '--all'])
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ state: 'ended', turns: 1, about: 'Fix the parser' })
  })

  test('leftoff import can be limited to one agent, or to one file for a given project', async () => {
    const { json, transcript, folder } = await sandboxWithTranscripts()
    expect(await json(['import', '--agent', 'codex'])).toMatchObject({ sessions: 1 })
    expect(await json(['import', transcript, '--project', folder])).toMatchObject({ sessions: 1 })
    const { sessions } = await json(['session', 'list', '--project', folder])
    expect(sessions).toHaveLength(1)
  })

  test('leftoff import reports imported and skipped records', async () => {
    const { run, claude } = await sandboxWithTranscripts()
    writeFileSync(join(claude, 'notes.md'), '# Notes\n')
    const { out, err, code } = await run(['import', claude])
    expect(code).toBe(0)
    expect(err).toBe('')
    expect(out).toContain('Imported 4 events from 1 session.')
    expect(out).toMatch(/claude-code +1 file, 5 records, 4 new events/)
    expect(out).toContain('notes.md: not a transcript from a supported agent')
  })

  test('leftoff import exits with code 3 for a missing path or an empty folder', async () => {
    const { run, root } = await sandboxWithTranscripts()
    expect((await run(['import', join(root, 'nowhere')])).code).toBe(3)
    mkdirSync(join(root, 'empty'))
    const { code, err } = await run(['import', join(root, 'empty')])
    expect(code).toBe(3)
    expect(err).toContain('error[nothing-to-import]')
  })
})

test('session show reports whether the capture is complete, and why', async () => {
  const { run, json } = await sandboxWithTranscripts()
  await run(['import'])
  const { sessions } = await json(['session', 'list', '--all'])
  const story = await json(['session', 'show', sessions[0].id])
  expect(story.capture).toMatchObject({ state: 'complete', how: 'imported', records: 5 })
  const { out } = await run(['session', 'show', sessions[0].id])
  expect(out).toMatch(/recording +complete; imported from 5 transcript records/)
})
