import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { connect } from '../../src/log/sqlite/driver.ts'
import { buildCommand } from './built-command.ts'
import { gitRepository } from './git.ts'
import { temporaryFolder } from './temporary-folder.ts'

// Every step starts a process, which may take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

export interface CommandResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly folder?: string
  readonly input?: string
  /** A command prefix: `unshare -m ...`, `setpriv ...`. */
  readonly under?: readonly string[]
}

/** A user's machine for one test: a data folder, a repository and the built command. */
export interface Sandbox {
  readonly home: string
  readonly folder: string
  /** Contains all other folders. */
  readonly root: string
  readonly command: string
  run(args: readonly string[], options?: RunOptions): Promise<CommandResult>
  /** Runs with --json, expects success, and returns the parsed output. */
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape
  json(args: readonly string[], options?: RunOptions): Promise<any>
  spawn(args: readonly string[], options?: RunOptions): ReturnType<typeof spawn>
}

export async function createSandbox(): Promise<Sandbox> {
  const command = await buildCommand()
  const root = temporaryFolder()
  const home = join(root, 'home')
  const folder = join(root, 'app')
  mkdirSync(folder)
  gitRepository(folder)
  const paths = { command, root, home, folder }
  const run = (args: readonly string[], options?: RunOptions): Promise<CommandResult> =>
    waitForExit(spawnCommand(paths, args, options), options?.input)
  return {
    ...paths,
    run,
    spawn: (args, options) => spawnCommand(paths, args, options),
    async json(args, options) {
      const answer = await run([...args, '--json'], options)
      if (answer.code !== 0) throw new Error(`leftoff ${args.join(' ')} exited ${answer.code}: ${answer.err}`)
      return JSON.parse(answer.out)
    },
  }
}

type SandboxPaths = Pick<Sandbox, 'command' | 'home' | 'folder' | 'root'>

/** Starts a detached process, so that the terminal of the test runner does not count as the user's. */
function spawnCommand(
  paths: SandboxPaths,
  args: readonly string[],
  options: RunOptions = {},
): ReturnType<typeof spawn> {
  const words = [...(options.under ?? []), process.execPath, paths.command, ...args]
  return spawn(words[0] ?? '', words.slice(1), {
    cwd: options.folder ?? paths.folder,
    env: withoutUndefined({ ...baseEnvironment(paths), ...options.env }),
    detached: true,
  })
}

const baseEnvironment = ({ home, root }: SandboxPaths): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  HOME: join(root, 'user'),
  LEFTOFF_HOME: home,
  TZ: 'UTC',
})

const withoutUndefined = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** Runs `work` while another connection holds the write lock. */
export async function whileLocked<T>({ home }: Sandbox, work: () => Promise<T>): Promise<T> {
  const other = connect(join(home, 'log.db'), { readOnly: false, busyMs: 0 })
  other.exec('BEGIN IMMEDIATE')
  try {
    return await work()
  } finally {
    other.exec('ROLLBACK')
    other.close()
  }
}

export function waitForExit(child: ReturnType<typeof spawn>, input = ''): Promise<CommandResult> {
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', (bytes: Buffer) => out.push(bytes))
  child.stderr?.on('data', (bytes: Buffer) => err.push(bytes))
  child.stdin?.on('error', () => {}) // a command that does not read its input may close it
  child.stdin?.end(input)
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code) =>
      done({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    )
  })
}
