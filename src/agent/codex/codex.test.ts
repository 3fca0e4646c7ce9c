import { describe, expect, test } from 'vitest'
import { eventsFromHook, parseHook, payloadsOf } from '../../../tests/support/payloads.ts'
import { BRIEF_OPENING } from '../brief-fence.ts'
import { codex } from './index.ts'

const PAYLOADS = payloadsOf('codex')
const SESSION = '0199a1c0-0000-7000-8000-00000000c0de'
const SUBAGENT = '0199a1c0-0000-7000-8000-00000000a6e7'
const parse = (name: string) => parseHook(codex, PAYLOADS[name])
const facts = (name: string) => eventsFromHook(codex, parse(name))
const data = (name: string) => facts(name).map((fact) => ({ type: fact.type, ...fact.data }))

describe('Codex hooks', () => {
  test.each([
    ['UserPromptSubmit', ['prompt.submitted']],
    ['PreToolUse-Bash', ['tool.called']],
    ['PreToolUse-apply_patch', ['tool.called']],
    ['PostToolUse-Bash', ['tool.returned', 'test.ran']],
    ['PostToolUse-Bash-failed', ['tool.returned']],
    ['PostToolUse-Bash-subagent', ['tool.returned']],
    ['PostToolUse-spawn_agent', ['tool.returned']],
    ['PostToolUse-apply_patch-failed', ['tool.returned']],
    [
      'PostToolUse-apply_patch',
      ['tool.returned', 'file.changed', 'file.changed', 'file.changed', 'file.changed', 'file.changed'],
    ],
    ['PermissionRequest-Bash', ['agent.noticed']],
    ['PreCompact-auto', ['context.compacting']],
    ['PostCompact-auto', ['context.compacted']],
    ['SubagentStart', ['subagent.started']],
    ['SubagentStop', ['subagent.stopped']],
    ['Stop', ['response.completed']],
    ['Stop-continued', ['response.completed']],
    ['Interrupt', ['turn.interrupted']],
    ['SessionStart-startup', []],
    ['SessionEnd', []],
  ])('the hook %s produces the events %j', (name, types) => {
    expect(facts(name).map(({ type }) => type)).toEqual(types)
  })

  test.each(['PreModelRequest', 'UserPromptSubmit-subagent', 'notify'])(
    'the payload %s is ignored',
    (name) => {
      expect(codex.parse(JSON.stringify(PAYLOADS[name])).kind).toBe('ignored')
    },
  )

  test.each([
    'SessionStart',
    'UserPromptSubmit',
    'Stop',
    'PreCompact',
    'PostCompact',
    'Interrupt',
    'SessionEnd',
  ])('%s from a sub-agent does not count as a turn of the session', (event) => {
    const payload = { ...PAYLOADS['UserPromptSubmit-subagent'], hook_event_name: event }
    expect(codex.parse(JSON.stringify(payload))).toEqual({ kind: 'ignored', why: 'a turn of a sub-agent' })
  })

  test('a sub-agent tool has the same name in hooks and in rollouts', () => {
    const payload = { ...PAYLOADS['PostToolUse-spawn_agent'], tool_name: 'collaborationspawn_agent' }
    expect(eventsFromHook(codex, parseHook(codex, payload))[0]?.data).toMatchObject({ tool: 'spawn_agent' })
  })

  test.each(['startup', 'resume', 'fork', 'clear', 'compact'])(
    'a start with source %s starts a session',
    (source) => {
      expect(parse(`SessionStart-${source}`)).toMatchObject({
        event: 'SessionStart',
        session: SESSION,
        directory: '/home/dev/app',
        transcript: expect.stringContaining('rollout-'),
        turn: { kind: 'start', source },
      })
    },
  )

  test('prompt, compaction, stop, continued stop and end are recognized', () => {
    expect(parse('UserPromptSubmit').turn).toEqual({ kind: 'prompt' })
    expect(parse('PreCompact-auto').turn).toEqual({ kind: 'compacting', trigger: 'auto' })
    expect(parse('Stop').turn).toEqual({ kind: 'stop', isContinued: false })
    expect(parse('Stop-continued').turn).toEqual({ kind: 'stop', isContinued: true })
    expect(parse('SessionEnd').turn).toEqual({ kind: 'end', reason: 'other' })
  })

  test('the text and the model of a turn are stored', () => {
    expect(data('UserPromptSubmit')).toEqual([
      { type: 'prompt.submitted', text: 'Make the greeting friendlier', origin: 'user' },
    ])
    expect(data('Stop')).toEqual([
      { type: 'response.completed', text: 'The greeting is friendlier now.', model: 'gpt-5.5' },
    ])
  })

  test('briefs are removed from prompts', () => {
    const prompt = `${BRIEF_OPENING} v="1">left</leftoff-brief>\n\nGo on`
    const payload = parseHook(codex, { ...PAYLOADS.UserPromptSubmit, prompt })
    expect(eventsFromHook(codex, payload)[0]?.data).toMatchObject({ text: 'Go on' })
  })

  test("a sub-agent's tool call names the sub-agent but no transcript", () => {
    expect(data('PostToolUse-Bash-subagent')).toMatchObject([
      {
        call: 'call_bash3',
        command: 'grep -c hello README.md',
        outcome: 'ok',
        output: '2\n',
        subagent: SUBAGENT,
      },
    ])
    expect(parse('PostToolUse-Bash-subagent').transcript).toBeUndefined()
    expect(data('SubagentStop')).toMatchObject([
      { subagent: SUBAGENT, kind: 'default', text: 'Two greetings.' },
    ])
  })
})

