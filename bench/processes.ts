import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hookCommand } from '../src/agent/install-plan.ts'
import { hookScripts, type ScriptPlaces } from '../src/spool/shell.ts'
import { type Figure, type Findings, median, nothing, p95 } from './figures.ts'
import type { Stage } from './homes.ts'
import { letterOf } from './letter.ts'
import type { Timed, TimedCommand, TimerAsk } from './timer.ts'

export interface ProcessAsk {
  readonly stage: Stage
  readonly rounds: number
  /** The built command and the bundle of bench/timer.ts. */
  readonly leftoff: string
  readonly timer: string
}

interface Measured extends TimedCommand {
  readonly log?: 'new' | 'full'
  readonly label: string
  readonly target?: number
  readonly note?: string
}

const UNIT = 'node -e 0'

/** Whole processes, from the start to the exit, as multiples of a Node that does nothing. */
export function processFigures(ask: ProcessAsk): Findings {
  const commands = commandsOf(ask)
  const { samples, failures } = timed(ask, commands)
  const unit = median(samples[UNIT] ?? [])
  const figures = commands.map((command) => figureOf(command, samples[command.name] ?? [], unit))
  return { ...nothing, figures, failures: [...new Set(failures)] }
}

function timed({ timer, rounds, stage }: ProcessAsk, commands: readonly TimedCommand[]): Timed {
  const asked: TimerAsk = { rounds, warmUps: 3, folder: stage.folder, commands }
  const input = JSON.stringify(asked)
  const { stdout, stderr, status } = spawnSync(process.execPath, [timer], { input, maxBuffer: 1e8 })
  if (status !== 0) throw new Error(`the timer failed: ${stderr}`)
  return JSON.parse(String(stdout)) as Timed
}

function commandsOf({ stage, leftoff }: ProcessAsk): readonly Measured[] {
  const node = (name: string, words: readonly string[], env: Record<string, string> = {}): TimedCommand => ({
    name,
    file: process.execPath,
    arguments: words,
    cwd: stage.checkout,
    env: { ...environment(), ...env },
  })
  const spool = join(stage.folder, 'spool')
  mkdirSync(spool, { recursive: true, mode: 0o700 })
  const shell = (name: string, script: string): TimedCommand => ({
    ...node(name, []),
    file: 'sh',
    arguments: ['-c', script],
  })
  const perHome = stage.homes.flatMap(({ log, path }): Measured[] =>
    [
      { label: 'leftoff session status', words: ['session', 'status'], target: 1.3 },
      { label: 'leftoff session list', words: ['session', 'list'] },
      { label: 'leftoff brief --format codes', words: ['brief', '--format', 'codes'] },
    ].map(({ words, ...row }) => ({
      ...row,
      ...node(`${row.label} ${log}`, [leftoff, ...words], { LEFTOFF_HOME: path }),
      log,
    })),
  )
  const input = join(stage.folder, 'letter.json')
  writeFileSync(input, letterOf(stage, 2048))
  const transcript = join(stage.folder, 'transcript.jsonl')
  writeFileSync(transcript, 'x'.repeat(64 * 1024))
  const scripts = join(stage.folder, 'bin')
  writeScripts({ folder: scripts, spool, node: process.execPath, command: leftoff })
  const delivery = { ...shell('delivery', hookCommand('claude-code', 'spool', scripts)), input }
  const hooks = stage.homes.flatMap(({ log, path }) =>
    Object.entries(HOOKS).map(
      ([label, payload]): Measured => ({
        ...node(`${label} ${log}`, [leftoff, 'hook', 'claude-code'], { LEFTOFF_HOME: path }),
        label,
        log,
        ...(label !== UNPREPARED && { target: 1.5 }),
        // As `leftoff mcp` does all the time while an agent runs.
        ...((label === START || label === FIRST_PROMPT) && { beforehand: [leftoff, 'brief'] }),
        // Nobody is asked before they have begun.
        ...(label === FIRST_PROMPT && {
          told: JSON.stringify({ ...payload, cwd: stage.checkout, ...SESSION_START }),
        }),
        input: join(stage.folder, 'payload.json'),
        template: JSON.stringify({
          session_id: 'bench',
          // Claude Code names it whether it has written anything or not.
          transcript_path: label === FIRST_PROMPT ? join(stage.folder, 'none.jsonl') : transcript,
          cwd: stage.checkout,
          ...payload,
        }),
        ...(label === UNPREPARED && { without: join(path, 'prepared') }),
        // Takes in what was left, as `leftoff mcp` does all the time while an agent runs, and ends what was begun: a
        // hundred sessions that nobody ended would be looked at by every start.
        afterwards: JSON.stringify({
          session_id: 'bench',
          ...payload,
          cwd: stage.checkout,
          hook_event_name: 'session_id' in payload ? 'SessionEnd' : 'Notification',
        }),
      }),
    ),
  )
  const afterTools = stage.homes.map(({ log, path }): Measured => {
    const stop = hooks.find((hook) => hook.log === log && hook.label === 'hook at the end of a turn')
    if (!stop) throw new Error('there is no such hook')
    const label = 'hook at the end of a turn, 20 tool calls waiting'
    const waiting = { folder: join(path, 'spool', 'new'), files: toolCalls(stage.checkout) }
    const { target: _, ...rest } = stop
    return { ...rest, name: `${label} ${log}`, label, waiting, note: 'with all of them taken in' }
  })
  const asInstalled = stage.homes.flatMap(({ log, path }): Measured[] => {
    const folder = join(path, 'bin')
    writeScripts({ folder, spool: join(path, 'spool'), node: process.execPath, command: leftoff })
    const shell = hookCommand('claude-code', 'answer', folder)
    const rows = hooks.filter((hook) => hook.log === log && BY_SHELL.has(hook.label))
    return rows.map(({ target: _, ...hook }) => ({
      ...hook,
      shell,
      name: `${hook.name} by a shell`,
      label: `${hook.label}, by the shell`,
      note: 'as it stands in the settings',
    }))
  })
  return [
    { ...node(UNIT, ['-e', '0']), label: UNIT, note: 'the unit' },
    { ...shell('nothing', ':'), label: 'sh -c :', note: 'what a shell costs' },
    { ...delivery, label: 'hook that needs no answer, 2 KB', target: 0.15 },
    { ...node('version', [leftoff, '--version']), label: 'leftoff --version', target: 1.3 },
    ...hooks,
    ...asInstalled,
    ...afterTools,
    ...perHome,
  ]
}

