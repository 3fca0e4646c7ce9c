import { appendFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { chooseStep, type ModelChoice, type ModelItem, type Script, type ScriptCall } from './script.ts'

// biome-ignore lint/suspicious/noExplicitAny: untrusted JSON from a client
export type Body = any

/** A tool call as the client's API writes it. */
export interface WireCall {
  readonly name: string
  readonly input: unknown
  /** The input is plain text, not JSON. */
  readonly isFreeText?: boolean
  readonly namespace?: string
}

export interface ModelAnswer {
  readonly text: string
  readonly call: WireCall | undefined
  readonly tokens: number
}

/** The protocol of one vendor: how requests are read and how answers are written. */
export interface Api {
  isQuestion(path: string): boolean
  items(body: Body): readonly ModelItem[]
  /**
   * Whether the request has tools, unlike requests that the client makes on its own behalf, for example for a
   * title.
   */
  hasTools(body: Body): boolean
  /** Whether the answer must be an object with a given shape. */
  isForm?(body: Body): boolean
  write(response: ServerResponse, answer: ModelAnswer, question: { body: Body; path: string }): void
  /** Answers all other requests. */
  other(path: string, body: Body): unknown
}

/** A request as it reached the model. */
export interface Question extends Omit<ModelChoice, 'step'> {
  readonly items: readonly ModelItem[]
  /** The unchanged request body. */
  readonly raw: string
  readonly body: Body
}

export interface FakeModel {
  readonly url: string
  readonly questions: readonly Question[]
  close(): Promise<void>
}

interface ModelOptions {
  readonly api: Api
  readonly scripts: Record<string, Script>
  readonly wire: (call: ScriptCall, result: string) => WireCall
  /** File that receives every request, to help find the cause of a failure. */
  readonly journal: string
}

/** A scripted model on loopback. */
export async function startModel(options: ModelOptions): Promise<FakeModel> {
  const questions: Question[] = []
  const server = createServer((request, response) => {
    read(request)
      .then((raw) => answer(options, questions, { request, response, raw }))
      .catch((problem) => refuse(options, response, problem))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    questions,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

interface Recording {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly raw: string
}

function answer(options: ModelOptions, questions: Question[], { request, response, raw }: Recording): void {
  const path = new URL(request.url ?? '/', 'http://model').pathname
  const body: Body = parseJson(raw)
  if (request.method !== 'POST' || !options.api.isQuestion(path)) {
    json(response, options.api.other(path, body))
    return
  }
  const items = options.api.items(body)
  const { step, ...chosen } = chooseAnswer(options, items, body)
  questions.push({ ...chosen, items, raw, body })
  appendFileSync(options.journal, `${JSON.stringify({ path, ...chosen, answer: step, body })}\n`)
  const call = step.call && options.wire(step.call, lastResult(items))
  const tokens = step.tokens ?? Math.ceil(raw.length / 4)
  options.api.write(response, { text: step.say, call, tokens }, { body, path })
}

function chooseAnswer({ api, scripts }: ModelOptions, items: readonly ModelItem[], body: Body): ModelChoice {
  return api.isForm?.(body)
    ? { kind: 'aside', step: { say: '' } }
    : chooseStep(items, api.hasTools(body), scripts)
}

const lastResult = (items: readonly ModelItem[]): string =>
  items.flatMap((item) => (item.kind === 'result' ? [item.text] : [])).at(-1) ?? ''

/** Fails at once if the client does not support the script, instead of making the client wait. */
function refuse({ journal }: ModelOptions, response: ServerResponse, problem: unknown): void {
  appendFileSync(journal, `${JSON.stringify({ problem: String(problem) })}\n`)
  response.writeHead(400, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message: String(problem) } }))
}

function parseJson(raw: string): Body {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined // no body, or not JSON
  }
}

export function json(response: ServerResponse, content: unknown): void {
  response.writeHead(content === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(content ?? { error: { message: 'no such route' } }))
}

/** Sends server-sent events. OpenAI's older API and Gemini use events without a name. */
export function events(response: ServerResponse): (data: unknown, name?: string) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  return (data, name) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    response.write(`${name ? `event: ${name}\n` : ''}data: ${text}\n\n`)
  }
}
