import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import type { Sandbox } from '../support/sandbox.ts'

/** `leftoff chat` in a pseudo-terminal. */
export interface ChatTerminal {
  /** Process id of `leftoff chat`. */
  readonly pid: number
  /** All output, including escape sequences. */
  raw(): string
  keys(keys: string): void
  /** Types a line and presses Enter. */
  type(text: string): void
  /** Waits for this output after the last match. Returns the output since then. */
  shows(text: string | RegExp): Promise<string>
  ended(): Promise<number | null>
}

/** On other systems, `script` takes different arguments. */
export const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes(
  'util-linux',
)

export const CTRL_C = '\x03'
export const CTRL_D = '\x04'
const TIMEOUT_MS = 20_000

export async function chatAt(
  sandbox: Sandbox,
  env: Record<string, string>,
  words: readonly string[] = [],
): Promise<ChatTerminal> {
  const program = [process.execPath, sandbox.command, 'chat', ...words].map((word) => `'${word}'`).join(' ')
  const child = spawn(
    'script',
    ['-qec', `stty cols 110 rows 40; echo pid:$$:; exec ${program}`, '/dev/null'],
    {
      cwd: sandbox.folder,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: sandbox.root,
        LEFTOFF_HOME: sandbox.home,
        TERM: 'xterm',
        SHELL: '/bin/sh',
        ...env,
      },
      detached: true,
    },
  )
  const screen = new Screen(child)
  onTestFinished(() => void (child.exitCode === null && child.kill('SIGKILL')))
  const pid = Number(/pid:(\d+):/.exec(await screen.shows(/pid:\d+:/))?.[1])
  return {
    pid,
    raw: () => screen.raw,
    keys: (keys) => void child.stdin?.write(keys),
    type: (text) => void child.stdin?.write(`${text}\r`),
    shows: (text) => screen.shows(text),
    ended: () => screen.ended,
  }
}

class Screen {
  raw = ''
  readonly ended: Promise<number | null>
  #seen = 0
  #look: () => void = () => {}

  constructor(child: ChildProcess) {
    child.stdout?.on('data', (bytes: Buffer) => {
      this.raw += bytes.toString()
      this.#look()
    })
    child.stdin?.on('error', () => {}) // the command has exited
    this.ended = new Promise((done) => child.on('close', (code) => done(code)))
  }

  shows(text: string | RegExp): Promise<string> {
    return new Promise((done, failed) => {
      const reason = new Error(`the terminal did not show ${text}`)
      const timer = setTimeout(() => {
        reason.message += `:\n${withoutStyle(this.raw).slice(this.#seen)}`
        failed(reason)
      }, TIMEOUT_MS)
      this.#look = () => {
        const shown = this.#upTo(text)
        if (shown === undefined) return
        clearTimeout(timer)
        this.#look = () => {}
        done(shown)
      }
      this.#look()
    })
  }

  #upTo(text: string | RegExp): string | undefined {
    const all = withoutStyle(this.raw)
    const found = new RegExp(text instanceof RegExp ? text : literal(text), 'g')
    found.lastIndex = this.#seen
    if (!found.exec(all)) return undefined
    const shown = all.slice(this.#seen, found.lastIndex)
    this.#seen = found.lastIndex
    return shown
  }
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Removes colors and cursor movements, including an incomplete sequence at the end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches escape sequences
const withoutStyle = (text: string): string => text.replaceAll(/\x1b\[[0-9;?]*(?:[A-Za-z]|$)/g, '')
