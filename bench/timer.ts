import { type StdioOptions, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'

/**
 * Runs commands in turns and prints how long each took. A process of its own, because starting a child takes longer the
 * more memory its parent has.
 */
export interface TimerAsk {
  readonly rounds: number
  readonly warmUps: number
  /** For what the commands say on standard error. */
  readonly folder: string
  readonly commands: readonly TimedCommand[]
}
export interface TimedCommand {
  readonly name: string
  readonly file: string
  readonly arguments: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** A file with what is said on standard input: over a socket, as Claude Code and Gemini CLI do. */
  readonly input?: string
  /** What is written to that file before each run; every `@@` in it becomes a number that comes once. */
  readonly template?: string
  /** Run with these words before each run, untimed. */
  readonly beforehand?: readonly string[]
  /** A folder that is removed before each run. */
  readonly without?: string
  /** Given to the same command before each run, untimed. */
  readonly told?: string
  /** What waits in the spool before each run: files by name, every `@@` in them a number of this run. */
  readonly waiting?: { readonly folder: string; readonly files: Readonly<Record<string, string>> }
  /** What a shell is given instead of the command, in the run that is timed. */
  readonly shell?: string
  /** Given to the same command afterwards, untimed, so that every run finds what the first one found. */
  readonly afterwards?: string
}
export interface Timed {
  readonly samples: Readonly<Record<string, readonly number[]>>
  readonly failures: readonly string[]
}

const ask = JSON.parse(readFileSync(0, 'utf8')) as TimerAsk
const samples: Record<string, number[]> = Object.fromEntries(ask.commands.map(({ name }) => [name, []]))
const failures: string[] = []
let made = 0
for (let round = -ask.warmUps; round < ask.rounds; round += 1) {
  for (const command of turned(ask.commands, round + ask.warmUps)) {
    const ms = timed(command)
    if (round >= 0) samples[command.name]?.push(ms)
  }
}
const found: Timed = { samples, failures }
writeSync(1, JSON.stringify(found))

/** Every round begins with another command: whoever always came after a slow one would pay for it. */
function turned<T>(list: readonly T[], by: number): readonly T[] {
  const at = by % list.length
  return [...list.slice(at), ...list.slice(0, at)]
}

function timed(command: TimedCommand): number {
  const { input = devNull, told, template, afterwards } = command
  const number = `${process.pid}-${made++}`
  const tell = (text: string): void => writeFileSync(input, text.replaceAll('@@', number))
  if (command.beforehand) run({ ...command, arguments: command.beforehand }, devNull)
  if (told) {
    tell(told)
    run(command, input)
  }
  if (command.without) rmSync(command.without, { recursive: true, force: true })
  if (command.waiting) deliver(command.waiting, number)
  if (template) tell(template)
  rest()
  const { shell } = command
  const ms = run(shell ? { ...command, file: 'sh', arguments: ['-c', shell] } : command, input)
  if (afterwards) {
    tell(afterwards)
    run(command, input)
  }
  return ms
}

/** The kernel tidies up after the process before, which the next one would wait for. */
function rest(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
}

function deliver({ folder, files }: NonNullable<TimedCommand['waiting']>, number: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, `${name}-${number}`), text.replaceAll('@@', number), { mode: 0o600 })
}

function run({ name, file, arguments: words, cwd, env }: TimedCommand, input: string): number {
  const told = join(ask.folder, 'stderr.txt')
  const stderr = openSync(told, 'w')
  const said = input === devNull ? undefined : readFileSync(input)
  const stdio: StdioOptions = [said ? 'pipe' : 'ignore', 'ignore', stderr]
  const begun = performance.now()
  const { status, error } = spawnSync(file, [...words], { cwd, env, stdio, ...(said && { input: said }) })
  const ms = performance.now() - begun
  closeSync(stderr)
  if (status !== 0)
    failures.push(`${name}: ${error?.message ?? `exit ${status}: ${readFileSync(told, 'utf8')}`}`)
  return ms
}
