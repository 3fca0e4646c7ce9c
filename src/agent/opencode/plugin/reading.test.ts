import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { play, ROOT, started, systemOf } from '../../../../tests/support/opencode-plugin.ts'
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts'
import { fieldOf } from '../../field.ts'
import { opencode } from '../index.ts'
import { pluginOf } from './hooks.ts'

describe('what the model reads', () => {
  test('is asked for once at the first prompt and given with every request', async () => {
    const { hooks, asked, home } = await started()
    await play(hooks, 'event.session.created', 'chat.message')
    expect(await systemOf(hooks)).toEqual(['You help with code.', 'where it was left'])
    await play(hooks, 'chat.message')
    expect(await systemOf(hooks)).toEqual(['You help with code.', 'where it was left'])
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

  test('a session that was not made by this process is resumed', async () => {
    const { hooks, asked } = await started()
    await play(hooks, 'chat.message')
    await systemOf(hooks)
    expect(asked()).toMatchObject([{ source: 'resume' }])
  })

  test('is not given where only a name is found for the session', async () => {
    const { hooks } = await started()
    await play(hooks, 'chat.message')
    const words = 'You are a title generator. You output ONLY a title.'
    expect(await systemOf(hooks, words)).toEqual([words])
    expect(await systemOf(hooks, 'x', 'ses_of_another')).toEqual(['x'])
  })

  test('is asked for again after a compaction, which itself reads another text', async () => {
    const { hooks, asked, facts } = await started()
    await play(hooks, 'event.session.created', 'chat.message')
    await systemOf(hooks)
    await play(hooks, 'event.message.part.updated-compaction')
    const context: string[] = []
    await hooks['experimental.session.compacting']?.({ sessionID: ROOT }, { context })
    expect(context).toEqual(['where it was left'])
    expect(await systemOf(hooks, 'Summarise.')).toEqual(['Summarise.'])
    const summary = { id: 'msg_s', role: 'assistant', summary: true, sessionID: ROOT }
    await hooks.event?.({
      event: { id: 'e', type: 'message.updated', properties: { sessionID: ROOT, info: summary } },
    })
    await hooks['experimental.text.complete']?.(
      { sessionID: ROOT, messageID: 'msg_s' },
      { text: 'In short.' },
    )
    await play(hooks, 'event.session.compacted')
    expect(await systemOf(hooks)).toEqual(['You help with code.', 'where it was left'])
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
    ['says what is no JSON', 'echo oops'],
    ['takes too long', 'exec sleep 10'],
  ])('is nothing where the command %s, and what was asked waits in the spool', async (_, answer) => {
    const { hooks, heard } = await started(answer)
    await play(hooks, 'chat.message')
    expect(await systemOf(hooks)).toEqual(['You help with code.'])
    expect(heard()).toContainEqual(expect.objectContaining({ turn: { kind: 'start', source: 'resume' } }))
  })

  test('is nothing where there is nothing to say', async () => {
    const { hooks, payloads } = await started("echo '{}'")
    await play(hooks, 'chat.message')
    expect(await systemOf(hooks)).toEqual(['You help with code.'])
    expect(payloads().map((payload) => JSON.parse(payload).hook)).toEqual(['session.start', 'chat.message'])
  })
})

describe('the plugin does no harm', () => {
  test('whatever it is given', async () => {
    const { hooks } = await started("echo '{}'")
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

  test('where the home of leftoff is gone: nothing is made again, and nothing fails', async () => {
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
    expect(await systemOf(hooks)).toEqual(['You help with code.'])
    await hooks.dispose?.({})
    expect(existsSync(gone)).toBe(false)
  })

  test('where it is installed for the user and for the project: only one of the two speaks', async () => {
    const { home } = await started()
    const again = pluginOf({ spool: join(home, 'spool'), command: 'none' })
    expect(await again({ directory: home })).toEqual({})
    expect(Object.keys(await again({ directory: `${home}/other` }))).toContain('chat.message')
  })

  test('what it reads of a result is not the whole of it', async () => {
    const { hooks, payloads } = await started()
    await play(hooks, 'tool.execute.after-read')
    expect(Object.keys(fieldOf(JSON.parse(payloads()[0] ?? '{}'), 'metadata') ?? {})).toEqual([])
  })
})
