import { describe, expect, test } from 'vitest'
import { DAY, MINUTE, SECOND, TestWorld } from '../../../tests/support/world.ts'
import { memoryFile } from '../../../tests/transcript/memory-file.ts'
import { claudeWriter, linesOf, type Step } from '../../../tests/transcript/writers.ts'
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

/** What the client's hooks say, and what it writes down. */
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
const STEPS: readonly Step[] = [
  { kind: 'prompt', text: 'fix the parser' },
  { kind: 'answer', text: 'Looking.' },
  { kind: 'call', id: 'c1', command: 'ls' },
  { kind: 'result', id: 'c1', command: 'ls', output: 'a.ts' },
  { kind: 'answer', text: 'Done.' },
]
const END = { hook_event_name: 'SessionEnd', reason: 'other' }

class Desk extends TestWorld implements WorldWith<'transcripts'> {
  transcript: OpenedTranscript = { kind: 'missing' }
  helpers: readonly TranscriptFile[] = []
  readonly transcripts = { open: (): OpenedTranscript => this.transcript, ofHelpers: () => this.helpers }

  wrote(steps: readonly Step[], more: { readonly damage?: string; readonly modifiedAt?: number } = {}): this {
    const content = linesOf(claudeWriter, SESSION, steps)
      .map((line) => `${line}\n`)
      .join('')
    const file = memoryFile(PATH, `${content}${more.damage ?? ''}`, { modifiedAt: more.modifiedAt ?? 0 })
    this.transcript = { kind: 'file', file }
    return this
  }

  async heard(...payloads: readonly object[]): Promise<this> {
    for (const payload of payloads) {
      const full = { session_id: SESSION, transcript_path: PATH, cwd: '/work/app', ...payload }
      const heard = claudeCode.parse(JSON.stringify(full))
      if (heard.kind !== 'parsed') throw new Error(heard.kind)
      await ingest(this, claudeCode, [{ hook: heard, at: this.time }])
      this.time += SECOND
    }
    return this
  }

  async compared() {
    const seen = await this.log.view(ID)
    if (!seen) throw new Error('no session')
    return reconcile(this, seen)
  }

  async told() {
    const done = await this.compared()
    return captureOf(this, await this.view(ID), done)
  }

  async filledIn(): Promise<readonly (readonly [string, unknown])[]> {
    return (await this.events(ID))
      .filter(({ data }) => data?.via === 'transcript')
      .map(({ type, data }) => [type, data?.text ?? data?.call] as const)
  }
}

const ended = async (hooks: readonly object[] = HOOKS): Promise<Desk> =>
  (await new Desk().heard(...hooks, END)).advance(MINUTE)

describe('a session with all its hooks', () => {
  test('lacks only what hooks do not report', async () => {
    const desk = (await ended()).wrote(STEPS)
    expect(await desk.compared()).toEqual({ kind: 'compared', filled: 1, skipped: 0 })
    expect(await desk.filledIn()).toEqual([['response.completed', 'Looking.']])
  })

  test('stays ended and keeps its times', async () => {
    const desk = (await ended()).wrote(STEPS)
    const before = await desk.view(ID)
    await desk.compared()
    expect((await desk.view(ID)).life).toEqual(before.life)
  })

  test('is compared once, until the transcript changes', async () => {
    const desk = (await ended()).wrote(STEPS)
    await desk.compared()
    expect(await desk.compared()).toEqual({ kind: 'unchanged' })
    desk.wrote([...STEPS, { kind: 'answer', text: 'One more thing.' }])
    expect(await desk.compared()).toMatchObject({ kind: 'compared', filled: 1 })
  })

  test('a rewritten transcript of the same size is compared again', async () => {
    const desk = (await ended()).wrote(STEPS)
    await desk.compared()
    desk.wrote(STEPS, { modifiedAt: desk.time + DAY })
    expect(await desk.compared()).toEqual({ kind: 'compared', filled: 0, skipped: 0 })
  })
})

