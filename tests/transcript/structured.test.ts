import { describe, expect, test } from 'vitest'
import type { AgentAdapter } from '../../src/agent/adapter.ts'
import { claudeCode } from '../../src/agent/claude-code/index.ts'
import { codex } from '../../src/agent/codex/index.ts'
import { sessionIdOf } from '../../src/agent/event-draft.ts'
import { geminiCli } from '../../src/agent/gemini-cli/index.ts'
import { opencode } from '../../src/agent/opencode/index.ts'
import { ingest } from '../../src/app/ingest/ingest.ts'
import { forget } from '../../src/app/maintenance/forget.ts'
import { importTranscripts } from '../../src/app/transcript/import.ts'
import { openItems } from '../../src/session/noted-work.ts'
import type { Session } from '../../src/session/session.ts'
import { titleOf } from '../../src/session/title.ts'
import { TestWorld } from '../support/world.ts'
import { memoryFile } from './memory-file.ts'
import { momentAt, timeOf } from './writers.ts'

/** One session, as the client reports it to hooks and as its transcript records it. */
interface ReportedSession {
  readonly agent: AgentAdapter
  readonly session: string
  readonly file: string
  readonly hooks: readonly object[]
  readonly transcript: string
}

/** A tool call, with its result in the hook and in the transcript. */
interface ReportedCall {
  readonly tool: string
  readonly input: object
  readonly response: unknown
  readonly text: string
  readonly isRejected?: boolean
}

const PLAN =
  '# Plan: Move the cache to disk\n\n1. Read the old cache\n2. Write the new file\n\n## Follow-ups\n- Windows'
const COLOUR = {
  question: 'Which colour does the button have?',
  header: 'Colour',
  options: [{ label: 'Red' }, { label: 'Blue' }],
}
const PORT = { question: 'Which port does it listen on?', header: 'Port', options: [{ label: '80' }] }
const TODOS = [
  { content: 'Parse rows', status: 'completed' },
  { content: 'Parse dates', status: 'in_progress' },
]
const answersText = (colour: string): string =>
  `User has answered your questions: "${COLOUR.question}"="${colour}", "${PORT.question}"="8080, because 80 is taken". You can now continue with the user's answers in mind.`

const PROMPT = 'add the import page'
const jsonLines = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')

const CLAUDE_CALLS: readonly ReportedCall[] = [
  {
    tool: 'AskUserQuestion',
    input: { questions: [COLOUR, PORT] },
    response: {
      questions: [COLOUR, PORT],
      answers: { [COLOUR.question]: 'Blue', [PORT.question]: '8080, because 80 is taken' },
    },
    text: answersText('Blue'),
  },
  {
    tool: 'AskUserQuestion',
    input: { questions: [{ ...COLOUR, question: 'Which size?' }] },
    response: undefined,
    text: "The user doesn't want to proceed with this tool use. (No answer provided)",
    isRejected: true,
  },
  {
    tool: 'ExitPlanMode',
    input: { plan: '# Something else\n\n1. Never\n2. Ever' },
    response: undefined,
    text: "The user doesn't want to proceed with this tool use.",
    isRejected: true,
  },
  {
    tool: 'ExitPlanMode',
    input: { plan: PLAN },
    response: { plan: PLAN, isAgent: false, filePath: '/home/dev/.claude/plans/a.md' },
    text: `User has approved your plan. You can now start coding.\n\n## Approved Plan:\n${PLAN}`,
  },
  {
    tool: 'TaskCreate',
    input: { subject: 'Parse rows', description: 'All of them' },
    response: { task: { id: '1', subject: 'Parse rows' } },
    text: 'Task #1 created successfully: Parse rows',
  },
  {
    tool: 'TaskCreate',
    input: { subject: 'Parse date', description: 'And times' },
    response: { task: { id: '2', subject: 'Parse date' } },
    text: 'Task #2 created successfully: Parse date',
  },
  {
    tool: 'TaskCreate',
    input: { subject: 'Never mind', description: 'No' },
    response: { task: { id: '3', subject: 'Never mind' } },
    text: 'Task #3 created successfully: Never mind',
  },
  {
    tool: 'TaskUpdate',
    input: { taskId: '1', status: 'completed' },
    response: { success: true, taskId: '1' },
    text: 'Updated task #1 status',
  },
  {
    tool: 'TaskUpdate',
    input: { taskId: '2', subject: 'Parse dates', status: 'in_progress', addBlockedBy: ['1'] },
    response: { success: true, taskId: '2' },
    text: 'Updated task #2',
  },
  {
    tool: 'TaskUpdate',
    input: { taskId: '3', status: 'deleted' },
    response: { success: true, taskId: '3' },
    text: 'Updated task #3',
  },
]

