import { describe, expect, test } from 'vitest'
import { eventsFromHook, parseHook, payloadsOf } from '../../../tests/support/payloads.ts'
import { geminiCli } from './index.ts'
import { withoutHookContext } from './to-events.ts'

const PAYLOADS = payloadsOf('gemini-cli')
const parse = (name: string) => parseHook(geminiCli, PAYLOADS[name])
const facts = (name: string) => eventsFromHook(geminiCli, parse(name))
const data = (name: string) => facts(name).map((fact) => ({ type: fact.type, ...fact.data }))

describe('Gemini CLI hooks', () => {
  test.each([
    ['BeforeAgent', ['prompt.submitted']],
    ['BeforeAgent-with-hook-context', ['prompt.submitted']],
    ['AfterAgent', ['response.completed']],
    ['AfterAgent-continued', ['response.completed']],
    ['BeforeTool-read_file', ['tool.called']],
    ['BeforeTool-replace', ['tool.called']],
    ['BeforeTool-write_file', ['tool.called']],
    ['BeforeTool-run_shell_command', ['tool.called']],
    ['AfterTool-read_file', ['tool.returned', 'file.read']],
    ['AfterTool-read_file-failed', ['tool.returned']],
    ['AfterTool-replace', ['tool.returned', 'file.changed']],
    ['AfterTool-write_file', ['tool.returned', 'file.changed']],
    ['AfterTool-run_shell_command', ['tool.returned', 'test.ran']],
    ['AfterTool-run_shell_command-failed', ['tool.returned', 'test.ran']],
    ['AfterTool-run_shell_command-cancelled', ['tool.returned']],
    ['PreCompress-manual', ['context.compacting']],
    ['Notification-ToolPermission', ['agent.noticed']],
    ['SessionStart-startup', []],
    ['SessionEnd-exit', []],
  ])('the hook %s produces the events %j', (name, types) => {
    expect(facts(name).map(({ type }) => type)).toEqual(types)
  })

  test.each(['BeforeModel', 'AfterModel', 'BeforeToolSelection', 'PreCompress-auto'])(
    'the hook %s is ignored',
    (name) => {
      expect(geminiCli.parse(JSON.stringify(PAYLOADS[name])).kind).toBe('ignored')
    },
  )

  test.each(['startup', 'resume', 'clear'])('a start with source %s starts a session', (source) => {
    expect(parse(`SessionStart-${source}`)).toMatchObject({
      session: 'ba33cad7-0000-4000-8000-00000000600d',
      directory: '/home/dev/app',
      transcript: expect.stringContaining('/chats/session-'),
      at: Date.parse('2026-11-15T19:54:32.498Z'),
      turn: { kind: 'start', source },
    })
  })

  test("every event has the client's timestamp", () => {
    expect(facts('AfterTool-replace').map(({ at }) => at)).toEqual([1794772473499, 1794772473499])
  })

  test('prompt, compaction, stop, continued stop and end are recognized', () => {
    expect(parse('BeforeAgent').turn).toEqual({ kind: 'prompt' })
    expect(parse('PreCompress-manual').turn).toEqual({ kind: 'compacting', trigger: 'manual' })
    expect(parse('AfterAgent').turn).toEqual({ kind: 'stop', isContinued: false })
    expect(parse('AfterAgent-continued').turn).toEqual({ kind: 'stop', isContinued: true })
    expect(parse('SessionEnd-exit').turn).toEqual({ kind: 'end', reason: 'exit' })
    expect(parse('SessionEnd-clear').turn).toEqual({ kind: 'end', reason: 'clear' })
  })

  test("a prompt is the user's text without the hook context before or after it", () => {
    expect(data('BeforeAgent-with-hook-context')).toEqual([
      { type: 'prompt.submitted', text: 'Make the greeting friendlier', origin: 'user' },
    ])
  })

  test.each([
    ['<hook_context>a</hook_context>\n\n<hook_context>b</hook_context>go', 'go'],
    ['go<hook_context>a</hook_context><hook_context>b</hook_context>', 'go'],
    ['what is <hook_context>this</hook_context> for?', 'what is <hook_context>this</hook_context> for?'],
    ['<hook_context>never closed', '<hook_context>never closed'],
    ['never opened</hook_context>', 'never opened</hook_context>'],
    [`${'a'.repeat(1 << 20)}${'<hook_context></hook_context>'.repeat(1 << 14)}`, 'a'.repeat(1 << 20)],
  ])('only hook context around a prompt is removed', (prompt, rest) => {
    expect(withoutHookContext(prompt)).toBe(rest)
  })

  test('the outcome of file tools and commands is recorded', () => {
    expect(data('AfterTool-read_file')).toMatchObject([
      { tool: 'read_file', file: '/home/dev/app/README.md', outcome: 'ok', output: 'hello\n' },
      { path: '/home/dev/app/README.md' },
    ])
    expect(data('AfterTool-read_file-failed')).toMatchObject([{ outcome: 'failed' }])
    expect(data('AfterTool-replace')[1]).toEqual({
      type: 'file.changed',
      path: '/home/dev/app/README.md',
      change: 'edited',
      lines: 1,
      before: 'hello',
      after: 'hello world',
    })
    expect(data('AfterTool-write_file')[1]).toMatchObject({ change: 'created', lines: 1 })
    expect(data('AfterTool-write_file')[0]).not.toHaveProperty('output')
    expect(data('AfterTool-run_shell_command')).toMatchObject([
      { command: 'npm test', outcome: 'ok', output: expect.stringContaining('3 tests passed') },
      { name: 'npm test', outcome: 'passed' },
    ])
    expect(data('AfterTool-run_shell_command-failed')).toMatchObject([
      { command: 'npm test', outcome: 'failed' },
      { name: 'npm test', outcome: 'failed' },
    ])
    expect(data('AfterTool-run_shell_command-cancelled')).toMatchObject([{ outcome: 'interrupted' }])
  })

  test('an exit code in the middle of the output does not mean that the command failed', () => {
    const llmContent =
      '<untrusted_context>\nOutput: Exit Code: 3\nall is well\nProcess Group PGID: 1\n</untrusted_context>'
    const payload = { ...PAYLOADS['AfterTool-run_shell_command'], tool_response: { llmContent } }
    expect(eventsFromHook(geminiCli, parseHook(geminiCli, payload))[0]?.data).toMatchObject({ outcome: 'ok' })
  })
})

