import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CHILD,
  PAYLOADS,
  play,
  ROOT,
  startPlugin,
  systemPrompt,
} from '../../../../tests/support/opencode-plugin.ts'
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts'
import { isDeliveryName } from '../../../spool/spool.ts'
import { fieldOf } from '../../field.ts'
import { opencode } from '../index.ts'
import { pluginOf } from './hooks.ts'

describe('deliveries from the plugin', () => {
  test('deliveries are complete, private and in order', async () => {
    const { hooks, spool, payloads } = await startPlugin()
    await play(
      hooks,
      'chat.message',
      'tool.execute.before-bash',
      'tool.execute.after-bash',
      'event.session.idle',
    )
    const names = readdirSync(join(spool, 'new'))
    expect(names.every(isDeliveryName)).toBe(true)
    expect(payloads().map((payload) => JSON.parse(payload).hook)).toEqual([
      'session.start',
      'chat.message',
      'tool.execute.before',
      'tool.execute.after',
      'session.idle',
    ])
    expect(readdirSync(join(spool, 'tmp'))).toEqual([])
    const modes = [spool, join(spool, 'new'), join(spool, 'new', names[0] ?? '')].map(
      (path) => statSync(path).mode & 0o777,
    )
    expect(modes).toEqual([0o700, 0o700, 0o600])
  })

  test('all deliveries are parsed by the adapter', async () => {
    const { hooks, heard, facts } = await startPlugin()
    await play(
      hooks,
      'event.session.created',
      'chat.message',
      'tool.execute.before-bash',
      'tool.execute.after-bash',
      'tool.execute.after-bash-failed',
      'tool.execute.after-read',
      'tool.execute.after-edit',
      'tool.execute.after-write',
      'tool.execute.after-apply_patch',
      'tool.execute.after-mcp',
      'event.message.part.updated-failed',
      'event.message.part.updated-aborted',
      'event.todo.updated',
      'event.permission.asked',
      'event.question.asked',
      'event.session.error',
      'event.message.updated-assistant',
      'experimental.text.complete',
      'event.session.idle',
    )
    expect(heard().map(({ kind }) => kind)).not.toContain('malformed')
    expect(facts().map(({ type }) => type)).toMatchInlineSnapshot(`
      [
        "prompt.submitted",
        "tool.called",
        "tool.returned",
        "test.ran",
        "tool.returned",
        "tool.returned",
        "file.read",
        "tool.returned",
        "file.changed",
        "tool.returned",
        "file.changed",
        "tool.returned",
        "file.changed",
        "file.changed",
        "file.changed",
        "file.changed",
        "file.changed",
        "tool.returned",
        "tool.returned",
        "tool.returned",
        "tasks.listed",
        "agent.noticed",
        "agent.noticed",
        "agent.noticed",
        "response.completed",
        "context.measured",
      ]
    `)
  })

  test.each(
    Object.keys(PAYLOADS).filter((name) =>
      /delta|status|diff|catalog|integration|plugin|reference|watcher|file\.edited|command\.executed|message\.updated|part\.updated$/.test(
        name,
      ),
    ),
  )('the event %s is not delivered', async (name) => {
    const { hooks, payloads } = await startPlugin()
    await play(hooks, name)
    expect(payloads()).toEqual([])
  })

  test('a slash command is reported as the user typed it, not as its expansion', async () => {
    const { hooks, facts } = await startPlugin()
    await play(hooks, 'command.execute.before', 'chat.message', 'chat.message')
    expect(facts().map(({ data }) => data.text)).toEqual(['/greet loudly', 'Make the greeting friendlier'])
  })

  test('a turn reports its last text and all its tokens, and the token count of the next turn starts at zero', async () => {
    const { hooks, payloads } = await startPlugin()
    await play(
      hooks,
      'event.message.updated-assistant',
      'experimental.text.complete',
      'event.session.idle',
      'event.session.idle',
    )
    expect(payloads().map((payload) => JSON.parse(payload))).toMatchObject([
      {
        messageID: 'msg_1e0ce183b001DD571KCing9skp',
        text: 'The greeting is friendlier now.',
        model: 'fake-model',
        inputTokens: 100,
        outputTokens: 30,
        contextTokens: 130,
      },
      { hook: 'session.idle' },
    ])
    expect(JSON.parse(payloads()[1] ?? '')).not.toHaveProperty('messageID')
  })

  test('an interrupted turn has no response', async () => {
    const { hooks, facts, heard } = await startPlugin()
    await play(
      hooks,
      'chat.message',
      'event.message.updated-assistant',
      'experimental.text.complete',
      'event.session.error-aborted',
      'event.session.idle',
    )
    expect(facts().map(({ type }) => type)).toEqual(['prompt.submitted', 'turn.interrupted'])
    expect(heard().at(-1)).toMatchObject({ turn: { kind: 'stop' } })
  })

  test('sub-agent work belongs to the parent session', async () => {
    const { hooks, payloads, facts, asked } = await startPlugin()
    await play(hooks, 'event.session.created', 'event.session.created-child', 'chat.message-child')
    await hooks['tool.execute.after']?.(
      { tool: 'bash', sessionID: CHILD, callID: 'call_c', args: { command: 'ls' } },
      { output: 'a', metadata: { exit: 0 } },
    )
    await hooks['experimental.text.complete']?.({ sessionID: CHILD, messageID: 'msg_c' }, { text: 'Two.' })
    await hooks.event?.({ event: { id: 'evt_c', type: 'session.idle', properties: { sessionID: CHILD } } })
    await hooks.event?.({
      event: { id: 'evt_d', type: 'session.compacted', properties: { sessionID: CHILD } },
    })
    expect(payloads().map((payload) => JSON.parse(payload).sessionID)).toEqual([ROOT, ROOT, ROOT])
    expect(
      facts().map(({ type, data }) => ({ type, subagent: data.subagent, kind: data.kind, text: data.text })),
    ).toEqual([
      { type: 'subagent.started', subagent: CHILD, kind: 'general' },
      { type: 'tool.returned', subagent: CHILD },
      { type: 'subagent.stopped', subagent: CHILD, kind: 'general', text: 'Two.' },
    ])
    expect(await systemPrompt(hooks, 'You are general.', CHILD)).toEqual(['You are general.'])
    expect(asked()).toEqual([])
  })

  test('in a resumed session, a sub-agent is recognized by the tool call that started it', async () => {
    const { hooks, payloads } = await startPlugin()
    const state = { status: 'running', input: {}, metadata: { sessionId: CHILD } }
    const part = { type: 'tool', tool: 'task', callID: 'call_t', sessionID: ROOT, state }
    await hooks.event?.({
      event: { id: 'e', type: 'message.part.updated', properties: { sessionID: ROOT, part } },
    })
    await play(hooks, 'chat.message-child')
    await hooks['tool.execute.before']?.(
      { tool: 'bash', sessionID: CHILD, callID: 'call_c' },
      { args: { command: 'ls' } },
    )
    expect(payloads().map((payload) => JSON.parse(payload))).toMatchObject([
      { sessionID: ROOT, subagent: CHILD },
    ])
  })

  test('exiting opencode ends every session that received a prompt', async () => {
    const { hooks, heard } = await startPlugin()
    await play(hooks, 'event.session.created', 'chat.message')
    await hooks.dispose?.({})
    expect(heard().at(-1)).toMatchObject({ session: ROOT, turn: { kind: 'end', reason: 'exit' } })
  })
})

