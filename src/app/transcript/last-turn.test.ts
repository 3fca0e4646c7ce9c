import { describe, expect, test } from 'vitest'
import { PROCESS, SECOND, TestWorld } from '../../../tests/support/world.ts'
import { memoryFile } from '../../../tests/transcript/memory-file.ts'
import { claudeWriter, linesOf, momentAt, type TranscriptStep } from '../../../tests/transcript/writers.ts'
import { claudeCode } from '../../agent/claude-code/index.ts'
import { sessionIdOf } from '../../agent/event-draft.ts'
import type { OpenedTranscript } from '../../agent/transcript/reader.ts'
import { handleHook } from '../ingest/handle-hook.ts'
import { ingest } from '../ingest/ingest.ts'
import type { WorldWith } from '../world.ts'
import { reconcile } from './reconcile.ts'

const SESSION = '0d9f7f4e-1111-4222-8333-444455556666'
const ID = sessionIdOf('claude-code', SESSION)
const PATH = `/home/me/.claude/projects/app/${SESSION}.jsonl`
const START = { hook_event_name: 'SessionStart', source: 'startup' }
const PROMPT = {
  hook_event_name: 'UserPromptSubmit',
  prompt_id: 'prompt-0',
  prompt: 'Make the parser read nested lists.',
}
const STOP = {
  hook_event_name: 'Stop',
  prompt_id: 'prompt-0',
  last_assistant_message: 'The parser reads nested lists now.',
}
const END = { hook_event_name: 'SessionEnd', reason: 'other' }
const ASKED: TranscriptStep = { kind: 'prompt', text: PROMPT.prompt }
const ANSWERED: TranscriptStep = { kind: 'answer', text: STOP.last_assistant_message }

class TailWorld extends TestWorld implements WorldWith<'transcripts'> {
  content = ''
  reads: string[] = []
  readonly transcripts = {
    open: (): OpenedTranscript => ({ kind: 'file', file: memoryFile(PATH, this.content) }),
    end: (_agent: string, path: string, bytes: number): string => {
      this.reads.push(path)
      return this.content.slice(-bytes)
    },
    subagentFiles: () => [],
  }

  constructor(steps: readonly TranscriptStep[]) {
    super()
    this.time = momentAt(0) - 3 * SECOND
    this.content = linesOf(claudeWriter, SESSION, steps)
      .map((line) => `${line}\n`)
      .join('')
  }

  async hear(...payloads: readonly object[]): Promise<this> {
    for (const payload of payloads) {
      const full = { session_id: SESSION, transcript_path: PATH, cwd: '/work/app', ...payload }
      const hook = claudeCode.parse(JSON.stringify(full))
      if (hook.kind !== 'parsed') throw new Error(hook.kind)
      this.time += SECOND
      await ingest(this, claudeCode, [{ hook, at: this.time, process: () => PROCESS }])
    }
    return this
  }

  /** The brief that the next session gets some time later. */
  async next(): Promise<string> {
    this.time = momentAt(1000)
    const start = { ...START, session_id: 'next', cwd: '/work/app' }
    const hook = claudeCode.parse(JSON.stringify(start))
    if (hook.kind !== 'parsed') throw new Error(hook.kind)
    const onError = (error: unknown): void => {
      throw error
    }
    return (await handleHook(this, { agent: claudeCode, call: { hook, at: this.time }, onError })).text ?? ''
  }

  async answers(): Promise<readonly unknown[]> {
    return (await this.events(ID)).flatMap(({ type, data }) =>
      type === 'response.completed' ? [data?.text] : [],
    )
  }
}

describe('an answer that is only in the transcript', () => {
  test('the answer is part of the next brief, even right after the session has ended', async () => {
    const world = await new TailWorld([ASKED, ANSWERED]).hear(START, PROMPT, END)
    const text = await world.next()
    expect(text).toContain(PROMPT.prompt)
    expect(text).toContain(STOP.last_assistant_message)
  })

  test('the answer is found at the end of a long transcript', async () => {
    const calls = Array.from({ length: 400 }, (_, n): readonly TranscriptStep[] => [
      { kind: 'call', id: `c${n}`, command: `cat ${n}.txt` },
      { kind: 'result', id: `c${n}`, command: `cat ${n}.txt`, output: 'x'.repeat(1000) },
    ])
    const world = await new TailWorld([ASKED, ...calls.flat(), ANSWERED]).hear(START, PROMPT, END)
    expect(await world.next()).toContain(STOP.last_assistant_message)
    expect(await world.answers()).toEqual([STOP.last_assistant_message])
  })

  test('the answer is stored once, even if it is found repeatedly', async () => {
    const world = await new TailWorld([ASKED, ANSWERED]).hear(START, PROMPT, END)
    await world.next()
    await world.next()
    await world.hear(STOP)
    const viewed = await world.log.view(ID)
    if (viewed) await reconcile(world, viewed)
    expect(await world.answers()).toEqual([STOP.last_assistant_message])
  })

  test('the answer is not searched for if a hook delivered it, or while the client is still working', async () => {
    const answered = await new TailWorld([ASKED, ANSWERED]).hear(START, PROMPT, STOP, END)
    await answered.next()
    expect(answered.reads).toEqual([])
    const working = await new TailWorld([ASKED, ANSWERED]).hear(START, PROMPT)
    working.evidenceByPid.set(PROCESS.pid, 'alive')
    await working.next()
    expect(working.reads).toEqual([])
  })

  test('the answer is never taken from an earlier turn', async () => {
    const again = { ...PROMPT, prompt_id: 'prompt-9', prompt: 'Now read sets.' }
    const world = await new TailWorld([ASKED, ANSWERED]).hear(START, PROMPT, STOP)
    world.time = momentAt(8)
    await world.hear(again, END)
    const text = await world.next()
    expect(text).toContain('Now read sets.')
    expect(text).not.toContain('Last answer')
  })
})

test('a start ingests all deliveries of the last session, regardless of their number', async () => {
  const world = new TailWorld([])
  await world.hear(START)
  const deliver = (payload: object) =>
    world.spool.deliver(
      'claude-code',
      JSON.stringify({ session_id: SESSION, transcript_path: PATH, cwd: '/work/app', ...payload }),
    )
  await deliver(PROMPT)
  for (let n = 0; n < 400; n += 1)
    await deliver({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: `cat ${n}.txt` },
      tool_use_id: `c${n}`,
    })
  await deliver(STOP)
  await deliver(END)
  expect(await world.next()).toContain(STOP.last_assistant_message)
})
