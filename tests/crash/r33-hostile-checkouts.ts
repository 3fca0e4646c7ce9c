import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fact } from '../../src/event/define.ts'
import { derivedId } from '../../src/event/identity.ts'
import { BOOK, MemoryApproved, MemoryProposed } from '../../src/event/memory.ts'
import { buildHook, bundledHook } from './kit/build-hook.ts'
import { type Campaign, require, type Trial } from './kit/campaign.ts'
import { runLimited } from './kit/child.ts'
import { HOSTILE_PROGRAMS, type HostileProgram } from './kit/hostile-programs.ts'
import { closeSockets, OBSTACLES, type Obstacle, placeObstacle, READ_PATHS } from './kit/obstacles.ts'
import { openLog } from './kit/open-log.ts'
import { checkLog } from './oracle.ts'

/** A generous limit, because a hook usually takes a tenth of a second. */
const MAX_MS = 2500
/** If bare Node takes longer than this to start, the machine is overloaded. */
const QUIET_NODE_MS = 150
const MAX_MEGABYTES = 400
const TRIES = 3
const LANES = 2

export const hostileCheckouts: Campaign = {
  id: 'R33',
  title: 'hostile checkouts',
  async run(trial) {
    const bench = new CheckoutBench(trial)
    await bench.prepare()
    const cases = chooseCases(trial)
    for (const program of HOSTILE_PROGRAMS) await bench.requireNotRun(program)
    // Open sockets would keep the process of a failed campaign alive.
    await runLimited(LANES, cases, (one) => bench.examine(one)).finally(closeSockets)
    await bench.requireNothingLost()
    const { ms, megabytes } = bench.worst
    return `${cases.length} checkouts, ${HOSTILE_PROGRAMS.length} with programs, ${cases.length * HOOKS.length} hooks; worst ${Math.round(ms)} ms, ${megabytes} MB`
  },
}

interface HostileCase {
  readonly number: number
  readonly obstacle: Obstacle
  readonly path: string
}

/** Every path and every obstacle at least once, then random pairs; at night, all pairs. */
function chooseCases(trial: Trial): readonly HostileCase[] {
  const all = READ_PATHS.flatMap((path) => OBSTACLES.map((obstacle) => ({ path, obstacle })))
  const random = trial.random('R33')
  const shuffled = all.map((one) => ({ one, at: random.fraction() })).toSorted((a, b) => a.at - b.at)
  const pairs = shuffled.map(({ one }) => one)
  const seen = new Set<string>()
  const isNew = ({ path, obstacle }: (typeof all)[number]): boolean => {
    const fresh = !seen.has(path) || !seen.has(obstacle.name)
    seen.add(path).add(obstacle.name)
    return fresh
  }
  const first = pairs.filter(isNew)
  const rest = pairs.filter((one) => !first.includes(one))
  const count = trial.size({ change: 120, night: all.length })
  return [...first, ...rest].slice(0, count).map((one, number) => ({ ...one, number }))
}

type HookFields = Readonly<Record<string, unknown>>

/** The calls of one short session. */
const HOOKS: readonly ((folder: string, text: string) => HookFields)[] = [
  () => ({ hook_event_name: 'SessionStart', source: 'startup' }),
  (_, text) => ({ hook_event_name: 'UserPromptSubmit', prompt: text, prompt_id: text }),
  (folder, text) => ({
    hook_event_name: 'PostToolUse',
    tool_name: 'Edit',
    tool_use_id: text,
    tool_input: { file_path: join(folder, 'src/app.ts'), old_string: 'one', new_string: 'two' },
    tool_response: {},
  }),
  (_, text) => ({
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_use_id: `run ${text}`,
    tool_input: { command: 'make' },
    tool_response: { stdout: '' },
  }),
  () => ({ hook_event_name: 'Stop', stop_hook_active: false }),
]

class CheckoutBench {
  readonly #trial: Trial
  readonly #home: string
  readonly #pristine: string
  readonly #built: readonly string[]
  readonly #bundled: readonly string[]
  readonly #texts: string[] = []
  worst = { ms: 0, megabytes: 0 }