describe('missing hooks', () => {
  test.each(HOOKS.slice(1).map((hook, index) => [JSON.stringify(hook).slice(20, 45), index + 1] as const))(
    'are filled in: %s',
    async (_, lost) => {
      const whole = (await ended()).wrote(STEPS)
      const desk = (await ended(HOOKS.filter((__, index) => index !== lost))).wrote(STEPS)
      await whole.compared()
      await desk.compared()
      const facts = async (of: Desk) =>
        (await of.events(ID))
          .map(({ type, id }) => `${type} ${id}`)
          .filter((text) => !text.startsWith('capture'))
          .sort()
      expect(await facts(desk)).toEqual(await facts(whole))
    },
  )

  test('of two equal texts with one hook, both are in the log', async () => {
    const twice = [...STEPS, { kind: 'prompt', text: 'fix the parser' } as const]
    const desk = (await ended([HOOKS[0] ?? {}, { ...HOOKS[1], prompt_id: 'prompt-5' }])).wrote(twice)
    await desk.compared()
    const prompts = (await desk.events(ID)).filter(({ type }) => type === 'prompt.submitted')
    expect(prompts).toHaveLength(2)
  })

  test('a text known under another id is recognised', async () => {
    const hooks = [HOOKS[0] ?? {}, { hook_event_name: 'UserPromptSubmit', prompt: '  fix the\nparser ' }]
    const desk = (await ended(hooks)).wrote(STEPS.slice(0, 1))
    expect(await desk.compared()).toMatchObject({ filled: 0 })
  })
})

describe('the capture report', () => {
  test('complete', async () => {
    expect(await (await ended()).wrote(STEPS).told()).toMatchObject({
      state: 'complete',
      how: 'compared',
      records: 6,
      filled: 1,
    })
  })

  test('incomplete, with the offset', async () => {
    const desk = (await ended()).wrote(STEPS, { damage: '{"type":"user","uuid":"x"\n' })
    const told = await desk.told()
    expect(told).toMatchObject({ state: 'incomplete', skipped: 1 })
    const content = linesOf(claudeWriter, SESSION, STEPS).join('\n').length + 1
    expect(told).toMatchObject({ offset: content })
  })

  test('an incomplete last line is not a gap', async () => {
    const desk = (await ended()).wrote(STEPS, { damage: '{"type":"user","uuid":"x"' })
    expect(await desk.told()).toMatchObject({ state: 'complete' })
  })

  test('events that only the log has are not a gap', async () => {
    expect(await (await ended()).wrote(STEPS.slice(0, 2)).told()).toMatchObject({ state: 'complete' })
  })

  test('unchecked while the session is active and just after its end', async () => {
    const desk = (await new Desk().heard(...HOOKS)).wrote(STEPS)
    expect(await desk.told()).toEqual({ state: 'unchecked', why: 'the session is still open' })
    await desk.heard(END)
    expect(await desk.told()).toEqual({ state: 'unchecked', why: 'the session is still open' })
    expect(await desk.filledIn()).toEqual([])
  })

  test('a crashed session is checked at once', async () => {
    const desk = (await new Desk().heard(...HOOKS)).wrote(STEPS)
    await desk.startSession()
    desk.advance(DAY)
    expect(await desk.told()).toMatchObject({ state: 'complete' })
  })

  test('a missing transcript is recorded once', async () => {
    const desk = await ended()
    await desk.told()
    expect(await desk.told()).toEqual({ state: 'unknown', why: `its transcript no longer exists (${PATH})` })
    expect((await desk.types(ID)).filter((type) => type === 'capture.reconciled')).toHaveLength(1)
  })

  test('a transcript outside the allowed folders is refused', async () => {
    const desk = await ended()
    desk.transcript = { kind: 'refused', reason: 'it is a link' }
    expect(await desk.told()).toEqual({ state: 'unchecked', why: 'cannot read its transcript: it is a link' })
  })

  test('a session without a transcript', async () => {
    const desk = new Desk()
    const session = await desk.startSession()
    const seen = await desk.log.view(session)
    if (!seen) throw new Error('no session')
    const told = captureOf(desk, seen.view, await reconcile(desk, seen))
    expect(told).toEqual({ state: 'unknown', why: 'no transcript to compare with' })
  })
})

describe('pending comparisons', () => {
  test('stop when the time budget is used up', async () => {
    const desk = (await ended()).wrote(STEPS)
    expect(await reconcilePending(desk, { budgetMs: 0, now: () => 0 })).toBe(0)
    expect(await reconcilePending(desk, { budgetMs: 250, now: () => 0 })).toBe(1)
    expect(await reconcilePending(desk, { budgetMs: 250, now: () => 0 })).toBe(0)
  })
})

test('the transcript of a sub-agent is compared too', async () => {
  const desk = (await ended()).wrote(STEPS)
  const side = JSON.parse(claudeWriter.line(SESSION, 2, { kind: 'call', id: 'h1', command: 'ls' }))
  const line = JSON.stringify({ ...side, uuid: 'side-1', isSidechain: true, agentId: 'helper' })
  desk.helpers = [memoryFile('/home/me/helper.jsonl', `${line}\n`)]
  await desk.compared()
  expect(await desk.filledIn()).toContainEqual(['tool.called', 'h1'])
})
