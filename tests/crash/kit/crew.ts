import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Orders, RoleName } from '../child/roles.ts'
import { type Trial, Violation } from './campaign.ts'
import { type Ack, parsedAck } from './sealed.ts'

export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface StartOptions {
  /** A command that runs the child: strace, setpriv, sh. Its arguments are followed by node's. */
  readonly under?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  /** Killed when it says nothing for so long: a process that hangs is a failure, never a wait. */
  readonly silenceMs?: number
}

/** A child process that speaks in lines. What it said before it was killed is what counts. */
export class Member {
  readonly said: string[] = []
  readonly ended: Promise<Ending>
  readonly #process: ChildProcess
  readonly #waiting = new Map<string, (said: boolean) => void>()
  readonly #limit: NodeJS.Timeout
  #stderr = ''

  constructor(process: ChildProcess, silenceMs: number) {
    this.#process = process
    process.stdin?.on('error', () => {}) // a child that was killed does not read; its ending tells
    process.stderr?.on('data', (chunk) => {
      this.#stderr = (this.#stderr + chunk).slice(-4000)
    })
    const lines = createInterface({ input: process.stdout! })
    lines.on('line', (line) => this.#hear(line))
    this.#limit = setTimeout(() => this.#hang(silenceMs), silenceMs)
    this.ended = new Promise((resolve, reject) => {
      process.on('error', reject)
      process.on('close', (code, signal) => {
        clearTimeout(this.#limit)
        for (const miss of this.#waiting.values()) miss(false)
        resolve({ code, signal })
      })
    })
  }

  get acks(): Ack[] {
    return this.said.filter((line) => line.startsWith('ack ')).map(parsedAck)
  }

  get stderr(): string {
    return this.#stderr
  }

  /** The lines that begin with this word, without it. */
  words(word: string): string[] {
    return this.said.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  }

  /** True once it says the word, false if it ends without. */
  saying(word: string): Promise<boolean> {
    if (this.said.some((line) => line.split(' ')[0] === word)) return Promise.resolve(true)
    return new Promise((resolve) => this.#waiting.set(word, resolve))
  }

  tell(line: string): void {
    this.#process.stdin?.write(`${line}\n`)
  }

  kill(): void {
    this.#process.kill('SIGKILL')
  }

  async requireDone(): Promise<void> {
    const { code, signal } = await this.ended
    if (code === 0) return
    throw new Violation(`a process ended with ${signal ?? code}: ${this.said.at(-1) ?? ''} ${this.#stderr}`)
  }

  #hang(silenceMs: number): void {
    this.#stderr += ` (it was killed: silent for ${silenceMs / 1000} s)`
    this.kill()
  }

  /** Never half a line: a pipe takes what is shorter than its page at once or not at all. */
  #hear(line: string): void {
    this.said.push(line)
    this.#limit.refresh()
    const word = line.split(' ')[0] ?? ''
    this.#waiting.get(word)?.(true)
    this.#waiting.delete(word)
  }
}

export function start<R extends RoleName>(
  trial: Trial,
  role: R,
  orders: Orders<R>,
  options: StartOptions = {},
): Member {
  const node = [process.execPath, trial.childBundle, role, JSON.stringify(orders)]
  const [command, ...rest] = [...(options.under ?? []), ...node]
  const env = options.env ?? process.env
  return new Member(
    spawn(command!, rest, { env, cwd: options.cwd ?? trial.folder, stdio: ['pipe', 'pipe', 'pipe'] }),
    options.silenceMs ?? 120_000,
  )
}

/** At most `most` at a time: the machine has few cores, and a campaign is not the place to test its scheduler. */
export async function atATime<T>(
  most: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: most }, lane))
}