describe('the brief for the model', () => {
  test('the brief is requested once at the first prompt and added to every request', async () => {
    const { hooks, asked, home } = await startPlugin()
    await play(hooks, 'event.session.created', 'chat.message')
    expect(await systemPrompt(hooks)).toEqual(['You help with code.', 'where it was left'])
    await play(hooks, 'chat.message')
    expect(await systemPrompt(hooks)).toEqual(['You help with code.', 'where it was left'])
    expect(asked()).toMatchObject([
      {
        hook: 'session.start',
        source: 'startup',
        sessionID: ROOT,
        directory: home,
        version: '1.18.33',
        pid: process.pid,
      },
    ])
    expect(opencode.parse(JSON.stringify(asked()[0]))).toMatchObject({
      turn: { kind: 'start', source: 'startup' },
    })
  })

  test('a session that another process created is resumed', async () => {
    const { hooks, asked } = await startPlugin()
    await play(hooks, 'chat.message')
    await systemPrompt(hooks)
    expect(asked()).toMatchObject([{ source: 'resume' }])
  })

  test('the brief is not added to the title request', async () => {
    const { hooks } = await startPlugin()
    await play(hooks, 'chat.message')
    const words = 'You are a title generator. You output ONLY a title.'
    expect(await systemPrompt(hooks, words)).toEqual([words])
    expect(await systemPrompt(hooks, 'x', 'ses_of_another')).toEqual(['x'])
  })

  test('the brief is requested again after a compaction, and the compaction gets a separate text', async () => {
    const { hooks, asked, facts } = await startPlugin()
    await play(hooks, 'event.session.created', 'chat.message')
    await systemPrompt(hooks)
    await play(hooks, 'event.message.part.updated-compaction')
    const context: string[] = []
    await hooks['experimental.session.compacting']?.({ sessionID: ROOT }, { context })
    expect(context).toEqual(['where it was left'])
    expect(await systemPrompt(hooks, 'Summarise.')).toEqual(['Summarise.'])
    const summary = { id: 'msg_s', role: 'assistant', summary: true, sessionID: ROOT }
    await hooks.event?.({
      event: { id: 'e', type: 'message.updated', properties: { sessionID: ROOT, info: summary } },
    })
    await hooks['experimental.text.complete']?.(
      { sessionID: ROOT, messageID: 'msg_s' },
      { text: 'In short.' },
    )
    await play(hooks, 'event.session.compacted')
    expect(await systemPrompt(hooks)).toEqual(['You help with code.', 'where it was left'])
    expect(asked().map(({ hook, source, trigger }) => [hook, source ?? trigger])).toEqual([
      ['session.start', 'startup'],
      ['session.compacting', 'auto'],
      ['session.start', 'compact'],
    ])
    expect(facts().at(-1)).toMatchObject({
      type: 'context.compacted',
      data: { trigger: 'auto', summary: 'In short.' },
    })
  })

  test.each([
    ['fails', 'exit 1'],
    ['prints text that is not JSON', 'echo oops'],
    ['takes too long', 'exec sleep 10'],
  ])('if the command %s, there is no brief and the request is spooled', async (_, answer) => {
    const { hooks, heard } = await startPlugin(answer)
    await play(hooks, 'chat.message')
    expect(await systemPrompt(hooks)).toEqual(['You help with code.'])
    expect(heard()).toContainEqual(expect.objectContaining({ turn: { kind: 'start', source: 'resume' } }))
  })

  test('there is no brief if leftoff returns no text', async () => {
    const { hooks, payloads } = await startPlugin("echo '{}'")
    await play(hooks, 'chat.message')
    expect(await systemPrompt(hooks)).toEqual(['You help with code.'])
    expect(payloads().map((payload) => JSON.parse(payload).hook)).toEqual(['session.start', 'chat.message'])
  })
})