function claudeSession(): ReportedSession {
  const session = '0d9f7f4e-1111-4222-8333-444455556666'
  const about = { session_id: session, cwd: '/work/app', prompt_id: 'p1' }
  const record = (number: number, more: object) => ({
    uuid: `u${number}`,
    isSidechain: false,
    timestamp: timeOf(number),
    cwd: '/work/app',
    sessionId: session,
    ...more,
  })
  return {
    agent: claudeCode,
    session,
    file: `${session}.jsonl`,
    hooks: [
      { ...about, hook_event_name: 'SessionStart', source: 'startup' },
      { ...about, hook_event_name: 'UserPromptSubmit', prompt: PROMPT, session_title: 'Import page' },
      ...CLAUDE_CALLS.map(({ tool, input, response, text, isRejected }, at) => ({
        ...about,
        hook_event_name: isRejected ? 'PostToolUseFailure' : 'PostToolUse',
        tool_name: tool,
        tool_input: input,
        tool_use_id: `toolu_${at}`,
        ...(isRejected ? { error: text, is_interrupt: false } : { tool_response: response }),
      })),
    ],
    transcript: jsonLines([
      record(0, { type: 'user', promptId: 'p1', message: { role: 'user', content: PROMPT } }),
      { type: 'custom-title', customTitle: 'Import page', sessionId: session },
      ...CLAUDE_CALLS.flatMap(({ tool, input, response, text, isRejected }, at) => [
        record(2 * at + 1, {
          type: 'assistant',
          message: {
            id: `m${at}`,
            role: 'assistant',
            content: [{ type: 'tool_use', id: `toolu_${at}`, name: tool, input }],
          },
        }),
        record(2 * at + 2, {
          type: 'user',
          message: {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: `toolu_${at}`,
                content: text,
                is_error: isRejected === true,
              },
            ],
          },
          toolUseResult: isRejected ? `Error: ${text}` : response,
        }),
      ]),
    ]),
  }
}

const CODEX_CALLS: readonly ReportedCall[] = [
  {
    tool: 'request_user_input',
    input: {
      questions: [
        { ...COLOUR, id: 'colour' },
        { ...PORT, id: 'port' },
      ],
    },
    response: JSON.stringify({
      answers: { colour: { answers: ['Blue'] }, port: { answers: ['user_note: 8080, because 80 is taken'] } },
    }),
    text: '',
  },
  {
    tool: 'request_user_input',
    input: { questions: [{ ...COLOUR, id: 'size', question: 'Which size?' }] },
    response: 'request_user_input was cancelled before receiving a response',
    text: '',
  },
  {
    tool: 'update_plan',
    input: {
      plan: [
        { step: 'Never mind', status: 'pending' },
        { step: 'Parse rows', status: 'in_progress' },
      ],
    },
    response: 'Plan updated',
    text: '',
  },
  {
    tool: 'update_plan',
    input: {
      plan: [
        { step: 'Parse rows', status: 'completed' },
        { step: 'Parse dates', status: 'in_progress' },
      ],
    },
    response: 'Plan updated',
    text: '',
  },
]

const PROPOSAL = `Here is the plan.\n<proposed_plan>\n${PLAN}\n</proposed_plan>`

