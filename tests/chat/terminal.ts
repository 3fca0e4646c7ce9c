import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import type { Sandbox } from '../support/sandbox.ts'

/** `leftoff chat` in a pseudo-terminal, as somebody who sits there sees it. */
export interface Terminal {
  /** Of the command itself. */
  readonly pid: number
  /** Everything that reached the terminal, to the byte. */
  raw(): string
  keys(keys: string): void
  /** Types a line. */
  type(text: string): void
  /** Waits until this is shown, after whatever was waited for before; answers what was shown until then. */
  shows(text: string | RegExp): Promise<string>
  ended(): Promise<number | null>
}

/** The one of util-linux; elsewhere a command of this name takes other words. */
export const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes(
  'util-linux',
)

export const CTRL_C = '\x03'
export const CTRL_D = '\x04'
const PATIENCE_MS = 20_000

export async function chatAt(
  desk: Sandbox,
  env: Record<string, string>,
  words: readonly string[] = [],
): Promise<Terminal> {
  const program = [process.execPath, desk.command, 'chat', ...words].map((word) => `'${word}'`).join(' ')
  const child = spawn(
    'script',
    ['-qec', `stty cols 110 rows 40; echo pid:$$:; exec ${program}`, '/dev/null'],
    {
      cwd: desk.folder,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: desk.root,
        LEFTOFF_HOME: desk.home,
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
    child.stdin?.on('error', () => {}) // the command has left
    this.ended = new Promise((done) => child.on('close', (code) => done(code)))
  }

  shows(text: string | RegExp): Promise<string> {
    return new Promise((done, failed) => {
      const reason = new Error(`the terminal never shows ${text}`)
      const timer = setTimeout(() => {
        reason.message += `:\n${withoutStyle(this.raw).slice(this.#seen)}`
        failed(reason)
      }, PATIENCE_MS)
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

/** Colours and the moves of the line editor, also one that has come half. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this takes out
const withoutStyle = (text: string): string => text.replaceAll(/\x1b\[[0-9;?]*(?:[A-Za-z]|$)/g, '')
