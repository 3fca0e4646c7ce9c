import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hookCommand } from '../src/agent/install-plan.ts'
import { hookScripts } from '../src/spool/shell.ts'
import { type Figure, type Findings, median, noFindings, p95 } from './figures.ts'
import { spoolPayload } from './session-events.ts'
import { createCheckout, type Home, type Stage } from './stage.ts'
import type { CommandRun, TimedCommand, TimedStep, TimerRequest, Timings } from './timer.ts'

interface ProcessRequest {
  readonly stage: Stage
  readonly rounds: number
  /** The built command and the bundle of bench/timer.ts. */
  readonly leftoff: string
  readonly timer: string
}

interface ProcessRow extends TimedCommand {
  readonly log?: Home['log']
  readonly label: string
  readonly target?: number
  readonly note?: string
}

const UNIT = 'node -e 0'

/** The run time of complete processes, from start to exit, as a multiple of that of `node -e 0`. */
export function processFigures(request: ProcessRequest): Findings {
  const rows = rowsFor(request)
  const { samples, failures } = runTimer(request, rows)
  const unit = median(samples[UNIT] ?? [])
  const figures = rows.map((row) => figureOf(row, samples[row.name] ?? [], unit))
  return { ...noFindings, figures, failures: [...new Set(failures)] }
}

function runTimer({ timer, rounds, stage }: ProcessRequest, commands: readonly TimedCommand[]): Timings {
  const request: TimerRequest = { rounds, warmUps: 3, folder: stage.folder, commands }
  const input = JSON.stringify(request)
  const { stdout, stderr, status } = spawnSync(process.execPath, [timer], { input, maxBuffer: 1e8 })
  if (status !== 0) throw new Error(`the timer failed: ${stderr}`)
  return JSON.parse(String(stdout)) as Timings
}

function rowsFor({ stage, leftoff }: ProcessRequest): readonly ProcessRow[] {
  const base = { cwd: stage.checkout, env: environment() }
  const node = (label: string, ...words: readonly string[]): ProcessRow => ({
    ...base,
    label,
    name: label,
    file: process.execPath,
    arguments: words,
  })
  const shell = (label: string, script: string): ProcessRow => ({
    ...base,
    label,
    name: label,
    file: 'sh',
    arguments: ['-c', script],
  })
  const scripts = installScripts(stage.folder, leftoff)
  return [
    { ...node(UNIT, '-e', '0'), note: 'the unit' },
    { ...shell('sh -c :', ':'), note: 'cost of a shell' },
    {
      ...shell('hook that needs no answer, 2 KB', hookCommand('claude-code', 'spool', scripts)),
      stdin: spoolPayload(stage, 2048),
      target: 0.15,
    },
    {
      ...shell('prompt that needs no reply, as installed', hookCommand('claude-code', 'prompt', scripts)),
      stdin: JSON.stringify({ ...prompt('s', 'make the tests pass'), cwd: stage.checkout }),
      note: 'no marker, so Node does not start',
      target: 0.2,
    },
    { ...node('leftoff --version', leftoff, '--version'), target: 1.3 },
    ...stage.homes.flatMap((home) => hookRows(home, { stage, leftoff })),
    ...stage.homes.flatMap((home) =>
      home.log.startsWith('one project')
        ? []
        : commandRows.map(({ words, ...row }) => ({
            ...node(`leftoff ${words.join(' ')}`, leftoff, ...words),
            ...row,
            name: `leftoff ${words.join(' ')} ${home.log}`,
            log: home.log,
            env: { ...environment(), LEFTOFF_HOME: home.path },
          })),
    ),
  ]
}

const commandRows: readonly { readonly words: readonly string[]; readonly target?: number }[] = [
  { words: ['session', 'status'], target: 3 },
  { words: ['session', 'list'], target: 3 },
  { words: ['brief', '--format', 'codes'] },
]

interface HookCase {
  readonly label: string
  readonly target: number
  readonly payload: HookInput
  /** Hooks that run first, untimed. */
  readonly earlier?: readonly HookInput[]
  readonly before?: readonly TimedStep[]
  readonly after?: readonly TimedStep[]
  /** Default: the measured checkout and its home. */
  readonly cwd?: string
  readonly home?: string
}

type HookInput = Readonly<Record<string, unknown>> & { readonly session_id: string }

type HookRowsRequest = Pick<ProcessRequest, 'stage' | 'leftoff'>

function hookRows(home: Home, { stage, leftoff }: HookRowsRequest): readonly ProcessRow[] {
  const transcript = join(stage.folder, 'transcript.jsonl')
  writeFileSync(transcript, 'x'.repeat(64 * 1024))
  return casesFor(home, { stage, leftoff }).map(
    ({ label, target, payload, earlier = [], before = [], after = [], ...at }) => {
      const cwd = at.cwd ?? stage.checkout
      const scripts = at.home === undefined ? scriptsIn(home.path, leftoff) : []
      const command = hookCommand('claude-code', 'answer', join(at.home ?? home.path, 'bin'))
      const run = (input: HookInput): CommandRun => ({
        file: 'sh',
        arguments: ['-c', command],
        stdin: JSON.stringify({ transcript_path: transcript, cwd, ...input }),
      })
      const step = (input: HookInput): TimedStep => ({ kind: 'run', ...run(input) })
      // Ends the session, because hundreds of open sessions would slow down every start.
      const end = { session_id: payload.session_id, hook_event_name: 'SessionEnd', reason: 'other' }
      return {
        ...run(payload),
        name: `${label} ${home.log}`,
        label,
        log: home.log,
        target,
        cwd: stage.checkout,
        env: { ...environment(), ...(at.home && { LEFTOFF_HOME: at.home, HOME: join(at.home, 'user') }) },
        before: [...scripts, ...earlier.map(step), ...before],
        after: [step(end), ...after],
      }
    },
  )
}

