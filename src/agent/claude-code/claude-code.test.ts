import { describe, expect, test } from 'vitest'
import { eventsFromHook, parseHook, payloadsIn } from '../../../tests/support/payloads.ts'
import { BRIEF_OPENING } from '../brief-fence.ts'
import { claudeCode } from './index.ts'

const PAYLOADS = payloadsIn('claude-code', 'payloads')
const parse = (payload: object | undefined) => parseHook(claudeCode, payload)
const facts = (name: string) => eventsFromHook(claudeCode, parse(PAYLOADS[name]))
const typesOf = (name: string): readonly string[] => facts(name).map(({ type }) => type)

describe('Claude Code hooks', () => {
  test.each([
    ['UserPromptSubmit', ['prompt.submitted', 'session.titled']],
    ['PreToolUse-Bash', ['tool.called']],
    ['PostToolUse-Bash', ['tool.returned']],
    ['PostToolUse-Edit', ['tool.returned', 'file.changed']],
    ['PostToolUse-Write', ['tool.returned', 'file.changed']],
    ['PostToolUse-Read', ['tool.returned', 'file.read']],
    ['PostToolUse-Agent', ['tool.returned']],
    ['PostToolUse-mcp__contmcp__ask', ['tool.returned']],
    ['PostToolUseFailure-Bash', ['tool.returned']],
    ['PostToolUseFailure-Read', ['tool.returned']],
    ['Stop', ['response.completed']],
    ['StopFailure', ['agent.noticed']],
    ['SubagentStart', ['subagent.started']],
    ['SubagentStop', ['subagent.stopped']],
    ['PreCompact-manual', ['context.compacting']],
    ['PreCompact-auto', ['context.compacting']],
    ['PostCompact-manual', ['context.compacted']],
    ['PostCompact-auto', ['context.compacted']],
    ['TaskCreated', ['task.opened']],
    ['TaskCompleted', ['task.closed']],
    ['CwdChanged', ['place.changed']],
    ['Notification-permission_prompt', ['agent.noticed']],
    ['Notification-idle_prompt', ['agent.noticed']],
    ['PermissionRequest-Bash', ['agent.noticed']],
    ['PostModelSwitch', ['agent.noticed']],
    ['UserPromptExpansion', ['agent.noticed']],
    ['InstructionsLoaded-session_start', ['agent.noticed']],
    ['ConfigChange', ['agent.noticed']],
    ['DirectoryAdded', ['agent.noticed']],
    ['SessionStart-startup', []],
    ['SessionEnd-other', []],
  ])('the hook %s produces the events %j', (name, types) => {
    expect(typesOf(name)).toEqual(types)
  })

  test.each([
    'UserPromptSubmit-task-notification',
    'SubagentStop-compaction-fork',
    'PreModelSwitch',
    'Setup-init',
  ])('the hook %s is ignored', (name) => {
    expect(claudeCode.parse(JSON.stringify(PAYLOADS[name])).kind).toBe('ignored')
  })

  test.each(['startup', 'resume', 'fork', 'clear', 'compact'])(
    'a start with source %s starts a session',
    (source) => {
      expect(parse(PAYLOADS[`SessionStart-${source}`]).turn).toMatchObject({ kind: 'start', source })
    },
  )

  test('the output of a failed command and the duration of a successful one are stored', () => {
    expect(facts('PostToolUseFailure-Bash')[0]?.data).toMatchObject({
      outcome: 'failed',
      command: 'echo boom >&2; exit 3',
      output: 'Exit code 3\nboom',
    })
    expect(facts('PostToolUse-Bash')[0]?.data).toMatchObject({
      outcome: 'ok',
      output: 'hi\na.js',
      durationMs: 74,
    })
  })

  test('a write or edit is stored as a file change, without the original content', () => {
    expect(facts('PostToolUse-Write')[1]?.data).toMatchObject({
      path: '/home/dev/app/src/a.js',
      change: 'created',
      lines: 1,
    })
    expect(facts('PostToolUse-Edit')[1]?.data).toMatchObject({
      change: 'edited',
      before: 'hello',
      after: 'hello world',
    })
    expect(JSON.stringify(facts('PostToolUse-Edit'))).not.toContain('originalFile')
  })

  test("a sub-agent's tool call belongs to the session and names the sub-agent", () => {
    const payload = { ...PAYLOADS['PostToolUse-Bash'], agent_id: 'a1', agent_type: 'Explore' }
    const [event] = eventsFromHook(claudeCode, parse(payload))
    expect(event?.data).toMatchObject({ subagent: 'a1' })
  })

  test('a completed task refers to the event that opened it', () => {
    const opened = { ...PAYLOADS.TaskCreated, session_id: 'one', task_id: '7' }
    const closed = { ...PAYLOADS.TaskCompleted, session_id: 'one', task_id: '7' }
    const [first, second] = [opened, closed].map((payload) => eventsFromHook(claudeCode, parse(payload))[0])
    expect(second?.data.task).toBe(first?.id)
  })

  test('a brief that the client echoes is removed from the prompt', () => {
    const prompt = `${BRIEF_OPENING} id="x">\nold\n</leftoff-brief>\nfix it`
    const events = eventsFromHook(claudeCode, parse({ ...PAYLOADS.UserPromptSubmit, prompt }))
    expect(events[0]?.data.text).toBe('fix it')
  })
})

describe('replies to Claude Code', () => {
  test('the reply to a session start contains the text as context', () => {
    expect(claudeCode.reply({ event: 'SessionStart', text: 'hi "you"' })).toBe(
      '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"hi \\"you\\""}}',
    )
  })

  test('the reply before a compaction is plain text, because JSON would reach the summarizer', () => {
    expect(claudeCode.reply({ event: 'PreCompact', text: 'keep the goal' })).toBe('keep the goal')
  })

  test.each(['PreCompact', 'SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd'])(
    'the reply to %s is empty if there is no text',
    (event) => {
      expect(claudeCode.reply({ event })).toBe('')
    },
  )

  test('text that Claude Code would truncate is omitted', () => {
    expect(claudeCode.reply({ event: 'SessionStart', text: 'x'.repeat(10_001) })).toBe('')
    expect(claudeCode.reply({ event: 'SessionStart', text: 'x'.repeat(10_000) })).not.toBe('')
  })

  test('other events get no reply, because a reply would be shown to the user or would block the agent', () => {
    for (const event of ['Stop', 'SessionEnd', 'PostToolUse', 'Notification'])
      expect(claudeCode.reply({ event, text: 'x' })).toBe('')
  })
})
