import { describe, expect, test } from 'vitest'
import { toldBy, typesOf } from '../../../tests/transcript/told.ts'
import { codexLine, codexWriter, type Step } from '../../../tests/transcript/writers.ts'
import { hash16 } from '../event-draft.ts'
import { codexTranscript } from './transcript.ts'

const at = (number: number, type: string, payload: object): object =>
  JSON.parse(codexLine(number, type, payload))
const step = (number: number, what: Step): object => JSON.parse(codexWriter.line('s', number, what))
const META = at(-1, 'session_meta', {
  id: 's',
  session_id: 's',
  cwd: '/work/app',
  cli_version: '0.1.0',
  git: { branch: 'main' },
})
const told = (...records: readonly object[]) => toldBy(codexTranscript(), [META, ...records])

describe('a turn', () => {
  test('gives the same events as the hooks, with the same sources', () => {
    const facts = told(
      at(0, 'event_msg', { type: 'task_started', turn_id: 'turn-1' }),
      at(0, 'turn_context', { turn_id: 'turn-1', model: 'model-1', cwd: '/work/app' }),
      step(1, { kind: 'prompt', text: 'fix it' }),
      step(2, { kind: 'answer', text: 'Looking.' }),
      step(3, { kind: 'call', id: 'c1', command: 'ls' }),
      at(3, 'token_usage_record', { usage: { input_tokens: 100, output_tokens: 5 } }),
      step(4, { kind: 'result', id: 'c1', command: 'ls', output: 'a.ts' }),
    )
    expect(facts.map(({ type, source }) => [type, ...source])).toEqual([
      ['prompt.submitted', 'turn-1'],
      ['response.completed', 'turn-1', hash16('Looking.')],
      ['tool.called', 'c1'],
      ['tool.returned', 'c1'],
    ])
    expect(facts[1]?.data).toMatchObject({ model: 'model-1', inputTokens: 100, outputTokens: 5 })
    expect(facts[2]?.data).toMatchObject({ tool: 'Bash', command: 'ls' })
    expect(facts[3]?.data).toMatchObject({ outcome: 'ok' })
  })

  test.each([
    ['by the header of the tool', 'Chunk ID: 1\nProcess exited with code 3\nOutput:\nboom'],
    ['as older versions wrap it', JSON.stringify({ output: 'boom', metadata: { exit_code: 3 } })],
  ])('a failed command is recognised %s', (_, output) => {
    const facts = told(
      step(1, { kind: 'call', id: 'c1', command: 'make' }),
      at(2, 'response_item', { type: 'function_call_output', call_id: 'c1', output }),
    )
    expect(facts.at(-1)?.data).toMatchObject({ outcome: 'failed', command: 'make' })
  })

  test('a patch gives file changes', () => {
    const input =
      '*** Begin Patch\n*** Update File: a.ts\n@@\n-old\n+new\n*** Add File: b.ts\n+x\n*** End Patch\n'
    const facts = told(
      at(1, 'response_item', { type: 'custom_tool_call', call_id: 'c1', name: 'apply_patch', input }),
      at(2, 'response_item', {
        type: 'custom_tool_call_output',
        call_id: 'c1',
        output: 'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess',
      }),
    )
    expect(facts.filter(({ type }) => type === 'file.changed')).toMatchObject([
      { source: ['c1', '/work/app/a.ts'], data: { change: 'edited', before: 'old', after: 'new' } },
      { source: ['c1', '/work/app/b.ts'], data: { change: 'created' } },
    ])
  })

  test('an interruption and a compaction', () => {
    const facts = told(
      at(1, 'event_msg', { type: 'turn_aborted', turn_id: 'turn-1', reason: 'interrupted' }),
      at(2, 'compacted', { message: 'so far', replacement_history: [] }),
    )
    expect(facts.map(({ type, source }) => [type, ...source])).toEqual([
      ['turn.interrupted', 'turn-1'],
      ['context.compacted', 'turn-1', '1'],
    ])
  })
})

describe('text that nobody typed is not a prompt', () => {
  const user = (text: string, more: object = {}) =>
    at(1, 'response_item', {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text }],
      ...more,
    })

  test.each([
    ['<environment_context>\n<cwd>/x</cwd></environment_context>'],
    ['# AGENTS.md instructions for /x'],
    ['<turn_aborted>stop</turn_aborted>'],
    ['<hook_prompt id="1">go on</hook_prompt>'],
  ])('%s', (text) => {
    expect(told(user(text))).toEqual([])
  })

  test('marks of newer versions decide what was typed', () => {
    const kinds = { internal_chat_message_metadata_passthrough: { content_item_kinds: ['generic.note'] } }
    expect(told(user('remember', kinds))).toEqual([])
  })

  test('the summary of a compaction is not a response', () => {
    const payload = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'sum' }] }
    expect(told({ ...at(1, 'response_item', payload), metadata: { compaction_output: true } })).toEqual([])
  })
})

test("the thread of a sub-agent belongs to its parent's session", () => {
  const reader = codexTranscript()
  const meta = at(-1, 'session_meta', { id: 'child', session_id: 'parent', cwd: '/work/app' })
  const facts = toldBy(reader, [
    meta,
    step(1, { kind: 'prompt', text: 'look around' }),
    step(2, { kind: 'call', id: 'c1', command: 'ls' }),
    step(3, { kind: 'result', id: 'c1', command: 'ls', output: 'x' }),
    step(4, { kind: 'answer', text: 'Found it.' }),
  ])
  expect(reader.sessions()).toEqual(['parent'])
  expect(typesOf(facts)).toEqual(['subagent.started', 'tool.called', 'tool.returned', 'subagent.stopped'])
  expect(facts[1]?.data).toMatchObject({ subagent: 'child' })
})

test('a rollout without its first line gets its session id from the file name', () => {
  const reader = codexTranscript('from-the-name')
  expect(typesOf(toldBy(reader, [step(1, { kind: 'prompt', text: 'hello' })]))).toEqual(['prompt.submitted'])
  expect(reader.sessions()).toEqual(['from-the-name'])
})