/** The hooks that Claude Code waits for, as installed, each in a realistic state. */
function casesFor(home: Home, { stage, leftoff }: HookRowsRequest): readonly HookCase[] {
  const firstPrompt: HookCase = {
    label: 'first prompt of a session',
    target: 2.3,
    earlier: [start('p@@')],
    // Claude Code names a transcript before it writes one.
    payload: { ...prompt('p@@', RELEVANT), transcript_path: join(stage.folder, 'none.jsonl') },
  }
  if (home.log.startsWith('one project'))
    return [{ ...firstPrompt, label: 'first prompt in a project of 1,000 sessions' }, startAfterEnd]
  const begun = [start('t@@'), prompt('t@@', RELEVANT)]
  const shared: readonly HookCase[] = [
    { label: 'start of a session', target: 3.3, payload: start('s@@') },
    startAfterEnd,
    firstPrompt,
    {
      label: 'prompt that gets a reply',
      target: 1.9,
      earlier: begun,
      payload: prompt('t@@', 'make the tests pass'),
    },
    { label: 'stop', target: 3.3, earlier: begun, payload: stop('t@@') },
    {
      label: 'stop after 20 tool calls',
      target: 3.3,
      earlier: begun,
      before: toolCalls('t@@', home.path, stage.checkout),
      payload: stop('t@@'),
    },
    {
      label: 'pre-compact',
      target: 3.3,
      earlier: begun,
      payload: { session_id: 't@@', hook_event_name: 'PreCompact', trigger: 'manual' },
    },
  ]
  return home.log === 'new'
    ? [...shared, startInNewHome(stage, leftoff)]
    : [...shared, startInNewProject(stage)]
}

const startAfterEnd: HookCase = {
  label: 'start right after another session ended',
  target: 3.3,
  earlier: [
    start('e@@'),
    prompt('e@@', 'make the tests pass'),
    stop('e@@'),
    { session_id: 'e@@', hook_event_name: 'SessionEnd', reason: 'other' },
  ],
  payload: start('f@@'),
}

function startInNewHome(stage: Stage, leftoff: string): HookCase {
  const home = join(stage.folder, 'home-@@')
  const words = [leftoff, 'init', '--agent', 'claude-code']
  return {
    label: 'start in a new home',
    target: 3.3,
    payload: start('h@@'),
    home,
    before: [{ kind: 'run', file: process.execPath, arguments: words }],
    after: [{ kind: 'remove', path: home }],
  }
}

function startInNewProject(stage: Stage): HookCase {
  const template = join(stage.folder, 'template')
  createCheckout(template, 'example.com/bench/unknown')
  const cwd = join(stage.folder, 'unknown-@@')
  const config = '[remote "origin"]\n\turl = https://example.com/bench/unknown-@@.git\n'
  return {
    label: 'start in an unknown project',
    target: 3.3,
    payload: start('n@@'),
    cwd,
    before: [
      { kind: 'copy', from: template, to: cwd },
      { kind: 'write', path: join(cwd, '.git', 'config'), text: `[core]\n\tbare = false\n${config}` },
    ],
    after: [{ kind: 'remove', path: cwd }],
  }
}

function start(session_id: string): HookInput {
  return { session_id, hook_event_name: 'SessionStart', source: 'startup' }
}

function prompt(session_id: string, text: string): HookInput {
  return { session_id, hook_event_name: 'UserPromptSubmit', prompt: text }
}

function stop(session_id: string): HookInput {
  return { session_id, hook_event_name: 'Stop', last_assistant_message: 'All tests pass now.' }
}

/**
 * A prompt that mentions a file, and words from paths and decisions in the log. Prompts without such words
 * are faster.
 */
const RELEVANT = 'make src/fold/render-3.ts render the list again, and drain the spool before that'

/** Twenty tool calls as the shell leaves them in the spool during a turn. */
function toolCalls(session_id: string, home: string, cwd: string): readonly TimedStep[] {
  return Array.from({ length: 20 }, (_, index): TimedStep => {
    const path = join(home, 'spool', 'new', `claude-code.bench-${index}-@@`)
    const payload = {
      session_id,
      cwd,
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_use_id: `@@-${index}`,
      tool_input: { command: 'ls -l src' },
      tool_response: { stdout: 'a line of output\n'.repeat(40) },
    }
    return { kind: 'write', path, text: JSON.stringify(payload) }
  })
}

/** The scripts that `leftoff init` installs into a home. */
const scriptsIn = (home: string, leftoff: string): readonly WriteStep[] =>
  hookScripts({
    folder: join(home, 'bin'),
    spool: join(home, 'spool'),
    node: process.execPath,
    command: leftoff,
  }).map(({ name, text }) => ({ kind: 'write', path: join(home, 'bin', name), text }))

type WriteStep = Extract<TimedStep, { kind: 'write' }>

function installScripts(home: string, leftoff: string): string {
  for (const { path, text } of scriptsIn(home, leftoff)) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, text)
  }
  return join(home, 'bin')
}

/**
 * The environment without NODE_EXTRA_CA_CERTS, because reading certificates at startup would take longer than
 * anything else.
 */
function environment(): Record<string, string> {
  const { PATH = '/usr/bin:/bin', HOME = '/', LANG = 'C' } = process.env
  return { PATH, HOME, LANG }
}

function figureOf(row: ProcessRow, samples: readonly number[], unit: number): Figure {
  const { label: name, log, target, note } = row
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