function codexSession(): ReportedSession {
  const session = '019a0000-1111-7222-8333-444455556666'
  const about = { session_id: session, cwd: '/work/app', model: 'm' }
  const line = (number: number, type: string, payload: object) => ({
    timestamp: timeOf(number),
    type,
    payload,
  })
  const message = (number: number, turn: string, role: string, text: string) =>
    line(number, 'response_item', {
      type: 'message',
      id: `item-${number}`,
      role,
      content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
      internal_chat_message_metadata_passthrough: { turn_id: turn, content_item_kinds: ['user.text'] },
    })
  return {
    agent: codex,
    session,
    file: `rollout-2026-11-16T09-00-00-${session}.jsonl`,
    hooks: [
      { ...about, hook_event_name: 'SessionStart', source: 'startup' },
      { ...about, hook_event_name: 'UserPromptSubmit', turn_id: 't1', prompt: PROMPT },
      { ...about, hook_event_name: 'Stop', turn_id: 't1', last_assistant_message: PROPOSAL },
      { ...about, hook_event_name: 'UserPromptSubmit', turn_id: 't2', prompt: 'Implement the plan.' },
      ...CODEX_CALLS.map(({ tool, input, response }, at) => ({
        ...about,
        hook_event_name: 'PostToolUse',
        turn_id: 't2',
        tool_name: tool,
        tool_input: input,
        tool_use_id: `call_${at}`,
        tool_response: response,
      })),
    ],
    transcript: jsonLines([
      line(0, 'session_meta', { id: session, session_id: session, cwd: '/work/app', cli_version: '0.1.0' }),
      message(1, 't1', 'user', PROMPT),
      message(2, 't1', 'assistant', PROPOSAL),
      message(3, 't2', 'user', 'Implement the plan.'),
      ...CODEX_CALLS.flatMap(({ tool, input, response }, at) => [
        line(2 * at + 4, 'response_item', {
          type: 'function_call',
          name: tool,
          arguments: JSON.stringify(input),
          call_id: `call_${at}`,
        }),
        line(2 * at + 5, 'response_item', {
          type: 'function_call_output',
          call_id: `call_${at}`,
          output: response,
        }),
      ]),
    ]),
  }
}

const GEMINI_PLAN = '/home/dev/.gemini/tmp/app/plans/cache.md'
const GEMINI_CALLS: readonly ReportedCall[] = [
  {
    tool: 'ask_user',
    input: {
      questions: [
        { ...COLOUR, type: 'choice' },
        { ...PORT, type: 'text' },
      ],
    },
    response: {},
    text: JSON.stringify({ answers: { 0: 'Blue', 1: '8080, because 80 is taken' } }),
  },
  {
    tool: 'ask_user',
    input: { questions: [{ ...COLOUR, question: 'Which size?' }] },
    response: {},
    text: 'User dismissed ask_user dialog without answering.',
  },
  {
    tool: 'write_file',
    input: { file_path: GEMINI_PLAN, content: PLAN },
    response: {},
    text: 'Created the file.',
  },
  {
    tool: 'exit_plan_mode',
    input: { plan_path: GEMINI_PLAN },
    response: {},
    text: `Plan approved. The approved implementation plan is stored at: ${GEMINI_PLAN}\nFollow it.`,
  },
  {
    tool: 'write_todos',
    input: { todos: [{ description: 'Never mind', status: 'pending' }] },
    response: {},
    text: 'Updated.',
  },
  {
    tool: 'write_todos',
    input: { todos: TODOS.map(({ content, status }) => ({ description: content, status })) },
    response: {},
    text: 'Updated.',
  },
]

