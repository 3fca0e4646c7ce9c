import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DIALECTS, type Dialect } from './dialects.ts'

/** The scripted response to one request. */
export interface Play {
  readonly say?: readonly string[]
  /** Whether the response stays open after the text. */
  readonly hangs?: boolean
  /** Whether the connection is closed after the text. */
  readonly breaksOff?: boolean
  readonly refuses?: { readonly status: number; readonly message: string }
  /** Text that is sent unchanged instead of an answer. */
  readonly garbage?: string
}

interface ModelRequest {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** The request body. */
  readonly raw: string
}

export interface ModelServer {
  readonly url: string
  readonly questions: readonly ModelRequest[]
  /** Sets the next responses, in order. The default answer is `ok`. */
  plays(...next: readonly Play[]): void
  close(): Promise<void>
}

/** A scripted model server that supports every provider's API. */
export async function modelServer(): Promise<ModelServer> {
  const questions: ModelRequest[] = []
  const queue: Play[] = []
  const server = createServer((request, response) => {
    void read(request).then((raw) => {
      const path = new URL(request.url ?? '/', 'http://model').pathname
      questions.push({ path, headers: request.headers, raw })
      const dialect = DIALECTS.find((one) => one.isQuestion(path))
      if (dialect) answer(response, streamIfRequested(raw, dialect), queue.shift() ?? { say: ['ok'] })
      else response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    questions,
    plays: (...next) => void queue.push(...next),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function answer(response: ServerResponse, dialect: Dialect, play: Play): void {
  const { say = [], hangs, breaksOff, refuses, garbage } = play
  if (refuses) {
    response.writeHead(refuses.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(dialect.error(refuses.message)))
    return
  }
  response.writeHead(200, { 'content-type': dialect.whole ? 'application/json' : 'text/event-stream' })
  if (garbage !== undefined) return void response.end(garbage)
  if (dialect.whole) return void response.end(JSON.stringify(dialect.whole(say.join(''))))
  response.write(dialect.begin())
  for (const text of say) response.write(dialect.piece(text))
  if (breaksOff) setTimeout(() => response.destroy(), 50)
  else if (!hangs) response.end(dialect.end())
}

function streamIfRequested(raw: string, { whole, ...dialect }: Dialect): Dialect {
  return whole && !raw.includes('"stream":true') ? { ...dialect, whole } : dialect
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
