// A program that uses the Vercel AI SDK. To add leftoff, only the model is wrapped.
import assert from 'node:assert/strict'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, streamText, wrapLanguageModel } from 'ai'
import { openSessions } from 'leftoff'
import { leftoffMiddleware } from 'leftoff/ai-sdk'
import { scratch } from '../support/scratch.mjs'
import { scriptedProvider } from '../support/scripted-provider.mjs'

const provider = await scriptedProvider([
  'Port 8080.',
  'Because no other service uses it.',
  'We had said 8080.',
])
const scripted = createOpenAICompatible({ name: 'scripted', baseURL: provider.url, includeUsage: true })
const sessions = await openSessions(scratch())
const session = await sessions.start({ agent: 'ai-sdk-example' })
const model = wrapLanguageModel({ model: scripted('scripted'), middleware: leftoffMiddleware(session) })

// Every call sends the whole history again, but each message is stored once.
const history = [{ role: 'user', content: 'Which port does the server use?' }]
const first = await generateText({ model, messages: history })
history.push(...first.response.messages, { role: 'user', content: 'Why?' })
const second = streamText({ model, messages: history })
for await (const _ of second.textStream);

const stored = await session.messages()
assert.deepEqual(
  stored.map(({ message }) => [message.role, message.content]),
  [
    ['user', 'Which port does the server use?'],
    ['assistant', 'Port 8080.'],
    ['user', 'Why?'],
    ['assistant', 'Because no other service uses it.'],
  ],
)
assert.equal(stored[3]?.outputTokens, 5)

// With a budget, the program sends only new messages, and leftoff adds the context of the session.
const remembering = wrapLanguageModel({
  model: scripted('scripted'),
  middleware: leftoffMiddleware(session, { budget: 1_000 }),
})
await generateText({ model: remembering, prompt: 'What did we say?' })
assert.deepEqual(
  provider.requests.at(-1).messages.map(({ role }) => role),
  ['user', 'assistant', 'user', 'assistant', 'user'],
)
await session.end()
await sessions.close()
provider.stop()
console.log(`three calls, ${stored.length + 2} messages, each stored once`)