function geminiSession(): ReportedSession {
  const session = '1a2b3c4d-1111-4222-8333-444455556666'
  const about = { session_id: session, cwd: '/work/app' }
  return {
    agent: geminiCli,
    session,
    file: `session-2026-11-16T09-00-${session.slice(0, 8)}.jsonl`,
    hooks: [
      { ...about, timestamp: timeOf(-1), hook_event_name: 'SessionStart', source: 'startup' },
      { ...about, timestamp: timeOf(0), hook_event_name: 'BeforeAgent', prompt: PROMPT },
      ...GEMINI_CALLS.map(({ tool, input, text }, at) => ({
        ...about,
        timestamp: timeOf(at + 1),
        hook_event_name: 'AfterTool',
        tool_name: tool,
        tool_input: input,
        tool_response: { llmContent: text, returnDisplay: 'Done' },
      })),
    ],
    transcript: jsonLines([
      { sessionId: session, projectHash: 'app', startTime: timeOf(-1), kind: 'main' },
      { id: 'm0', timestamp: timeOf(0), type: 'user', content: [{ text: PROMPT }] },
      ...GEMINI_CALLS.map(({ tool, input, text }, at) => ({
        id: `m${at + 1}`,
        timestamp: timeOf(at + 1),
        type: 'gemini',
        content: '',
        toolCalls: [
          {
            id: `${tool}-${at}`,
            name: tool,
            args: input,
            status: 'success',
            timestamp: timeOf(at + 1),
            result: [{ functionResponse: { id: `${tool}-${at}`, response: { output: text } } }],
          },
        ],
      })),
    ]),
  }
}

const OPENCODE_PLAN = '/work/app/.opencode/plans/1-cache.md'
const OPENCODE_CALLS: readonly (ReportedCall & { readonly metadata?: object })[] = [
  {
    tool: 'question',
    input: { questions: [COLOUR, PORT] },
    response: undefined,
    text: answersText('Blue'),
    metadata: { answers: [['Blue'], ['8080, because 80 is taken']] },
  },
  {
    tool: 'question',
    input: { questions: [{ ...COLOUR, question: 'Which size?' }] },
    response: undefined,
    text: 'User has answered your questions: "Which size?"="Unanswered". You can now continue.',
    metadata: { answers: [[]] },
  },
  {
    tool: 'write',
    input: { filePath: OPENCODE_PLAN, content: PLAN },
    response: undefined,
    text: 'Wrote it.',
    metadata: { exists: false },
  },
  { tool: 'plan_exit', input: {}, response: undefined, text: 'User approved switching to the build agent.' },
  {
    tool: 'todowrite',
    input: { todos: [{ content: 'Never mind', status: 'pending' }] },
    response: undefined,
    text: '[]',
  },
  { tool: 'todowrite', input: { todos: TODOS }, response: undefined, text: '[]' },
]

function opencodeSession(): ReportedSession {
  const session = 'ses_e1f31f119ffeociwdBmgIaeYKk'
  const about = { sessionID: session, directory: '/work/app', version: '1.0.0' }
  const messages = [
    {
      info: { id: 'msg_0', role: 'user', time: { created: momentAt(0) } },
      parts: [{ type: 'text', text: PROMPT }],
    },
    ...OPENCODE_CALLS.map(({ tool, input, text, metadata }, at) => ({
      info: {
        id: `msg_${at + 1}`,
        role: 'assistant',
        time: { created: momentAt(at + 1) },
        path: { cwd: '/work/app' },
      },
      parts: [
        {
          type: 'tool',
          callID: `call_${at}`,
          tool,
          state: {
            status: 'completed',
            input,
            output: text,
            metadata,
            time: { start: momentAt(at + 1), end: momentAt(at + 1) },
          },
        },
      ],
    })),
  ]
  const info = {
    id: session,
    directory: '/work/app',
    title: 'Import page',
    version: '1.0.0',
    time: { created: momentAt(0) },
  }
  return {
    agent: opencode,
    session,
    file: `${session}.json`,
    hooks: [
      { ...about, at: momentAt(-1), hook: 'session.start', source: 'startup' },
      { ...about, at: momentAt(0), hook: 'chat.message', messageID: 'msg_0', text: PROMPT },
      { ...about, at: momentAt(0), hook: 'session.titled', text: 'Import page' },
      { ...about, at: momentAt(0), hook: 'session.titled', text: 'New session - 2026-01-16T09:00:00.000Z' },
      ...OPENCODE_CALLS.map(({ tool, input, text, metadata }, at) => ({
        ...about,
        at: momentAt(at + 1),
        hook: 'tool.execute.after',
        callID: `call_${at}`,
        tool,
        args: input,
        output: text,
        metadata,
      })),
      { ...about, at: momentAt(20), hook: 'todo.updated', todos: TODOS },
    ],
    transcript: JSON.stringify({ info, messages }),
  }
}

