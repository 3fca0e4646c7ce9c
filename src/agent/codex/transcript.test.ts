import { describe, expect, test } from 'vitest'
import { factsFrom, typesOf } from '../../../tests/transcript/facts.ts'
import { codexLine, codexWriter, type TranscriptStep } from '../../../tests/transcript/writers.ts'
import { hash16 } from '../event-draft.ts'
import { codexTranscript } from './transcript.ts'

const at = (number: number, type: string, payload: object): object =>
  JSON.parse(codexLine(number, type, payload))
const step = (number: number, what: TranscriptStep): object => JSON.parse(codexWriter.line('s', number, what))
const META = at(-1, 'session_meta', {
  id: 's',
  session_id: 's',
  cwd: '/work/app',
  cli_version: '0.1.0',
  git: { branch: 'main' },
})
const factsOf = (...records: readonly object[]) => factsFrom(codexTranscript(), [META, ...records])

describe('a turn', () => {
  test('a turn produces the same events as the hooks, with the same sources', () => {
    const facts = factsOf(
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
    ['by the header of its output', 'Chunk ID: 1\nProcess exited with code 3\nOutput:\nboom'],
    ['by the exit code of older versions', JSON.stringify({ output: 'boom', metadata: { exit_code: 3 } })],
  ])('a failed command is recognized %s', (_, output) => {
    const facts = factsOf(
      step(1, { kind: 'call', id: 'c1', command: 'make' }),
      at(2, 'response_item', { type: 'function_call_output', call_id: 'c1', output }),
    )
    expect(facts.at(-1)?.data).toMatchObject({ outcome: 'failed', command: 'make' })
  })

  test('a patch produces file changes', () => {
    const input =
      '*** Begin Patch\n*** Update File: a.ts\n@@\n-old\n+new\n*** Add File: b.ts\n+x\n*** End Patch\n'
    const facts = factsOf(
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

  test('an interruption and a compaction are reported', () => {
    const facts = factsOf(
      at(1, 'event_msg', { type: 'turn_aborted', turn_id: 'turn-1', reason: 'interrupted' }),
      at(2, 'compacted', { message: 'so far', replacement_history: [] }),
    )
    expect(facts.map(({ type, source }) => [type, ...source])).toEqual([
      ['turn.interrupted', 'turn-1'],
      ['context.compacted', 'turn-1', '1'],
    ])
  })
})

describe('code mode', () => {
  const script = (number: number, id: string) =>
    at(number, 'response_item', { type: 'custom_tool_call', call_id: id, name: 'exec', input: 'text(1)' })
  const output = (number: number, id: string, text = 'Script completed') =>
    at(number, 'response_item', { type: 'custom_tool_call_output', call_id: id, output: text })
  const completed = (number: number, item: object) =>
    at(number, 'event_msg', { type: 'item_completed', item })
  const command = (id: string, line: string, exit_code: number) => ({
    type: 'CommandExecution',
    id,
    command: ['/bin/bash', '-lc', line],
    status: exit_code === 0 ? 'completed' : 'failed',
    aggregated_output: 'x',
    exit_code,
  })

  test('the tool calls that a script makes are reported in order, but not the script itself', () => {
    const facts = factsOf(
      script(1, 'c1'),
      completed(2, command('exec-1', 'ls', 0)),
      completed(3, command('exec-2', 'make', 2)),
      output(4, 'c1', 'a notice while the script runs'),
      output(5, 'c1'),
    )
    expect(facts.map(({ type, source, data }) => [type, ...source, data.command, data.outcome])).toEqual([
      ['tool.called', 'exec-1', 'ls', undefined],
      ['tool.returned', 'exec-1', 'ls', 'ok'],
      ['tool.called', 'exec-2', 'make', undefined],
      ['tool.returned', 'exec-2', 'make', 'failed'],
    ])
  })

  test('a patch in a script produces the same file changes as its hook', () => {
    const changes = {
      '/work/app/a.ts': { type: 'update', unified_diff: '@@ -1 +1 @@\n-old\n+new\n', move_path: null },
      '/work/app/b.ts': { type: 'add', content: 'x\n' },
      '/work/app/c.ts': { type: 'delete', content: 'y\n' },
      '/work/app/d.ts': {
        type: 'update',
        unified_diff: '@@ -1 +1 @@\n-1\n+2\n',
        move_path: '/work/app/e.ts',
      },
    }
    const facts = factsOf(completed(1, { type: 'FileChange', id: 'exec-1', changes, status: 'completed' }))
    expect(facts.filter(({ type }) => type === 'file.changed')).toMatchObject([
      { source: ['exec-1', '/work/app/a.ts'], data: { change: 'edited', before: 'old', after: 'new' } },
      { source: ['exec-1', '/work/app/b.ts'], data: { change: 'created', after: 'x', lines: 1 } },
      { source: ['exec-1', '/work/app/c.ts'], data: { change: 'deleted' } },
      { source: ['exec-1', '/work/app/d.ts'], data: { change: 'renamed' } },
      { source: ['exec-1', '/work/app/e.ts'], data: { change: 'created', after: '2' } },
    ])
  })

  test('a failed MCP call has a result in the transcript, although its hook does not report one', () => {
    const item = { type: 'McpToolCall', id: 'exec-1', server: 'notes', tool: 'read', arguments: { id: 1 } }
    const facts = factsOf(completed(1, { ...item, status: 'failed', result: { content: [], isError: true } }))
    expect(facts.map(({ type, data }) => [type, data.tool, data.outcome])).toEqual([
      ['tool.called', 'mcp__notes__read', undefined],
      ['tool.returned', 'mcp__notes__read', 'failed'],
    ])
  })

  test('waiting for a script is not a tool call', () => {
    const wait = { type: 'function_call', call_id: 'c1', name: 'wait', arguments: '{"cell_id":"3"}' }
    const done = { type: 'function_call_output', call_id: 'c1', output: 'Script completed' }
    expect(factsOf(at(1, 'response_item', wait), at(2, 'response_item', done))).toEqual([])
  })

  test('an item that repeats a call made outside a script does not add an event', () => {
    const facts = factsOf(
      step(1, { kind: 'call', id: 'c1', command: 'ls' }),
      completed(2, command('c1', 'ls', 0)),
      step(3, { kind: 'result', id: 'c1', command: 'ls', output: 'x' }),
    )
    expect(typesOf(facts)).toEqual(['tool.called', 'tool.returned'])
  })
})

describe('prompts and responses', () => {
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
  ])('%s is not a prompt', (text) => {
    expect(factsOf(user(text))).toEqual([])
  })

  test('in newer versions, markers identify text that the user did not type', () => {
    const kinds = { internal_chat_message_metadata_passthrough: { content_item_kinds: ['generic.note'] } }
    expect(factsOf(user('remember', kinds))).toEqual([])
  })

  test('a compaction summary is not a response', () => {
    const payload = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'sum' }] }
    expect(factsOf({ ...at(1, 'response_item', payload), metadata: { compaction_output: true } })).toEqual([])
  })
})

