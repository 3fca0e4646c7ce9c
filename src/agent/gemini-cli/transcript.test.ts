import { describe, expect, test } from 'vitest'
import { factsFrom, typesOf } from '../../../tests/transcript/facts.ts'
import { geminiWriter, type TranscriptStep } from '../../../tests/transcript/writers.ts'
import { hash16 } from '../event-draft.ts'
import { callOf } from './tools.ts'
import { geminiTranscript } from './transcript.ts'

const SESSION = 'one'
const head = geminiWriter.head(SESSION).map((line): object => JSON.parse(line))
const step = (number: number, what: TranscriptStep): object =>
  JSON.parse(geminiWriter.line(SESSION, number, what))
const factsOf = (...records: readonly object[]) => factsFrom(geminiTranscript(), [...head, ...records])
const words = (id: string, text: string) => ({
  id,
  timestamp: '2026-11-16T09:00:00Z',
  type: 'user',
  content: [{ text }],
})

describe('a turn', () => {
  const records = [
    step(1, { kind: 'prompt', text: 'fix it' }),
    step(2, { kind: 'answer', text: 'Looking.' }),
    step(3, { kind: 'result', id: 'c1', command: 'ls', output: 'a.ts' }),
    step(4, { kind: 'answer', text: 'Done.' }),
  ]

  test('a turn produces its text and tool calls in order', () => {
    const facts = factsOf(...records)
    expect(facts.map(({ type, data }) => [type, data.text ?? data.command])).toEqual([
      ['prompt.submitted', 'fix it'],
      ['response.completed', 'Looking.'],
      ['tool.called', 'ls'],
      ['tool.returned', 'ls'],
      ['response.completed', 'Done.'],
    ])
    expect(facts[1]?.data).toMatchObject({ inputTokens: 10, outputTokens: 5 })
    expect(facts[0]?.source).toEqual([hash16('fix it')])
  })

  test('a tool call has the same id in the transcript and in the hooks', () => {
    const call = callOf({ tool: 'run_shell_command', input: { command: 'ls' } })
    expect(factsOf(...records)[2]?.data).toMatchObject({ call, command: 'ls' })
  })

  test('a message that is written again with more content counts once', () => {
    const again = { ...step(2, { kind: 'answer', text: 'Looking.' }), toolCalls: [] }
    expect(factsOf(...records.slice(0, 2), again, again, ...records.slice(2))).toEqual(factsOf(...records))
  })

  test('the exit code is read from the end of the output', () => {
    const failed = {
      id: 'm',
      type: 'gemini',
      content: '',
      toolCalls: [
        {
          id: 'c2',
          name: 'run_shell_command',
          args: { command: 'make' },
          status: 'success',
          result: [
            {
              functionResponse: {
                response: { output: 'Output: boom\nExit Code: 3\n\n<hook_context>note</hook_context>' },
              },
            },
          ],
        },
      ],
    }
    expect(factsOf(failed).at(-1)?.data).toMatchObject({
      outcome: 'failed',
      output: 'Output: boom\nExit Code: 3',
    })
  })
})

describe('prompts', () => {
  test.each([['<session_context>\nsettings\n</session_context>'], ['<hook_context>note</hook_context>']])(
    '%s is not a prompt',
    (text) => {
      expect(factsOf(words('w', text))).toEqual([])
    },
  )

  test('hook context is removed from a prompt', () => {
    const text = '<hook_context>note</hook_context>\n\nfix it'
    expect(factsOf(words('w', text))[0]?.data).toMatchObject({ text: 'fix it' })
  })

  test('tool results are not prompts', () => {
    const content = [{ functionResponse: { id: 'c1', response: { output: 'x' } } }]
    expect(factsOf({ id: 'w', type: 'user', content })).toEqual([])
  })
})

test('a compression is one event, and rewritten messages are not reported again', () => {
  const first = words('w1', 'fix it')
  const snapshot = words('w2', '<state_snapshot>so far</state_snapshot>')
  const thanks = { id: 'w3', type: 'gemini', content: [{ text: 'Got it.' }] }
  const facts = factsOf(first, { $set: { messages: [first, snapshot, thanks] } }, words('w4', 'go on'))
  expect(typesOf(facts)).toEqual(['prompt.submitted', 'context.compacted', 'prompt.submitted'])
})

test("the directory is read from the client's first message", () => {
  const reader = geminiTranscript()
  const text = '<session_context>\n- **Workspace Directories:**\n  - /work/app\n</session_context>'
  factsFrom(reader, [...head, { $set: { messages: [words('w', text)] } }, words('w1', 'fix it')])
  expect(reader.about(SESSION)).toMatchObject({ directory: '/work/app' })
})
