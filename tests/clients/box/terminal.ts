import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Box } from './box.ts'
import { isAlive, until } from './process.ts'

/** A client in a terminal. */
export interface Terminal {
  type(text: string): Promise<void>
  key(name: string): void
  /**
   * Types a command and waits for its output. Presses Enter repeatedly, because a suggestion may consume the
   * first one.
   */
  command(text: string, shown: string | RegExp): Promise<void>
  /** Waits until a condition holds. A failure prints the screen. */
  until(reason: string, holds: () => boolean | Promise<boolean>): Promise<void>
  /** Waits until the terminal shows this. */
  shows(text: string | RegExp): Promise<void>
  screen(): string
  /** Waits until the client exits. */
  ended(): Promise<void>
}

export const hasTmux = spawnSync('tmux', ['-V'], { stdio: 'ignore' }).status === 0

const NAME = 'client'

/** Opens a terminal and closes it at the end of the test. */
export function openTerminal(here: Box, args: readonly string[] = []): Terminal {
  const socket = join(here.home, '..', 'tmux')
  const tmux = (...words: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], { encoding: 'utf8', stdio: 'pipe' })
  const env = Object.entries(here.environment()).map(([name, value]) => `${name}=${value}`)
  const program = ['env', '-i', ...env, here.client.command, ...args]
  tmux('new-session', '-d', '-s', NAME, '-x', '150', '-y', '45', '-c', here.app, ...program)
  const pid = Number(tmux('list-panes', '-t', NAME, '-F', '#{pane_pid}'))
  onTestFinished(async () => {
    spawnSync('tmux', ['-S', socket, 'kill-server'], { stdio: 'ignore' })
    await until('the client ends with its terminal', () => !isAlive(pid))
  })
  const screen = (): string => tmux('capture-pane', '-t', NAME, '-p')
  const patiently: Terminal['until'] = (reason, holds) =>
    until(reason, holds).catch((problem) => {
      throw new Error(`${problem.message}\n${screen()}`)
    })
  const shows = (text: string | RegExp): Promise<void> =>
    patiently(`the terminal shows ${text}`, () => screen().search(text) >= 0)
  const type = async (text: string): Promise<void> => {
    tmux('send-keys', '-t', NAME, '-l', '--', text)
    // Only the end is checked, because a long line wraps.
    await shows(text.slice(-12).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    // Clients treat an immediate Enter as pasted text.
    await delay(400)
    tmux('send-keys', '-t', NAME, 'Enter')
  }
  return {
    screen,
    type,
    command: async (text, shown) => {
      await type(text)
      const again = setInterval(() => tmux('send-keys', '-t', NAME, 'Enter'), 3_000)
      await shows(shown).finally(() => clearInterval(again))
    },
    until: patiently,
    shows,
    key: (name) => tmux('send-keys', '-t', NAME, name),
    ended: () =>
      until('the client ends', () => {
        const words = ['-S', socket, 'has-session', '-t', NAME]
        return spawnSync('tmux', words, { stdio: 'ignore' }).status !== 0
      }),
  }
}
