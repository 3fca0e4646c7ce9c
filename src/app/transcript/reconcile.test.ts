import { describe, expect, test } from 'vitest'
import { DAY, MINUTE, SECOND, TestWorld } from '../../../tests/support/world.ts'
import { memoryFile } from '../../../tests/transcript/memory-file.ts'
import { claudeWriter, linesOf, type TranscriptStep } from '../../../tests/transcript/writers.ts'
import { claudeCode } from '../../agent/claude-code/index.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import type { OpenedTranscript, TranscriptFile } from '../../agent/transcript/reader.ts'
import { ingest } from '../ingest/ingest.ts'
import type { WorldWith } from '../world.ts'
import { captureOf } from './capture.ts'
import { reconcile, reconcilePending } from './reconcile.ts'

const SESSION = '0d9f7f4e-1111-4222-8333-444455556666'
const ID = sessionIdOf('claude-code', SESSION)
const PATH = `/home/me/.claude/projects/app/${SESSION}.jsonl`

/** The hooks of the client and the matching transcript. */
const HOOKS: readonly object[] = [
  { hook_event_name: 'SessionStart', source: 'startup' },
  { hook_event_name: 'UserPromptSubmit', prompt_id: 'prompt-0', prompt: 'fix the parser' },
  { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'c1' },
  {
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id: 'c1',
    tool_response: { stdout: 'a.ts', stderr: '', interrupted: false },
  },
  { hook_event_name: 'Stop', prompt_id: 'prompt-0', last_assistant_message: 'Done.' },
]
const STEPS: readonly TranscriptStep[] = [
  { kind: 'prompt', text: 'fix the parser' },
  { kind: 'answer', text: 'Looking.' },
  { kind: 'call', id: 'c1', command: 'ls' },
  { kind: 'result', id: 'c1', command: 'ls', output: 'a.ts' },
  { kind: 'answer', text: 'Done.' },
]
const END = { hook_event_name: 'SessionEnd', reason: 'other' }

class TranscriptWorld extends TestWorld implements WorldWith<'transcripts'> {
  transcript: OpenedTranscript = { kind: 'missing' }
  subagents: readonly TranscriptFile[] = []
  readonly transcripts = {
    open: (): OpenedTranscript => this.transcript,
    subagentFiles: () => this.subagents,
  }

  writeTranscript(
    steps: readonly TranscriptStep[],
    more: { readonly damage?: string; readonly modifiedAt?: number } = {},
  ): this {
    const content = linesOf(claudeWriter, SESSION, steps)
      .map((line) => `${line}\n`)
      .join('')
    const file = memoryFile(PATH, `${content}${more.damage ?? ''}`, { modifiedAt: more.modifiedAt ?? 0 })
    this.transcript = { kind: 'file', file }
    return this
  }

  async ingestAll(...payloads: readonly object[]): Promise<this> {
    for (const payload of payloads) {
      const full = { session_id: SESSION, transcript_path: PATH, cwd: '/work/app', ...payload }
      const hook = claudeCode.parse(JSON.stringify(full))
      if (hook.kind !== 'parsed') throw new Error(hook.kind)
      await ingest(this, claudeCode, [{ hook, at: this.time }])
      this.time += SECOND
    }
    return this
  }

  async compare() {
    const viewed = await this.log.view(ID)
    if (!viewed) throw new Error('no session')
    return reconcile(this, viewed)
  }

  async report() {
    const result = await this.compare()
    return captureOf(this, await this.view(ID), result)
  }

  async filledEvents(): Promise<readonly (readonly [string, unknown])[]> {
    return (await this.events(ID))
      .filter(({ data }) => data?.via === 'transcript')
      .map(({ type, data }) => [type, data?.text ?? data?.call] as const)
  }
}

const endedSession = async (hooks: readonly object[] = HOOKS): Promise<TranscriptWorld> =>
  (await new TranscriptWorld().ingestAll(...hooks, END)).advance(MINUTE)

describe('a session in which every hook ran', () => {
  test('the log lacks only events that hooks do not report', async () => {
    const world = (await endedSession()).writeTranscript(STEPS)
    expect(await world.compare()).toEqual({ kind: 'compared', filled: 1, skipped: 0 })
    expect(await world.filledEvents()).toEqual([['response.completed', 'Looking.']])
  })

  test('the session stays ended and keeps its times', async () => {
    const world = (await endedSession()).writeTranscript(STEPS)
    const before = await world.view(ID)
    await world.compare()
    expect((await world.view(ID)).life).toEqual(before.life)
  })

  test('the session is not compared again until the transcript changes', async () => {
    const world = (await endedSession()).writeTranscript(STEPS)
    await world.compare()
    expect(await world.compare()).toEqual({ kind: 'unchanged' })
    world.writeTranscript([...STEPS, { kind: 'answer', text: 'One more thing.' }])
    expect(await world.compare()).toMatchObject({ kind: 'compared', filled: 1 })
  })

  test('the session is compared again if the transcript is rewritten with the same size', async () => {
    const world = (await endedSession()).writeTranscript(STEPS)
    await world.compare()
    world.writeTranscript(STEPS, { modifiedAt: world.time + DAY })
    expect(await world.compare()).toEqual({ kind: 'compared', filled: 0, skipped: 0 })
  })
})

