import { expect, test } from 'vitest'
import { chosenModel } from './models.ts'

test.each([
  ['', 'chat-model-missing', 'no chat model is set'],
  ['nobody/x', 'chat-model-missing', 'no chat model is set'],
  ['constructor/x', 'chat-model-missing', 'no chat model is set'],
  ['anthropic/claude', 'chat-key-missing', 'ANTHROPIC_API_KEY is not set'],
  ['openai/gpt', 'chat-key-missing', 'OPENAI_API_KEY is not set'],
  ['google/gemini', 'chat-key-missing', 'GOOGLE_GENERATIVE_AI_API_KEY is not set'],
  ['compatible/llama', 'chat-url-missing', 'chat.url is not set'],
])(
  'the model name %j fails without other settings, and the error names the missing setting',
  (named, code, message) => {
    expect(() => chosenModel({ named, url: '', env: {} })).toThrow(
      expect.objectContaining({ code, outcome: 'usage', message: expect.stringContaining(message) }),
    )
  },
)

test.each([
  [{}, undefined],
  [{ ANTHROPIC_BASE_URL: 'https://proxy.example/' }, 'https://proxy.example/v1'],
  [{ ANTHROPIC_BASE_URL: 'https://proxy.example/v1' }, 'https://proxy.example/v1'],
  [{ LEFTOFF_CHAT_LOOPBACK: 'http://127.0.0.1:8000' }, 'http://127.0.0.1:8000/v1'],
  [{ LEFTOFF_CHAT_LOOPBACK: 'http://127.0.0.1.evil.example:80' }, undefined],
  [{ LEFTOFF_CHAT_LOOPBACK: 'https://evil.example:80' }, undefined],
])('with the variables %j, the URL for Anthropic models is %j', (env, url) => {
  const environment = { ...env, ANTHROPIC_API_KEY: 'k' }
  expect(
    chosenModel({ named: 'anthropic/claude', url: 'http://elsewhere.example', env: environment }).url,
  ).toBe(url)
})

test('a model name may contain slashes and colons', () => {
  const url = 'http://localhost:1/v1'
  const { name } = chosenModel({ named: 'compatible/meta/llama:8b', url, env: {} })
  expect(name).toBe('compatible/meta/llama:8b')
})