test("a sub-agent thread belongs to its parent's session", () => {
  const reader = codexTranscript()
  const meta = at(-1, 'session_meta', { id: 'child', session_id: 'parent', cwd: '/work/app' })
  const facts = factsFrom(reader, [
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

test('records that a forked sub-agent inherits from its parent are ignored', () => {
  const began = (number: number, initiating_agent_path: string | null) =>
    at(number, 'event_msg', {
      type: 'task_started',
      turn_id: `t${number}`,
      turn_attribution: { initiating_agent_path },
    })
  const thread_spawn = { parent_thread_id: 'parent', agent_path: '/root/part' }
  const facts = factsFrom(codexTranscript(), [
    at(-1, 'session_meta', { id: 'child', forked_from_id: 'parent', source: { subagent: { thread_spawn } } }),
    at(-1, 'session_meta', { id: 'parent' }),
    began(0, null),
    step(1, { kind: 'prompt', text: 'the whole job' }),
    step(2, { kind: 'call', id: 'c1', command: 'make' }),
    began(3, '/root'),
    at(4, 'response_item', { type: 'agent_message', author: '/root', recipient: '/root/part', content: [] }),
    step(5, { kind: 'call', id: 'c2', command: 'ls' }),
    step(6, { kind: 'answer', text: 'Found it.' }),
  ])
  expect(facts.map(({ type, data }) => [type, data.task ?? data.command ?? data.text])).toEqual([
    ['subagent.started', undefined],
    ['tool.called', 'ls'],
    ['subagent.stopped', 'Found it.'],
  ])
})

test('a rollout without its first line gets its session id from the file name', () => {
  const reader = codexTranscript('from-the-name')
  expect(typesOf(factsFrom(reader, [step(1, { kind: 'prompt', text: 'hello' })]))).toEqual([
    'prompt.submitted',
  ])
  expect(reader.sessions()).toEqual(['from-the-name'])
})