describe('missing hooks', () => {
  test.each(HOOKS.slice(1).map((hook, index) => [JSON.stringify(hook).slice(20, 45), index + 1] as const))(
    'the events of a missing hook are filled in from the transcript: %s',
    async (_, lost) => {
      const whole = (await endedSession()).writeTranscript(STEPS)
      const world = (await endedSession(HOOKS.filter((__, index) => index !== lost))).writeTranscript(STEPS)
      await whole.compare()
      await world.compare()
      const facts = async (of: TranscriptWorld) =>
        (await of.events(ID))
          .map(({ type, id }) => `${type} ${id}`)
          .filter((text) => !text.startsWith('capture'))
          .sort()
      expect(await facts(world)).toEqual(await facts(whole))
    },
  )

  test('if a text occurs twice but was reported only once, the missing text is filled in', async () => {
    const twice = [...STEPS, { kind: 'prompt', text: 'fix the parser' } as const]
    const world = (
      await endedSession([HOOKS[0] ?? {}, { ...HOOKS[1], prompt_id: 'prompt-5' }])
    ).writeTranscript(twice)
    await world.compare()
    const prompts = (await world.events(ID)).filter(({ type }) => type === 'prompt.submitted')
    expect(prompts).toHaveLength(2)
  })

  test('text that the log already contains under another id is not filled in', async () => {
    const hooks = [HOOKS[0] ?? {}, { hook_event_name: 'UserPromptSubmit', prompt: '  fix the\nparser ' }]
    const world = (await endedSession(hooks)).writeTranscript(STEPS.slice(0, 1))
    expect(await world.compare()).toMatchObject({ filled: 0 })
  })
})

describe('the capture report', () => {
  test('the capture report is complete if only events without hooks were missing', async () => {
    expect(await (await endedSession()).writeTranscript(STEPS).report()).toMatchObject({
      state: 'complete',
      how: 'compared',
      records: 6,
      filled: 1,
    })
  })

  test('the capture report is incomplete and contains the offset of an unreadable record', async () => {
    const world = (await endedSession()).writeTranscript(STEPS, { damage: '{"type":"user","uuid":"x"\n' })
    const report = await world.report()
    expect(report).toMatchObject({ state: 'incomplete', skipped: 1 })
    const content = linesOf(claudeWriter, SESSION, STEPS).join('\n').length + 1
    expect(report).toMatchObject({ offset: content })
  })

  test('the capture report ignores an incomplete last line', async () => {
    const world = (await endedSession()).writeTranscript(STEPS, { damage: '{"type":"user","uuid":"x"' })
    expect(await world.report()).toMatchObject({ state: 'complete' })
  })

  test('the capture report is complete if the log contains more events than the transcript', async () => {
    expect(await (await endedSession()).writeTranscript(STEPS.slice(0, 2)).report()).toMatchObject({
      state: 'complete',
    })
  })

  test('the capture report is unchecked while the session is active and just after its end', async () => {
    const world = (await new TranscriptWorld().ingestAll(...HOOKS)).writeTranscript(STEPS)
    expect(await world.report()).toEqual({ state: 'unchecked', why: 'the session is still open' })
    await world.ingestAll(END)
    expect(await world.report()).toEqual({ state: 'unchecked', why: 'the session is still open' })
    expect(await world.filledEvents()).toEqual([])
  })

  test('the capture report of a crashed session is available immediately', async () => {
    const world = (await new TranscriptWorld().ingestAll(...HOOKS)).writeTranscript(STEPS)
    await world.startSession()
    world.advance(DAY)
    expect(await world.report()).toMatchObject({ state: 'complete' })
  })

  test('the capture report records a missing transcript once', async () => {
    const world = await endedSession()
    await world.report()
    expect(await world.report()).toEqual({
      state: 'unknown',
      why: `its transcript no longer exists (${PATH})`,
    })
    expect((await world.types(ID)).filter((type) => type === 'capture.reconciled')).toHaveLength(1)
  })

  test('the capture report is unchecked if leftoff refuses to read the transcript', async () => {
    const world = await endedSession()
    world.transcript = { kind: 'refused', reason: 'it is a link' }
    expect(await world.report()).toEqual({
      state: 'unchecked',
      why: 'cannot read its transcript: it is a link',
    })
  })

  test('the capture report is unknown for a session without a transcript', async () => {
    const world = new TranscriptWorld()
    const session = await world.startSession()
    const viewed = await world.log.view(session)
    if (!viewed) throw new Error('no session')
    const report = captureOf(world, viewed.view, await reconcile(world, viewed))
    expect(report).toEqual({ state: 'unknown', why: 'no transcript to compare with' })
  })
})

describe('pending comparisons', () => {
  test('pending comparisons stop when the time budget is used up', async () => {
    const world = (await endedSession()).writeTranscript(STEPS)
    expect(await reconcilePending(world, { budgetMs: 0, now: () => 0 })).toBe(0)
    expect(await reconcilePending(world, { budgetMs: 250, now: () => 0 })).toBe(1)
    expect(await reconcilePending(world, { budgetMs: 250, now: () => 0 })).toBe(0)
  })
})

test('sub-agent transcripts are also compared', async () => {
  const world = (await endedSession()).writeTranscript(STEPS)
  const side = JSON.parse(claudeWriter.line(SESSION, 2, { kind: 'call', id: 'h1', command: 'ls' }))
  const line = JSON.stringify({ ...side, uuid: 'side-1', isSidechain: true, agentId: 'helper' })
  world.subagents = [memoryFile('/home/me/helper.jsonl', `${line}\n`)]
  await world.compare()
  expect(await world.filledEvents()).toContainEqual(['tool.called', 'h1'])
})