describe('tool calls without an id', () => {
  const call = (name: string) => facts(name)[0]?.data.call

  test('the hooks before and after a tool call derive the same id', () => {
    for (const tool of ['read_file', 'replace', 'write_file', 'run_shell_command'])
      expect(call(`BeforeTool-${tool}`), tool).toBe(call(`AfterTool-${tool}`))
  })

  test('a repeated tool call is a new event, and a redelivered one is the same event', () => {
    const first = PAYLOADS['AfterTool-run_shell_command']
    const ids = [first, first, { ...first, timestamp: '2026-11-15T19:54:33.920Z' }].map(
      (payload) => eventsFromHook(geminiCli, parseHook(geminiCli, payload))[0]?.id,
    )
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  test('tool calls with different input have different ids', () => {
    const other = { ...PAYLOADS['BeforeTool-run_shell_command'], tool_input: { command: 'npm test -- -u' } }
    expect(eventsFromHook(geminiCli, parseHook(geminiCli, other))[0]?.data.call).not.toBe(
      call('BeforeTool-run_shell_command'),
    )
  })
})

describe('replies to Gemini CLI', () => {
  test('replies have exactly the JSON format of Gemini CLI and are never empty', () => {
    expect(geminiCli.reply({ event: 'SessionStart', text: 'left <off>' })).toBe(
      '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"left <off>"}}',
    )
    expect(geminiCli.reply({ event: 'BeforeAgent', text: 'x' })).toBe(
      '{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":"x"}}',
    )
    for (const event of [
      'AfterAgent',
      'AfterTool',
      'BeforeTool',
      'PreCompress',
      'SessionEnd',
      'Notification',
    ])
      expect(geminiCli.reply({ event, text: 'x' })).toBe('{}')
    expect(geminiCli.reply({ event: 'SessionStart' })).toBe('{}')
    expect(geminiCli.reply({ event: 'SessionStart', text: 'a'.repeat(30_001) })).toBe('{}')
  })
})