/** The results of a session, without ids and times. */
function resultOf(view: Session): object {
  const { work } = view
  return {
    title: titleOf(view)?.text,
    goal: work.goal?.text,
    plan: work.plan?.title,
    decisions: work.decisions.map(({ text, origin }) => [text, origin]),
    tasks: work.tasks.map(({ text, isActive, closedAt, blockedBy }) => [
      text,
      closedAt === undefined ? (isActive ? 'active' : 'open') : 'done',
      blockedBy?.length ?? 0,
    ]),
    actions: openItems(work.actions).map(({ text }) => text),
  }
}

async function heard(world: TestWorld, { agent, hooks }: ReportedSession): Promise<void> {
  for (const [index, payload] of hooks.entries()) {
    const hook = agent.parse(JSON.stringify(payload))
    if (hook.kind !== 'parsed') {
      expect(hook.kind).toBe('ignored')
      continue
    }
    world.time = momentAt(index)
    await ingest(world, agent, [{ hook, at: world.time }])
  }
}

const imported = (world: TestWorld, { file, transcript }: ReportedSession) =>
  importTranscripts(world, { files: [memoryFile(`/histories/${file}`, transcript)] })

const SESSIONS = [claudeSession(), codexSession(), geminiSession(), opencodeSession()]

describe.each(SESSIONS.map((reported) => [reported.agent.name, reported] as const))(
  'answers, plan, tasks and title of %s',
  (name, reported) => {
    const id = sessionIdOf(name, reported.session)

    test("the results contain the user's decisions, the plan's goal and steps, and the last task list", async () => {
      const world = new TestWorld()
      await heard(world, reported)
      expect(resultOf(await world.view(id))).toEqual({
        title: name === 'codex' || name === 'gemini-cli' ? 'Move the cache to disk' : 'Import page',
        goal: 'Move the cache to disk',
        plan: 'Move the cache to disk',
        decisions: [
          ['Which colour does the button have: Blue', 'user'],
          ['Which port does it listen on: 8080, because 80 is taken', 'user'],
        ],
        tasks: [
          ['Parse rows', 'done', 0],
          ['Parse dates', 'active', name === 'claude-code' ? 1 : 0],
        ],
        actions: ['Windows'],
      })
    })

    test('the results are the same from hooks, from an import, and from both', async () => {
      const [live, later, both] = [new TestWorld(), new TestWorld(), new TestWorld()]
      await heard(live, reported)
      await imported(later, reported)
      await heard(both, reported)
      await imported(both, reported)
      const expected = resultOf(await live.view(id))
      expect(resultOf(await later.view(id))).toEqual(expected)
      expect(resultOf(await both.view(id))).toEqual(expected)
      const answers = (await both.types(id)).filter((type) => type === 'question.answered')
      expect(answers).toHaveLength(2)
    })

    test('the results record whether the user typed an answer or chose an option offered by the agent', async () => {
      const world = new TestWorld()
      await imported(world, reported)
      const answers = (await world.events(id)).filter(({ type }) => type === 'question.answered')
      expect(answers.map(({ data }) => data?.typed ?? false)).toEqual([false, true])
    })

    test('the results are erased with the session and are not imported again', async () => {
      const world = new TestWorld()
      await heard(world, reported)
      await forget(world, { sessions: [id] })
      await imported(world, reported)
      const { decisions, tasks, actions, goal, plan } = (await world.view(id)).work
      expect({ decisions, tasks, actions, goal, plan }).toEqual({ decisions: [], tasks: [], actions: [] })
    })

    test('the results are redacted', async () => {
      const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
      const world = new TestWorld()
      const hooks = reported.hooks.map((hook) =>
        JSON.parse(
          JSON.stringify(hook)
            .replaceAll('8080, because 80 is taken', `token ${secret}`)
            .replaceAll('Windows', `Windows ${secret}`)
            .replaceAll('Parse rows', `Parse rows with ${secret}`)
            .replaceAll('Import page', `Import ${secret}`),
        ),
      )
      await heard(world, { ...reported, hooks })
      expect(JSON.stringify([await world.events(id), await world.view(id)])).not.toContain(secret)
    })
  },
)
