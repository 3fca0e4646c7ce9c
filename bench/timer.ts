import { type StdioOptions, spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Runs commands in turn and prints how long each run took. It is a separate process, because starting a child takes
 * longer the more memory its parent uses.
 */
export interface TimerRequest {
  readonly rounds: number
  readonly warmUps: number
  /** The folder for the commands' standard error. */
  readonly folder: string
  readonly commands: readonly TimedCommand[]
}

/** In every text below, `@@` is replaced by a number that is unique to the run. */
export interface TimedCommand extends CommandRun {
  readonly name: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Steps before and after each run, untimed. */
  readonly before?: readonly TimedStep[]
  readonly after?: readonly TimedStep[]
}

export interface CommandRun {
  readonly file: string
  readonly arguments: readonly string[]
  /** Sent to standard input over a socket, as Claude Code and Gemini CLI do. */
  readonly stdin?: string
}

export type TimedStep =
  | ({ readonly kind: 'run' } & CommandRun)
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'copy'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }

export interface Timings {
  readonly samples: Readonly<Record<string, readonly number[]>>
  readonly failures: readonly string[]
}

const request = JSON.parse(readFileSync(0, 'utf8')) as TimerRequest
const samples: Record<string, number[]> = Object.fromEntries(request.commands.map(({ name }) => [name, []]))
const failures: string[] = []
let runs = 0
for (let round = -request.warmUps; round < request.rounds; round += 1) {
  for (const command of rotate(request.commands, round + request.warmUps)) {
    const ms = measure(numbered(command, `${process.pid}-${runs++}`))
    if (round >= 0) samples[command.name]?.push(ms)
  }
}
const timings: Timings = { samples, failures }
writeSync(1, JSON.stringify(timings))

/** Every round begins with a different command, so that no command always follows the slowest one. */
function rotate<T>(list: readonly T[], by: number): readonly T[] {
  const at = by % list.length
  return [...list.slice(at), ...list.slice(0, at)]
}

function numbered(command: TimedCommand, number: string): TimedCommand {
  return { ...JSON.parse(JSON.stringify(command).replaceAll('@@', number)), name: command.name }
}

function measure(command: TimedCommand): number {
  for (const step of command.before ?? []) take(step, command)
  pause()
  const ms = run(command, command)
  for (const step of command.after ?? []) take(step, command)
  return ms
}

function take(step: TimedStep, command: TimedCommand): void {
  switch (step.kind) {
    case 'run':
      run(step, command)
      return
    case 'write':
      mkdirSync(dirname(step.path), { recursive: true, mode: 0o700 })
      writeFileSync(step.path, step.text, { mode: 0o600 })
      return
    case 'copy':
      cpSync(step.from, step.to, { recursive: true })
      return
    case 'remove':
      rmSync(step.path, { recursive: true, force: true })
  }
}

/**
 * Lets the kernel clean up after the previous process; otherwise the next process would have to wait for
 * that.
 */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
}

function run({ file, arguments: words, stdin }: CommandRun, { name, cwd, env }: TimedCommand): number {
  const errors = join(request.folder, 'stderr.txt')
  const stderr = openSync(errors, 'w')
  const stdio: StdioOptions = [stdin === undefined ? 'ignore' : 'pipe', 'ignore', stderr]
  const begun = performance.now()
  const { status, error } = spawnSync(file, [...words], {
    cwd,
    env,
    stdio,
    ...(stdin !== undefined && { input: stdin }),
  })
  const ms = performance.now() - begun
  closeSync(stderr)
  if (status !== 0)
    failures.push(`${name}: ${error?.message ?? `exit ${status}: ${readFileSync(errors, 'utf8')}`}`)
  return ms
}