describe('patches', () => {
  test('a patch reports every changed file with its absolute path', () => {
    expect(data('PostToolUse-apply_patch').slice(1)).toEqual([
      {
        type: 'file.changed',
        path: '/home/dev/app/README.md',
        change: 'edited',
        lines: 1,
        before: 'hello',
        after: 'hello world',
      },
      {
        type: 'file.changed',
        path: '/home/dev/app/src/greet.js',
        change: 'created',
        lines: 1,
        after: 'export const greet = () => 1;',
      },
      { type: 'file.changed', path: '/home/dev/app/src/old.js', change: 'deleted' },
      { type: 'file.changed', path: '/home/dev/app/docs/a.md', change: 'renamed' },
      {
        type: 'file.changed',
        path: '/home/dev/app/docs/b.md',
        change: 'created',
        lines: 1,
        before: 'one',
        after: 'two',
      },
    ])
  })

  test('a failed patch reports no file changes, and its input is stored', () => {
    expect(data('PostToolUse-apply_patch-failed')).toMatchObject([
      { tool: 'apply_patch', outcome: 'failed', input: expect.stringContaining('*** Begin Patch') },
    ])
  })
})

describe('command outcomes', () => {
  const outcome = (tool_response: unknown, tool_name = 'Bash') =>
    eventsFromHook(codex, parseHook(codex, { ...PAYLOADS['PostToolUse-Bash'], tool_name, tool_response }))[0]
      ?.data.outcome

  test.each([
    ['3 tests passed\n', 'ok'],
    ['', 'ok'],
    ['Exit code: 0\nWall time: 1 seconds\nOutput:\nfine\n', 'ok'],
    ['Exit code: 2\nWall time: 1 seconds\nOutput:\n', 'failed'],
    ['Chunk ID: a06546\nWall time: 0.0000 seconds\nProcess exited with code 3\nOutput:\nboom\n', 'failed'],
    ['Wall time: 3.8 seconds\naborted by user', 'interrupted'],
    ['/bin/bash: line 1: greet: command not found\n', 'failed'],
    ['sh: 1: greet: not found\n', 'failed'],
    ['Traceback (most recent call last):\n  File "a.py", line 1\nValueError: no\n', 'failed'],
    ['make: *** [Makefile:2: all] Error 1\n', 'failed'],
    ['fatal: not a git repository\n', 'failed'],
    ['the report says: Exit code: 2\nand goes on\nand on\nfor long\n', 'ok'],
    ['grep found\nfatal: in a file\n1\n2\n3\n', 'ok'],
  ])('the outcome of a command with the output %j is %s', (response, expected) => {
    expect(outcome(response)).toBe(expected)
  })

  test('a call to a tool that neither runs commands nor applies patches counts as successful unless Codex refused the call', () => {
    expect(outcome('fatal: is a word', 'mcp__notes__read')).toBe('ok')
    expect(outcome('unsupported call: update_plan', 'update_plan')).toBe('failed')
  })
})

describe('replies to Codex', () => {
  test('replies have exactly the JSON format of Codex, without unknown fields', () => {
    expect(codex.reply({ event: 'SessionStart', text: 'left "off"\n' })).toBe(
      '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"left \\"off\\"\\n"}}',
    )
    expect(codex.reply({ event: 'UserPromptSubmit', text: 'x' })).toBe(
      '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"x"}}',
    )
  })

  test.each(['SessionEnd', 'Stop', 'PreCompact', 'PostCompact', 'PreToolUse', 'PostToolUse', 'Interrupt'])(
    'the reply to %s is empty',
    (event) => {
      expect(codex.reply({ event, text: 'x' })).toBe('')
    },
  )

  test('text that Codex would truncate is omitted', () => {
    expect(codex.reply({ event: 'SessionStart', text: 'a'.repeat(9_500) })).not.toBe('')
    expect(codex.reply({ event: 'SessionStart', text: 'a'.repeat(9_501) })).toBe('')
    expect(codex.reply({ event: 'SessionStart', text: '€'.repeat(3_167) })).toBe('')
  })
})