describe('the plugin does not disrupt opencode', () => {
  test('no input makes the plugin throw', async () => {
    const { hooks } = await startPlugin("echo '{}'")
    const names = Object.keys(hooks).filter((name) => !/compacting|chat\.message/.test(name))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.anything(),
        fc.anything(),
        async (name, input, output) => {
          await hooks[name]?.(input, output)
          await hooks[name]?.({ ...Object(input), sessionID: ROOT, callID: 'c' }, output)
        },
      ),
    )
  })

  test('the plugin creates nothing and does not fail if the leftoff home folder is gone', async () => {
    const gone = join(temporaryFolder(), 'gone')
    const hooks = await pluginOf({ spool: join(gone, 'spool'), command: join(gone, 'leftoff') })({
      directory: '/gone',
    })
    await play(
      hooks,
      'chat.message',
      'tool.execute.before-bash',
      'event.session.idle',
      'experimental.session.compacting',
    )
    expect(await systemPrompt(hooks)).toEqual(['You help with code.'])
    await hooks.dispose?.({})
    expect(existsSync(gone)).toBe(false)
  })

  test('only one copy of the plugin reports events if it is installed both for the user and for the project', async () => {
    const { home } = await startPlugin()
    const again = pluginOf({ spool: join(home, 'spool'), command: 'none' })
    expect(await again({ directory: home })).toEqual({})
    expect(Object.keys(await again({ directory: `${home}/other` }))).toContain('chat.message')
  })

  test('attachments and previews in tool results are not delivered', async () => {
    const { hooks, payloads } = await startPlugin()
    await play(hooks, 'tool.execute.after-read')
    expect(Object.keys(fieldOf(JSON.parse(payloads()[0] ?? '{}'), 'metadata') ?? {})).toEqual([])
  })
})
