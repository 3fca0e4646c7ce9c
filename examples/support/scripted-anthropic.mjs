// A server with Anthropic's streaming Messages API and scripted answers.
import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * `steps` contains the answers in order: `{ say }`, or `{ say, call: { name, input } }` for a tool call. If a step
 * is a function, the server calls it and sends no answer. `requests` contains the body of every request.
 */
export async function scriptedAnthropic(steps) {
  const requests = []
  const server = createServer(async (request, response) => {
    const raw = Buffer.concat(await request.toArray()).toString()
    const { pathname } = new URL(request.url, 'http://model')
    // The server has no other endpoint.
    if (pathname !== '/v1/messages') return response.writeHead(404).end('{}')
    requests.push(raw)
    const step = steps[Math.min(requests.length, steps.length) - 1]
    if (typeof step === 'function') return step()
    stream(response, messageOf(step, { id: requests.length, model: JSON.parse(raw).model }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${server.address().port}`, requests, stop }
}

function messageOf({ say, call }, { id, model }) {
  const content = [{ type: 'text', text: say }]
  if (call) content.push({ type: 'tool_use', id: `toolu_${id}`, ...call })
  const usage = { input_tokens: 12, output_tokens: 5 }
  const stop_reason = call ? 'tool_use' : 'end_turn'
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason,
    stop_sequence: null,
    usage,
  }
}

function stream(response, { content, stop_reason, usage, ...head }) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (type, fields) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
  send('message_start', { message: { ...head, content: [], stop_reason: null, usage } })
  for (const [index, block] of content.entries()) {
    const { empty, delta } = deltaOf(block)
    send('content_block_start', { index, content_block: empty })
    send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  }
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage })
  send('message_stop', {})
  response.end()
}

const deltaOf = (block) =>
  block.type === 'text'
    ? { empty: { type: 'text', text: '' }, delta: { type: 'text_delta', text: block.text } }
    : {
        empty: { ...block, input: {} },
        delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      }
