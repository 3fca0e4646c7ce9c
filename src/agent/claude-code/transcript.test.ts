import { describe, expect, test } from 'vitest'
import { factsFrom, typesOf } from '../../../tests/transcript/facts.ts'
import { claudeRecord, type TranscriptStep } from '../../../tests/transcript/writers.ts'
import { BRIEF_OPENING } from '../brief-fence.ts'
import { hash16 } from '../event-draft.ts'
import { claudeTranscript } from './transcript.ts'

const SESSION = 'one'
let count = 0
const record = (step: TranscriptStep, more: object = {}): object => {
  count += 1
  return { ...claudeRecord(SESSION, count, step), ...more }
}
const typed = (text: string, more: object = {}): object => record({ kind: 'prompt', text }, more)
const factsOf = (...records: readonly object[]) => factsFrom(claudeTranscript(), records)

describe('a turn', () => {
  const records = [
    typed('fix it', { promptId: 'p1' }),
    record({ kind: 'answer', text: 'Looking.' }),
    record({ kind: 'call', id: 't1', command: 'ls' }),
    record({ kind: 'result', id: 't1', command: 'ls', output: 'a.ts' }),
    record({ kind: 'answer', text: 'Done.' }),
  ]

  test('a turn produces the same events and sources as the hooks, and also the text between tool calls', () => {
    expect(factsOf(...records).map(({ type, source }) => [type, ...source])).toEqual([
      ['prompt.submitted', 'p1'],
      ['response.completed', 'p1', hash16('Looking.')],
      ['tool.called', 't1'],
      ['tool.returned', 't1'],
      ['response.completed', 'p1', hash16('Done.')],
    ])
  })

  test('a transcript reports its agent, directory, branch and version', () => {
    const reader = claudeTranscript()
    factsFrom(reader, records)
    expect(reader.about(SESSION)).toMatchObject({
      agent: 'claude-code',
      directory: '/work/app',
      branch: 'main',
      version: '2.1.0',
    })
  })

  test('a record that appears twice counts once', () => {
    expect(factsOf(...records, ...records)).toEqual(factsOf(...records))
  })

  test('a call without a result produces only a call event', () => {
    expect(typesOf(factsOf(...records.slice(0, 3)))).toEqual([
      'prompt.submitted',
      'response.completed',
      'tool.called',
    ])
  })

  test('a result without its call is still reported', () => {
    const [only] = factsOf(record({ kind: 'result', id: 't9', command: '', output: 'late' }))
    expect(only).toMatchObject({
      type: 'tool.returned',
      data: { call: 't9', tool: 'unknown', output: 'late' },
    })
  })
})

describe('prompts', () => {
  test.each([
    ['a hint from the client', typed('do this', { isMeta: true })],
    ['the output of a command', typed('<local-command-stdout>ok</local-command-stdout>')],
    ['a client command', typed('<command-name>/exit</command-name>')],
    ['a shell command that the user ran', typed('<bash-input>ls</bash-input>')],
    ['a sub-agent report', typed('<task-notification>\n<task-id>1</task-id></task-notification>')],
    ['a reminder', typed('<system-reminder>be good</system-reminder>')],
    ['a blank line', typed('  ')],
  ])('%s is not a prompt', (_, line) => {
    expect(factsOf(line)).toEqual([])
  })

  test('briefs are removed from prompts', () => {
    const [only] = factsOf(typed(`${BRIEF_OPENING} id="1">old news</leftoff-brief>\nfix it`))
    expect(only?.data).toMatchObject({ text: 'fix it' })
  })

  test('a slash command is reported as typed', () => {
    const text =
      '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>12</command-args>'
    expect(factsOf(typed(text))[0]?.data).toMatchObject({ text: '/review 12' })
  })

  test('blocks that an editor adds are not part of the prompt', () => {
    const content = [
      { type: 'text', text: '<ide_opened_file>a.ts</ide_opened_file>' },
      { type: 'text', text: 'explain' },
    ]
    expect(factsOf(typed('', { message: { role: 'user', content } }))[0]?.data).toMatchObject({
      text: 'explain',
    })
  })

  test('a prompt that was typed while the agent worked is read from its attachment', () => {
    const attachment = { type: 'queued_command', prompt: 'and the tests', commandMode: 'prompt' }
    expect(factsOf(typed('', { type: 'attachment', message: undefined, attachment }))[0]).toMatchObject({
      type: 'prompt.submitted',
      data: { text: 'and the tests' },
    })
  })

  test('an interruption by the user is reported', () => {
    expect(typesOf(factsOf(typed('[Request interrupted by user for tool use]')))).toEqual([
      'turn.interrupted',
    ])
  })
})