  constructor(trial: Trial) {
    this.#trial = trial
    this.#home = join(trial.folder, 'home')
    this.#pristine = join(trial.folder, 'pristine')
    this.#built = buildHook(trial, 'r29')('claude-code')
    this.#bundled = bundledHook(trial)('claude-code')
  }

  /** Creates a checkout with a remote, so that all copies are one project. Adds a session and a rule. */
  async prepare(): Promise<void> {
    const folder = this.#pristine
    for (const name of ['src', '.claude', '.beads', '.serena'])
      mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, 'src', 'app.ts'), 'export const one = 1\n')
    writeFileSync(join(folder, '.beads', 'issues.jsonl'), '{"id":"a-1","title":"Fix it","status":"open"}\n')
    writeFileSync(join(folder, '.serena', 'project.yml'), 'project_name: app\n')
    writeFileSync(join(folder, '.env'), 'API_TOKEN=0123456789abcdef\n')
    writeFileSync(join(folder, 'CLAUDE.md'), '- Run the tests before you commit\n')
    const git = (...words: string[]) => execFileSync('git', ['-C', folder, ...words], { stdio: 'ignore' })
    git('init', '-b', 'main')
    git('remote', 'add', 'origin', 'https://example.org/me/app.git')
    git('add', '.')
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-m', 'first')
    await this.#session(folder, 'pristine', this.#bundled)
    await this.#serenaCall(folder)
    await this.#approveRule()
  }

  async examine({ number, obstacle, path }: HostileCase): Promise<void> {
    const label = `${path} is ${obstacle.name}`
    this.#trial.step(label)
    const folder = join(this.#trial.folder, `c${number}`)
    const checkout = join(folder, 'app')
    cpSync(this.#pristine, checkout, { recursive: true })
    await placeObstacle(obstacle, { checkout, path, outside: join(folder, 'outside') })
    await this.#session(checkout, label, number % 2 === 0 ? this.#bundled : this.#built)
    rmSync(folder, { recursive: true, force: true })
  }

  /** Requires that no hook runs a program of the checkout, although git does. */
  async requireNotRun({ name, plant }: HostileProgram): Promise<void> {
    this.#trial.step(name)
    const folder = join(this.#trial.folder, `p${HOSTILE_PROGRAMS.findIndex((one) => one.name === name)}`)
    const checkout = join(folder, 'app')
    cpSync(this.#pristine, checkout, { recursive: true })
    const [script, trace] = [join(folder, 'evil'), join(folder, 'executed')]
    writeFileSync(script, `#!/bin/sh\ntouch ${trace}\nexec cat\n`, { mode: 0o755 })
    plant(checkout, script)
    await this.#session(checkout, name, this.#bundled)
    require(!existsSync(trace), `a hook ran ${name}`)
    spawnSync('git', ['-C', checkout, 'status'])
    if (!existsSync(trace)) throw new Error(`git does not run ${name} either, so the case proves nothing`)
    rmSync(folder, { recursive: true, force: true })
  }

  /** Requires that every prompt is stored exactly once. */
  async requireNothingLost(): Promise<void> {
    await this.#session(this.#pristine, 'last', this.#bundled)
    const sessions = await checkLog(this.#home, [])
    const texts = [...sessions.values()]
      .flat()
      .flatMap(({ type, data }) => (type === 'prompt.submitted' ? [data?.text] : []))
    for (const text of this.#texts) {
      const count = texts.filter((one) => one === text).length
      require(count === 1, `the prompt of "${text}" is stored ${count} times`)
    }
  }

  async #session(folder: string, label: string, command: readonly string[]): Promise<void> {
    const text = `${label} (${this.#texts.length})`
    this.#texts.push(text)
    for (const hook of HOOKS) {
      const payload = { session_id: text, cwd: folder, ...hook(folder, text) }
      await this.#requireInTime(text, () => this.#run(command, folder, payload))
    }
  }

  /** Runs a slow hook again: a busy machine may stall once, but a hook that waits for something is slow every time. */
  async #requireInTime(label: string, run: () => Promise<HookCost>): Promise<void> {
    const seen: string[] = []
    for (let tries = 0; tries < TRIES; tries += 1) {
      const cost = await run()
      require(cost.code ===
        0, `${label}: the hook ended with ${cost.code ?? 'a signal'} after ${Math.round(cost.ms)} ms`)
      require(cost.err === '', `${label}: the hook printed ${cost.err.slice(0, 300)}`)
      require(cost.megabytes <= MAX_MEGABYTES, `${label}: the hook took ${cost.megabytes} MB`)
      if (cost.ms <= MAX_MS || cost.ms <= (MAX_MS * bareNode()) / QUIET_NODE_MS) {
        this.worst = {
          ms: Math.max(this.worst.ms, cost.ms),
          megabytes: Math.max(this.worst.megabytes, cost.megabytes),
        }
        return
      }
      seen.push(cost.ms.toFixed(0))
    }
    require(false, `${label}: the hook took ${seen.join(', ')} ms, the limit is ${MAX_MS}`)
  }

  #run(command: readonly string[], folder: string, payload: HookFields): Promise<HookCost> {
    return runMeasured(command, { folder, home: this.#home, input: JSON.stringify(payload) })
  }

  async #serenaCall(folder: string): Promise<void> {
    const call = { hook_event_name: 'PostToolUse', tool_name: 'mcp__serena__find_symbol', tool_use_id: 's' }
    await this.#run(this.#bundled, folder, {
      session_id: this.#texts[0],
      cwd: folder,
      ...call,
      tool_input: { name: 'one' },
      tool_response: {},
    })
  }

  /** Hooks read rule files only if a rule exists that these files could contain. */
  async #approveRule(): Promise<void> {
    const log = openLog(this.#home)
    const rule = { memory: 'mem_1', rule: 'Use tabs', scope: { kind: 'universal' }, origin: 'user' } as const
    await log.append(BOOK, [
      fact(MemoryProposed, { id: derivedId('evt', 'R33', 'proposed'), at: Date.now() }, rule),
      fact(
        MemoryApproved,
        { id: derivedId('evt', 'R33', 'approved'), at: Date.now() },
        { memory: 'mem_1', by: 'user' },
      ),
    ])
    await log.close()
  }
}

