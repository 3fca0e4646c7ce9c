// An OpenAI-compatible server with scripted answers, with and without streaming.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** `answers` contains the texts in order. `pieceMs` is the delay between the words of a streamed answer. */
export async function scriptedProvider(answers, { pieceMs = 0 } = {}) {
  const requests = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
    requests.push(body)
    const text = answers[Math.min(requests.length, answers.length) - 1]
    if (body.stream) return stream(response, text, pieceMs)
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
  return { url: `http://127.0.0.1:${server.address().port}/v1`, requests, stop }
}

const HEAD = { id: 'answer', created: 0, model: 'scripted' }
const USAGE = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 }

async function stream(response, text, pieceMs) {
  response.setHeader('content-type', 'text/event-stream')
  const send = (choice, rest = {}) =>
    response.write(`data: ${JSON.stringify({ ...HEAD, choices: [{ index: 0, ...choice }], ...rest })}\n\n`)
  for (const content of text.match(/\S+\s*/g) ?? []) {
    send({ delta: { role: 'assistant', content }, finish_reason: null })
    await delay(pieceMs)
    if (response.destroyed) return
  }
  send({ delta: {}, finish_reason: 'stop' }, { usage: USAGE })
  response.end('data: [DONE]\n\n')
}
