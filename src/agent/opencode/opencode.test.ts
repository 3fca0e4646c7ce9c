import { describe, expect, test } from 'vitest'
import { eventsFromHook, parseHook, payloadsOf } from '../../../tests/support/payloads.ts'
import { opencode } from './index.ts'

const PAYLOADS = payloadsOf('opencode/delivered')
const ROOT = 'ses_e1f31f119ffeociwdBmgIaeYKk'
const CHILD = 'ses_e1f2874b9ffefN9Oe4HFnjOZ7N'
const parse = (name: string) => parseHook(opencode, PAYLOADS[name])
const facts = (name: string) => eventsFromHook(opencode, parse(name))
const data = (name: string) => facts(name).map((fact) => ({ type: fact.type, ...fact.data }))

describe('deliveries from the opencode plugin', () => {
  test.each([
    ['session.start-startup', []],
    ['chat.message', ['prompt.submitted']],
    ['tool.execute.before-bash', ['tool.called']],
    ['tool.execute.after-bash', ['tool.returned', 'test.ran']],
    ['tool.execute.after-bash-failed', ['tool.returned']],
    ['tool.execute.after-read', ['tool.returned', 'file.read']],
    ['tool.execute.after-edit', ['tool.returned', 'file.changed']],
    ['tool.execute.after-write', ['tool.returned', 'file.changed']],
    ['tool.execute.after-task', ['tool.returned']],
    ['tool.execute.after-mcp', ['tool.returned']],
    ['tool.execute.after-subagent', ['tool.returned']],
    [
      'tool.execute.after-apply_patch',
      ['tool.returned', 'file.changed', 'file.changed', 'file.changed', 'file.changed', 'file.changed'],
    ],
    ['message.part.updated-failed', ['tool.returned']],
    ['message.part.updated-aborted', ['tool.returned']],
    ['todo.updated', ['tasks.listed']],
    ['permission.asked', ['agent.noticed']],
    ['question.asked', ['agent.noticed']],
    ['session.error', ['agent.noticed']],
    ['session.error-aborted', ['turn.interrupted']],
    ['session.idle', ['response.completed']],
    ['session.created-child', ['subagent.started']],
    ['session.idle-subagent', ['subagent.stopped']],
    ['experimental.session.compacting', ['context.compacting']],
    ['session.compacted', ['context.compacted']],
    ['dispose', []],
  ])('the delivery %s produces the events %j', (name, types) => {
    expect(facts(name).map(({ type }) => type)).toEqual(types)
  })

  test.each([
    ['todo.updated-subagent', {}],
    ['chat.message', { subagent: CHILD }],
    ['chat.message', { text: '' }],
    ['session.created-child', { subagent: undefined }],
    ['chat.message', { hook: 'message.part.delta' }],
    ['tool.execute.after-bash', { callID: undefined }],
  ])('the delivery %s with %j is ignored', (name, more) => {
    expect(opencode.parse(JSON.stringify({ ...PAYLOADS[name], ...more })).kind).toBe('ignored')
  })

  test('a session records its directory, start time and version', () => {
    expect(parse('session.start-startup')).toMatchObject({
      event: 'session.start',
      session: ROOT,
      directory: '/home/dev/app',
      agentVersion: '1.18.33',
      at: 1794772963046,
      turn: { kind: 'start', source: 'startup' },
    })
    expect(parse('chat.message').turn).toEqual({ kind: 'prompt' })
    expect(parse('session.idle').turn).toEqual({ kind: 'stop', isContinued: false })
    expect(parse('session.idle-subagent').turn).toBeUndefined()
    expect(parse('experimental.session.compacting').turn).toEqual({ kind: 'compacting', trigger: 'auto' })
    expect(parse('dispose').turn).toEqual({ kind: 'end', reason: 'exit' })
  })

  test('the outcome of each tool call is recorded', () => {
    expect(data('tool.execute.after-bash')).toEqual([
      {
        type: 'tool.returned',
        call: 'call_bash1',
        tool: 'bash',
        command: 'npm test',
        outcome: 'ok',
        output: '3 tests passed\n',
        durationMs: 120,
      },
      { type: 'test.ran', name: 'npm test', command: 'npm test', outcome: 'passed', passed: 3 },
    ])
    expect(data('tool.execute.after-bash-failed')).toMatchObject([{ command: 'exit 3', outcome: 'failed' }])
    expect(data('message.part.updated-failed')).toMatchObject([
      {
        call: 'call_read2',
        file: '/home/dev/app/NONE.md',
        outcome: 'failed',
        output: 'File not found: /home/dev/app/NONE.md',
      },
    ])
    expect(data('message.part.updated-aborted')).toMatchObject([
      { command: 'sleep 60', outcome: 'interrupted' },
    ])
    expect(data('tool.execute.after-edit')[1]).toEqual({
      type: 'file.changed',
      path: '/home/dev/app/README.md',
      change: 'edited',
      lines: 1,
      before: 'hello',
      after: 'hello world',
    })
    expect(data('tool.execute.after-write')[1]).toMatchObject({
      path: '/home/dev/app/src/greet.js',
      change: 'created',
    })
    expect(data('tool.execute.after-mcp')).toMatchObject([
      { input: '{"query":"greeting"}', output: 'one note' },
    ])
    expect(data('tool.execute.after-subagent')).toMatchObject([
      { subagent: CHILD, command: 'grep -c hello README.md' },
    ])
  })

  test.each([
    ['done\n\n<shell_metadata>\nUser aborted the command\n</shell_metadata>', 'interrupted'],
    [
      '\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout 100 ms.\n</shell_metadata>',
      'failed',
    ],
    ['fine', 'ok'],
  ])('a command without an exit code whose output ends with %j is %s', (output, outcome) => {
    const payload = { ...PAYLOADS['tool.execute.after-bash'], output, metadata: {} }
    expect(eventsFromHook(opencode, parseHook(opencode, payload))[0]?.data).toMatchObject({ outcome })
  })

  test('a task list is stored as a whole, in order', () => {
    expect(facts('todo.updated')[0]?.data).toMatchObject({
      tasks: [
        { text: 'Write greet.js', status: 'done' },
        { text: 'Test it', status: 'active' },
      ],
    })
  })
})

describe('replies to the opencode plugin', () => {
  test('replies are JSON in exactly the format that the plugin reads', () => {
    expect(opencode.reply({ event: 'session.start', text: 'left "off"' })).toBe('{"text":"left \\"off\\""}')
    expect(opencode.reply({ event: 'session.compacting', text: 'x' })).toBe('{"text":"x"}')
    expect(opencode.reply({ event: 'session.start' })).toBe('{}')
    expect(opencode.reply({ event: 'chat.message', text: 'x' })).toBe('{}')
    expect(opencode.reply({ event: 'session.start', text: 'a'.repeat(30_001) })).toBe('{}')
  })
})