interface HookCost {
  readonly ms: number
  readonly megabytes: number
  readonly code: number | null
  readonly err: string
}

/** A hanging hook is killed after this long, together with all processes that it started. */
const KILL_MS = 15_000
const SAMPLE_MS = 15

/** Runs one hook in its own process group and watches its memory. */
function runMeasured(
  [program = '', ...words]: readonly string[],
  { folder, home, input }: { readonly folder: string; readonly home: string; readonly input: string },
): Promise<HookCost> {
  const { NODE_OPTIONS: _, ...rest } = process.env
  const env = { ...rest, LEFTOFF_HOME: home, HOME: join(home, '..'), CLAUDE_PID: '99999999' }
  const began = performance.now()
  const child = spawn(program, words, { cwd: folder, env, detached: true })
  let [megabytes, err] = [0, '']
  const sample = setInterval(() => {
    megabytes = Math.max(megabytes, peakMegabytes(child.pid))
    if (megabytes > 2 * MAX_MEGABYTES) killGroup(child.pid)
  }, SAMPLE_MS)
  const limit = setTimeout(() => killGroup(child.pid), KILL_MS)
  child.stdin.on('error', () => {}) // a killed hook does not read
  child.stdin.end(input)
  child.stdout.resume()
  child.stderr.on('data', (data) => (err += data))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      clearInterval(sample)
      clearTimeout(limit)
      killGroup(child.pid)
      resolve({ ms: performance.now() - began, megabytes, code, err })
    })
  })
}

/** The highest resident memory so far, as Linux reports it. */
function peakMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0 // the process has just ended, or this is not Linux
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // the whole group has already ended
  }
}

function bareNode(): number {
  const began = performance.now()
  execFileSync(process.execPath, ['-e', '0'], { env: {} })
  return performance.now() - began
}
