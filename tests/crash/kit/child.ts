import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Orders, RoleName } from '../child/roles.ts'
import { type Ack, parseAck } from './acks.ts'
import { type Trial, Violation } from './campaign.ts'

interface ExitStatus {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

interface ChildOptions {
  /** A command that runs the child, for example strace, setpriv or sh. */
  readonly under?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** The child is killed after this long without output, so that a hang counts as a failure. */
  readonly silenceMs?: number
}

/** A child process that prints lines. Keeps the lines that it printed before it was killed. */
export class Child {
  readonly lines: string[] = []
  readonly ended: Promise<ExitStatus>
  readonly #process: ChildProcess
  readonly #waiters = new Map<string, (seen: boolean) => void>()
  readonly #limit: NodeJS.Timeout
  #stderr = ''

  constructor(process: ChildProcess, silenceMs: number) {
    this.#process = process
    process.stdin?.on('error', () => {}) // a killed child does not read, and its exit status is checked
    process.stderr?.on('data', (chunk) => {
      this.#stderr = (this.#stderr + chunk).slice(-4000)
    })
    const reader = createInterface({ input: process.stdout! })
    reader.on('line', (line) => this.#receive(line))
    this.#limit = setTimeout(() => this.#hang(silenceMs), silenceMs)
    this.ended = new Promise((resolve, reject) => {
      process.on('error', reject)
      process.on('close', (code, signal) => {
        clearTimeout(this.#limit)
        for (const miss of this.#waiters.values()) miss(false)
        resolve({ code, signal })
      })
    })
  }

  get acks(): Ack[] {
    return this.lines.filter((line) => line.startsWith('ack ')).map(parseAck)
  }

  get stderr(): string {
    return this.#stderr
  }

  /** Returns the rest of every line that starts with this word. */
  linesAfter(word: string): string[] {
    return this.lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  }

  /** Resolves to true once a line starts with the word, or to false if the child ends without such a line. */
  waitFor(word: string): Promise<boolean> {
    if (this.lines.some((line) => line.split(' ')[0] === word)) return Promise.resolve(true)
    return new Promise((resolve) => this.#waiters.set(word, resolve))
  }

  send(line: string): void {
    this.#process.stdin?.write(`${line}\n`)
  }

  kill(): void {
    this.#process.kill('SIGKILL')
  }

  async requireSuccess(): Promise<void> {
    const { code, signal } = await this.ended
    if (code === 0) return
    throw new Violation(`a process ended with ${signal ?? code}: ${this.lines.at(-1) ?? ''} ${this.#stderr}`)
  }

  #hang(silenceMs: number): void {
    this.#stderr += ` (killed after ${silenceMs / 1000} s without output)`
    this.kill()
  }

  /** Lines are always complete, because writes shorter than a page are atomic on a pipe. */
  #receive(line: string): void {
    this.lines.push(line)
    this.#limit.refresh()
    const word = line.split(' ')[0] ?? ''
    this.#waiters.get(word)?.(true)
    this.#waiters.delete(word)
  }
}

export function startChild<R extends RoleName>(
  trial: Trial,
  role: R,
  orders: Orders<R>,
  options: ChildOptions = {},
): Child {
  const node = [process.execPath, trial.childBundle, role, JSON.stringify(orders)]
  const [command, ...rest] = [...(options.under ?? []), ...node]
  const env = options.env ?? process.env
  return new Child(
    spawn(command!, rest, { env, cwd: options.cwd ?? trial.folder, stdio: ['pipe', 'pipe', 'pipe'] }),
    options.silenceMs ?? 120_000,
  )
}

/** Runs at most `limit` items concurrently. */
export async function runLimited<T>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: limit }, lane))
}
