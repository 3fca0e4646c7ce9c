// A model that says what it is told to, behind the interface that OpenAI-compatible servers have: streamed or not.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** `answers`: a text each, in order. `pieceMs`: how long a streamed answer takes for each word. */
export async function scriptedProvider(answers, { pieceMs = 0 } = {}) {
  const asked = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
    asked.push(body)
    const text = answers[Math.min(asked.length, answers.length) - 1]
    if (body.stream) return streamed(response, text, pieceMs)
    const message = { role: 'assistant', content: text }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ ...HEAD, choices: [{ index: 0, message, finish_reason: 'stop' }], usage: USAGE }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${server.address().port}/v1`, asked, stop }
}

const HEAD = { id: 'answer', created: 0, model: 'scripted' }
const USAGE = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 }

async function streamed(response, text, pieceMs) {
  response.setHeader('content-type', 'text/event-stream')
  const send = (choice, rest = {}) =>
    response.write(`data: ${JSON.stringify({ ...HEAD, choices: [{ index: 0, ...choice }], ...rest })}\n\n`)
  for (const content of text.match(/\S+\s*/g) ?? []) {
    send({ delta: { role: 'assistant', content }, finish_reason: null })
    await delay(pieceMs)
  }
  send({ delta: {}, finish_reason: 'stop' }, { usage: USAGE })
  response.end('data: [DONE]\n\n')
}