describe('tool results', () => {
  const result = (block: object, more: object = {}) => {
    const content = [{ type: 'tool_result', tool_use_id: 't1', content: 'text', ...block }]
    const line = typed('', { message: { role: 'user', content }, ...more })
    return factsOf(record({ kind: 'call', id: 't1', command: 'make' }), line).slice(1)
  }

  test.each([
    ['a result with an error has failed', { is_error: true, content: 'Exit code 2\nboom' }, {}, 'failed'],
    [
      'a result with an interruption is interrupted',
      {},
      { toolUseResult: { interrupted: true, stdout: '' } },
      'interrupted',
    ],
    [
      'a call that the user refused is interrupted',
      { is_error: true, content: "The user doesn't want to proceed with this tool use." },
      {},
      'interrupted',
    ],
    ['any other result is ok', {}, { toolUseResult: { stdout: 'ok', stderr: '' } }, 'ok'],
  ])('the tool result is read: %s', (_, block, more, outcome) => {
    expect(result(block, more)[0]?.data).toMatchObject({ outcome, command: 'make' })
  })

  test('a write produces a file change', () => {
    const input = { file_path: '/work/app/a.ts', content: 'a\nb\n' }
    const call = record(
      { kind: 'call', id: 't1', command: '' },
      {
        message: {
          id: 'm',
          role: 'assistant',
          content: [{ type: 'tool_use', id: 't1', name: 'Write', input }],
        },
      },
    )
    const content = [{ type: 'tool_result', tool_use_id: 't1', content: 'File created' }]
    const line = typed('', {
      message: { role: 'user', content },
      toolUseResult: { type: 'create', filePath: '/work/app/a.ts', originalFile: null },
    })
    expect(factsOf(call, line).at(-1)).toMatchObject({
      type: 'file.changed',
      source: ['t1', '/work/app/a.ts'],
      data: { path: '/work/app/a.ts', change: 'created', lines: 2 },
    })
  })
})

describe('tokens', () => {
  const line = (id: string, block: object, usage: object): object =>
    typed('', { type: 'assistant', message: { id, role: 'assistant', model: 'm', content: [block], usage } })
  const text = (words: string) => ({ type: 'text', text: words })

  test('the usage of a message is counted once, although each of its lines repeats it', () => {
    const answers = factsOf(
      line('m1', text('one'), { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 1 }),
      line(
        'm1',
        { type: 'tool_use', id: 't', name: 'Bash', input: {} },
        { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 40 },
      ),
      line('m2', text('two'), { input_tokens: 5, output_tokens: 2 }),
    ).filter(({ type }) => type === 'response.completed')
    expect(answers.map(({ data }) => [data.inputTokens, data.outputTokens])).toEqual([
      [100, 1],
      [5, 41],
    ])
  })
})

describe('sub-agents', () => {
  const side = (step: TranscriptStep) => record(step, { isSidechain: true, agentId: 'h1' })

  test('sub-agent tool calls belong to the session, and the text of the sub-agent is reported when it stops', () => {
    const facts = factsOf(
      side({ kind: 'prompt', text: 'look around' }),
      side({ kind: 'answer', text: 'Working.' }),
      side({ kind: 'call', id: 't1', command: 'ls' }),
      side({ kind: 'result', id: 't1', command: 'ls', output: 'x' }),
      side({ kind: 'answer', text: 'Found it.' }),
    )
    expect(facts.map(({ type, source }) => [type, ...source])).toEqual([
      ['subagent.started', 'h1'],
      ['tool.called', 't1'],
      ['tool.returned', 't1'],
      ['subagent.stopped', 'h1', hash16('Found it.')],
    ])
    expect(facts[1]?.data).toMatchObject({ subagent: 'h1' })
  })

  test('a sub-agent that is still working at the end of the transcript has not stopped', () => {
    const facts = factsOf(
      side({ kind: 'prompt', text: 'go' }),
      side({ kind: 'answer', text: 'Working.' }),
      side({ kind: 'call', id: 't1', command: 'ls' }),
    )
    expect(typesOf(facts)).toEqual(['subagent.started', 'tool.called'])
  })
})

describe('compaction', () => {
  const boundary = typed('', {
    type: 'system',
    subtype: 'compact_boundary',
    compactMetadata: { trigger: 'auto' },
    message: undefined,
  })

  test('a compaction boundary and its summary are one event, and the summary is not a prompt', () => {
    const facts = factsOf(boundary, typed('what happened so far', { isCompactSummary: true }))
    expect(facts).toMatchObject([
      {
        type: 'context.compacted',
        source: [hash16('what happened so far')],
        data: { trigger: 'auto', summary: 'what happened so far' },
      },
    ])
  })

  test('a compaction boundary without a summary is also reported', () => {
    expect(typesOf(factsOf(boundary))).toEqual(['context.compacted'])
  })
})

test('a synthetic client message is not a response', () => {
  const message = { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text: 'API Error' }] }
  expect(factsOf(typed('', { type: 'assistant', message }))).toEqual([])
})