/** What Claude Code says at the moments at which it waits for an answer. */
const START = 'hook at the start of a session'
const UNPREPARED = 'hook at a start that nobody prepared'
const FIRST_PROMPT = 'hook at the first prompt of a session'
const PROMPT = 'hook at a prompt'
/** What most and what the longest of them cost with the shell that a client starts them by. */
const BY_SHELL: ReadonlySet<string> = new Set([PROMPT, FIRST_PROMPT])
const SESSION_START = { hook_event_name: 'SessionStart', source: 'startup' }
const HOOKS: Readonly<Record<string, object>> = {
  [START]: { ...SESSION_START, session_id: '@@' },
  [UNPREPARED]: { ...SESSION_START, session_id: 'u@@' },
  [FIRST_PROMPT]: {
    hook_event_name: 'UserPromptSubmit',
    session_id: 'p@@',
    prompt_id: '@@',
    // Names a file, and words that stand in paths and decisions: one that says nothing is answered with nothing, sooner.
    prompt: 'make src/fold/render-3.ts render the list again, and drain the spool before that',
  },
  [PROMPT]: { hook_event_name: 'UserPromptSubmit', prompt_id: '@@', prompt: 'make the tests pass' },
  'hook before a compaction': { hook_event_name: 'PreCompact', trigger: 'manual', prompt_id: '@@' },
  'hook at the end of a turn': {
    hook_event_name: 'Stop',
    prompt_id: '@@',
    last_assistant_message: 'All tests pass now.',
  },
}

/** As the shell leaves them in the spool during a turn. */
const toolCalls = (cwd: string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `claude-code.bench-${index}`,
      JSON.stringify({
        session_id: 'bench',
        cwd,
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_use_id: `@@-${index}`,
        tool_input: { command: 'ls -l src' },
        tool_response: { stdout: 'a line of output\n'.repeat(40) },
      }),
    ]),
  )

function writeScripts(places: ScriptPlaces): void {
  mkdirSync(places.folder, { recursive: true })
  for (const { name, text, mode } of hookScripts(places))
    writeFileSync(join(places.folder, name), text, { mode })
}

/** NODE_EXTRA_CA_CERTS makes Node read certificates at every start, which would hide everything else. */
function environment(): Record<string, string> {
  const { PATH = '/usr/bin:/bin', HOME = '/', LANG = 'C' } = process.env
  return { PATH, HOME, LANG }
}

function figureOf(command: Measured, samples: readonly number[], unit: number): Figure {
  const { label: name, log, target, note } = command
  return {
    group: 'processes',
    name,
    ...(log && { log }),
    unit: 'x',
    value: median(samples) / unit,
    p95: p95(samples) / unit,
    samples: samples.length,
    medianMs: median(samples),
    minMs: Math.min(...samples),
    ...(target !== undefined && { target }),
    ...(note && { note }),
  }
}
