// Calls a model and is killed while the model answers.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { streamText, wrapLanguageModel } from 'ai'
import { openSessions } from 'leftoff'
import { leftoffMiddleware } from 'leftoff/ai-sdk'

const [home, project, url] = process.argv.slice(2)
const sessions = await openSessions({ home, project })
const session = await sessions.start({ agent: 'storyteller' })
const model = wrapLanguageModel({
  model: createOpenAICompatible({ name: 'scripted', baseURL: url })('scripted'),
  middleware: leftoffMiddleware(session),
})
const { textStream } = streamText({ model, prompt: 'Tell me a story.' })
for await (const text of textStream) process.stdout.write(text)
