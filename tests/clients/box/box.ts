import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { git } from '../../support/git.ts'
import type { Client, Into, Place } from '../client.ts'
import type { Script } from '../model/script.ts'
import { type FakeModel, type Question, startModel } from '../model/server.ts'
import { writeText } from './files.ts'
import { contentOf, endProcess, type ProcessRun, run, until } from './process.ts'

/** One user with one client and one repository. leftoff is on the PATH; its hooks may or may not be installed. */
export interface Box extends Place {
  readonly client: Client
  readonly model: FakeModel
  /** Every run of the client, in order. */
  readonly runs: readonly ProcessRun[]
  /** Sends a prompt without a terminal and waits for the client to exit. */
  ask(prompt: string, into?: Into, options?: Meanwhile): Promise<ProcessRun>
  /** Runs the client with these arguments. */
  start(args: readonly string[], options?: Meanwhile): Promise<ProcessRun>
  /** Runs leftoff as this user. */
  leftoff(...args: readonly string[]): Promise<ProcessRun>
  /** Runs leftoff with --json, requires success and parses the output. */
  // biome-ignore lint/suspicious/noExplicitAny: each scenario asserts the shape
  json(...args: readonly string[]): Promise<any>
  environment(): Record<string, string>
  close(): Promise<void>
}

interface Meanwhile {
  readonly meanwhile?: (child: ChildProcess) => Promise<void>
  readonly env?: Readonly<Record<string, string>>
}

const COMMAND = process.env.LEFTOFF_COMMAND ?? join(import.meta.dirname, '../../../dist/leftoff.cjs')

/** `beside`: another client of the same user, in the same repository. */
export async function createBox(
  client: Client,
  root: string,
  scripts: Record<string, Script>,
  beside?: Box,
): Promise<Box> {
  const home = join(root, 'home')
  const app = beside?.app ?? repository(join(root, 'app'))
  const bin = commandFolder(join(root, 'bin'), client)
  mkdirSync(home, { recursive: true })
  const scripted = await startModel({
    api: client.api,
    scripts,
    wire: (call, result) => client.wire(call, { app, result }),
    journal: join(root, 'requests.jsonl'),
  })
  const place: Place = { home, app, url: scripted.url }
  client.configure(place)
  const runs: ProcessRun[] = []
  const environment = (): Record<string, string> => ({
    PATH: [bin, process.env.PATH].join(delimiter),
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    TZ: 'UTC',
    TMPDIR: temporary(root),
    LEFTOFF_HOME: beside?.environment().LEFTOFF_HOME ?? join(root, 'leftoff'),
    ...client.environment(place),
  })
  const start: Box['start'] = async (args, options = {}) => {
    const env = { ...environment(), ...options.env }
    const done = await run([join(bin, client.command), ...args], { folder: app, ...options, env })
    runs.push(done)
    return done
  }
  const leftoff: Box['leftoff'] = (...args) =>
    run([process.execPath, COMMAND, ...args], { folder: app, env: environment() })
  return {
    ...place,
    client,
    model: scripted,
    runs,
    environment,
    start,
    leftoff,
    ask: (prompt, into = 'a new session', options) => start(client.ask(prompt, into), options),
    json: async (...args) => {
      const done = await leftoff(...args, '--json')
      if (done.code !== 0) throw new Error(`leftoff ${args.join(' ')} exited ${done.code}: ${done.err}`)
      return JSON.parse(done.out)
    },
    close: () => scripted.close(),
  }
}

const WAITING = 'waiting.pid'

/** A tool call that lasts until the scenario ends it, so that a signal always arrives while a tool runs. */
export const WAIT = 'sh wait.sh'

/** The sub-agent's command, which lasts until the scenario releases it. */
export const PART = 'sh part.sh'

const LET_GO = 'let-go'

const PART_SCRIPT = `left=100
while [ $left -gt 0 ] && [ ! -e ${LET_GO} ]; do sleep 0.2; left=$((left - 1)); done
echo the part
`

/** Releases the sub-agent after the given request, so that the order is the same in every run. */
export const letSubagentGo =
  (here: Box, isTime: (question: Question) => boolean) => async (): Promise<void> => {
    await until('the model receives the awaited request', () => here.model.questions.some(isTime))
    writeText(join(here.app, LET_GO), '')
  }

const WAIT_SCRIPT = `echo $$ > ${WAITING}
left=300
while [ $left -gt 0 ]; do sleep 0.2; left=$((left - 1)); done
`

/** Whether the `WAIT` call has started. Also true after it has ended. */
export const isToolRunning = ({ app }: Place): boolean => contentOf(join(app, WAITING)).trim() !== ''

/** Ends the `WAIT` call. */
export const endTool = ({ app }: Place): void => endProcess(Number(contentOf(join(app, WAITING))))

/** Sends the client a signal as soon as its tool runs. Ends the tool's process as well. */
export const sendSignal = (here: Box, signal: NodeJS.Signals) => {
  const file = join(here.app, WAITING)
  rmSync(file, { force: true })
  return (child: ChildProcess): Promise<void> => signalOnceIn(file, child, signal)
}

async function signalOnceIn(file: string, child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  await until('the tool runs', () => contentOf(file).trim() !== '' || child.exitCode !== null)
  child.kill(signal)
  if (signal !== 'SIGKILL')
    await until('the client ends', () => child.exitCode !== null || child.signalCode !== null)
  endProcess(Number(contentOf(file)))
}

function repository(app: string): string {
  writeText(join(app, 'README.md'), 'hello\n')
  writeText(join(app, 'wait.sh'), WAIT_SCRIPT)
  writeText(join(app, 'part.sh'), PART_SCRIPT)
  writeText(join(app, '.gitignore'), `${WAITING}\n${LET_GO}\n`)
  git(app, 'init', '-q', '-b', 'main')
  git(app, 'add', '-A')
  git(app, 'commit', '-q', '-m', 'Begin')
  return app
}

/** A folder for the PATH with both commands, as an install creates it. */
function commandFolder(folder: string, { command, program }: Client): string {
  mkdirSync(folder, { recursive: true })
  symlinkSync(COMMAND, join(folder, 'leftoff'))
  symlinkSync(program, join(folder, command))
  return folder
}

/** A separate temporary folder, because some clients leave files there. */
function temporary(root: string): string {
  const folder = join(root, 'tmp')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  return folder
}
