import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KEYS, setup } from './setup.ts'

const RECIPES = [
  'export ANTHROPIC_API_KEY=KEY; leftoff config set chat.model anthropic/',
  'export OPENAI_API_KEY=KEY; leftoff config set chat.model openai/',
  'export GOOGLE_GENERATIVE_AI_API_KEY=KEY; leftoff config set chat.model google/',
  'leftoff config set chat.url http://localhost:11434/v1; leftoff config set chat.model compatible/',
]

describe('a prompt on standard input', () => {
  test.each(['anthropic/claude', 'openai/gpt', 'google/gemini', 'compatible/llama'])(
    '%s answers on standard output and sends the earlier messages in the next run',
    async (name) => {
      const { run, json, model, env } = await setup()
      const all = { ...env, ...KEYS, LEFTOFF_CHAT_LOOPBACK: model.url, LEFTOFF_CHAT_MODEL: name }
      model.plays({ say: ['Port ', '8080.'] }, { say: ['I said 8080.'] })
      const first = await run(['chat'], { env: all, input: 'Which port?\nOf the server.\n' })
      expect(first).toMatchObject({ code: 0, out: 'Port 8080.\n' })
      const { session, ...second } = await json(['chat'], { env: all, input: 'What did you say?' })
      expect(second).toEqual({
        model: name,
        answer: 'I said 8080.',
        inputTokens: 21,
        outputTokens: 7,
        context: { tokens: expect.any(Number), leftOut: 0, cut: 0 },
      })
      const asked = model.questions[1]?.raw ?? ''
      for (const text of ['Which port?\\nOf the server.', 'Port 8080.', 'What did you say?', 'no tools'])
        expect(asked).toContain(text)
      const { session: kept } = await json(['session', 'show', session])
      expect(kept).toMatchObject({ agent: 'chat', state: 'ended', turns: 2 })
    },
  )

  test('--new-session starts a new session, and --resume continues the given one', async () => {
    const { run, json, model, env } = await setup()
    const first = await json(['chat'], { env, input: 'Which port?' })
    const second = await json(['chat', '--new-session'], { env, input: 'Which host?' })
    expect(second.session).not.toBe(first.session)
    expect(model.questions[1]?.raw).not.toContain('Which port?')
    const third = await run(['chat', '--resume', first.session.slice(4, 12)], { env, input: 'And now?' })
    expect(third.err).toContain(': 2 messages, last just now about "Which port?"')
    expect(model.questions[2]?.raw).toContain('Which port?')
    expect((await run(['chat', '--new-session', '--resume', 'x'], { env })).code).toBe(2)
  })

  test("another agent's session cannot be continued", async () => {
    const { run, json, env } = await setup()
    const { session } = await json(['session', 'start', '--agent', 'my-agent'])
    const answer = await run(['chat', '--resume', session.id], { env, input: 'hello' })
    expect(answer).toMatchObject({ code: 2, out: '' })
    expect(answer.err).toContain(`leftoff session branch ${session.id} --agent chat`)
  })

  test('the context stays within --budget', async () => {
    const { json, env } = await setup()
    const input = 'long words '.repeat(600)
    const { context } = await json(['chat', '--budget', '300'], { env, input })
    expect(context.tokens).toBeLessThanOrEqual(300)
    expect(context.cut).toBe(1)
  })

  test('escape codes from a model never reach standard output, even if they are split across chunks', async () => {
    const { run, model, env } = await setup()
    model.plays({ say: ['safe \x1b]0;owned\x07\x1b[2J', 'and \x1b', '[31msound\x1b[0', 'm.'] })
    expect((await run(['chat'], { env, input: 'x' })).out).toBe('safe and sound.\n')
  })
})

describe('chat settings', () => {
  test('a missing model or API key is reported before a session is opened', async () => {
    const { run, home } = await setup()
    for (const [env, error] of [
      [{}, 'error[chat-model-missing]'],
      [{ LEFTOFF_CHAT_MODEL: 'openai/gpt' }, 'openai/gpt needs an API key, but OPENAI_API_KEY is not set'],
    ] as const) {
      const answer = await run(['chat'], { env, input: 'hello' })
      expect(answer).toMatchObject({ code: 2, out: '' })
      for (const line of [error, ...RECIPES]) expect(answer.err).toContain(line)
    }
    expect(existsSync(join(home, 'log.db'))).toBe(false)
  })

  test('a project file cannot set the model or the URL', async () => {
    const { run, folder, env, model } = await setup()
    const theirs = { 'chat.url': 'http://127.0.0.1:9/v1', 'chat.model': 'compatible/theirs' }
    writeFileSync(join(folder, '.leftoff.json'), JSON.stringify(theirs))
    expect((await run(['chat'], { input: 'hello' })).err).toContain('error[chat-model-missing]')
    const refused = await run(['config', 'set', 'chat.url', 'http://a.example', '--project'])
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.err).toContain('setting-not-shared')
    expect((await run(['chat'], { env, input: 'hello' })).out).toBe('ok\n')
    expect(model.questions).toHaveLength(1)
  })
})

describe('a model failure', () => {
  test('a model failure is reported in one line with a fix, and the prompt is kept', async () => {
    const { run, model, env } = await setup()
    model.plays({ refuses: { status: 401, message: 'no such key' } })
    const answer = await run(['chat'], { env, input: 'Which port?' })
    expect(answer).toMatchObject({ code: 1, out: '' })
    expect(answer.err).toContain(
      'error[chat-unanswered]: compatible/llama rejected the API key in LEFTOFF_CHAT_KEY (401)',
    )
    expect(answer.err).toContain('  fix: set a valid key with export LEFTOFF_CHAT_KEY=KEY')
    expect((await run(['chat'], { env, input: 'And now?' })).out).toBe('ok\n')
    expect(model.questions[1]?.raw).toContain('Which port?')
  })

  test('a model failure shows the URL of an unreachable server', async () => {
    const { run, env, model } = await setup()
    await model.close()
    const answer = await run(['chat', '--json'], { env, input: 'hello' })
    expect(JSON.parse(answer.err)).toMatchObject({
      error: { code: 'chat-unanswered', exit: 1, message: expect.stringContaining(`${model.url}/v1`) },
    })
  })
})
